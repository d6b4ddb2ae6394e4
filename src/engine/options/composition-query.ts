import { badRequest } from '../../common/errors/lineup-error.ts';
import { orList, rulesOf } from '../../common/schemas/validation-message.ts';
import {
  type ParameterValues,
  isIgnored,
  takesText,
} from '../../common/schemas/coerce-parameters.ts';
import {
  maxItems,
  repeatedNames,
  type CompositionItem,
  indexedNames,
  renderQuery,
  shortFormQuery,
} from './request-schemas.ts';
import type { Place } from './spec.ts';
import { pictureFormats, type PictureFormat } from './picture-formats.ts';

/** Item fields of a query as lists, and individual ones by index: `label.3`. */
type ItemQuery = {
  readonly type?: readonly CompositionItem['type'][] | undefined;
  readonly label?: readonly string[] | undefined;
  readonly caption?: readonly string[] | undefined;
};

/**
 * The items of a query: the n-th type, label and caption belong to the n-th value; indexed parameters have
 * precedence.
 * @param query after validation
 * @throws {LineupError} `bad-request` for a parameter of an item that does not exist
 */
export function itemsFromQuery(
  values: readonly string[],
  query: ItemQuery,
  place: Place = (name) => `query.${name}`,
): CompositionItem[] {
  const given = new Map<string, unknown>(Object.entries(query));
  const own = values.map(() => new Map<string, unknown>());
  for (const name of repeatedNames) {
    const list = given.get(name);
    if (!Array.isArray(list)) continue;
    if (list.length > values.length) {
      throw badRequest(`${place(name)}: must not be given more often than there are items`);
    }
    for (const [index, value] of list.entries()) own[index]!.set(name, value);
  }
  for (const [name, value] of given) {
    const [, field, index] = /^(\w+)\.(\d+)$/.exec(name) ?? [];
    if (field === undefined) continue;
    const item = own[Number(index)];
    if (item === undefined) {
      throw badRequest(`${place(name)}: there is no item ${index}; they are counted from 0`);
    }
    item.set(field, value);
  }
  return values.map((value, index) => ({ value, ...Object.fromEntries(own[index]!) }));
}

/** Where an option was given in a query; of an item `query.label[3]` in a list, otherwise `query.label.3`. */
export function queryField(query: ParameterValues, option: string, item?: number): string {
  if (item === undefined) return `query.${option}`;
  const given = new Map(Object.entries(query));
  const isListed = Array.isArray(given.get(option)) && !given.has(`${option}.${item}`);
  return `query.${option}${isListed ? `[${item}]` : `.${item}`}`;
}

/**
 * Splits the players of a path, `Notch+jeb_.png`, and the format of its extension.
 * @throws {LineupError} `bad-request` if there are too many, one is empty, or for another extension
 */
export function readShortForm(players: string): {
  values: string[];
  format: PictureFormat | undefined;
} {
  const format = pictureFormats.find((one) => players.toLowerCase().endsWith(`.${one}`));
  // Not the dot of a Bedrock player, `.Steve`.
  if (format === undefined && /[^+,]\.[a-z\d]{2,5}$/i.test(players)) {
    throw badRequest(`path.players: the file extension must be ${orList(pictureFormats)}`);
  }
  const list = format === undefined ? players : players.slice(0, -format.length - 1);
  const values = list.split(/[+,]/);
  if (values.length > maxItems) {
    throw badRequest(`path.players: must name 1 to ${maxItems} players`);
  }
  if (values.some((value) => value === '')) {
    throw badRequest('path.players: must be names joined by + or ,');
  }
  return { values, format };
}

// Of one player there are two pictures: the figure alone, and a composition of one. Which of them is meant
// follows from the options: what only compositions have can be meant for one of them only.

const alone = new Map(Object.entries(rulesOf(renderQuery).properties ?? {}));
const together = new Map(Object.entries(rulesOf(shortFormQuery).properties ?? {}));

/**
 * Whether only compositions have an option, as it is called in a query (`scene`, `label.0`, `caption[]`), or
 * only they take its value: `varied` as pose, two colours as background.
 */
export function isOfCompositions([option, value]: readonly [string, unknown]): boolean {
  const [, name = '', index, brackets] = /^(\w+)(?:(\.\d+)|(\[\d*\]))?$/.exec(option) ?? [];
  if (index !== undefined) return indexedNames.has(name);
  if (brackets !== undefined) return repeatedNames.has(name);
  const [ofOne, ofMany] = [alone.get(name), together.get(name)];
  if (ofMany === undefined) return false;
  return ofOne === undefined || (!takesText(ofOne, value) && takesText(ofMany, value));
}

/**
 * Whether a query at the address of one player makes its picture a composition.
 * @param query with its `?`, as it was sent
 */
export function isCompositionOfOne(query: string): boolean {
  for (const option of new URLSearchParams(query.replace(/#.*$/s, ''))) {
    const [name, value] = option;
    if (isOfCompositions(option) && !isIgnored(together.get(name), value)) return true;
  }
  return false;
}
