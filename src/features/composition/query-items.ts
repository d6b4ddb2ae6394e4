import { formats, type Format } from '../../drawing/render-names.ts';
import { LineupError } from '../../errors/lineup-error.ts';
import type { ParameterValues } from '../../schemas/coerce-parameters.ts';
import { mostItems } from './item-schema.ts';
import type { CompositionItem } from './schema.ts';

/** Fields of items by place, and single ones by index: `label.3`. Its schema has typed them. */
export type ItemQuery = Pick<Partial<Record<'type', CompositionItem['type'][]>>, 'type'> & {
  readonly label?: readonly string[];
};

/**
 * The items of a query: the n-th type and label belong to the n-th value, and what has an index wins.
 * @param query as validated
 * @throws {LineupError} `bad-request` that names a parameter of an item that is not there.
 */
export function itemsFromQuery(values: readonly string[], query: ItemQuery): CompositionItem[] {
  const { type, label } = query;
  for (const [name, list] of Object.entries({ type, label })) {
    if (list !== undefined && list.length > values.length) {
      throw new LineupError(
        'bad-request',
        `query.${name}: must not be given more often than value`,
      );
    }
  }
  const own = values.map((): Record<string, unknown> => ({}));
  for (const [name, value] of Object.entries(query)) {
    const [, field, index] = /^(\w+)\.(\d+)$/.exec(name) ?? [];
    if (field === undefined) continue;
    const item = own[Number(index)];
    if (item === undefined) {
      throw new LineupError(
        'bad-request',
        `query.${name}: there is no item ${index}; they are counted from 0`,
      );
    }
    item[field] = value;
  }
  return values.map((value, index) =>
    Object.assign(
      { value },
      type?.[index] !== undefined && { type: type[index] },
      label?.[index] !== undefined && { label: label[index] },
      own[index],
    ),
  );
}

/** What a field of an item is called in a query: `query.label[3]` in a list, else `query.label.3`. */
export function queryField(query: ParameterValues, index: number, field: string): string {
  const isListed = Array.isArray(query[field]) && query[`${field}.${index}`] === undefined;
  return `query.${field}${isListed ? `[${index}]` : `.${index}`}`;
}

/**
 * The players of a path, `Notch+jeb_.png`, and the format that its extension names.
 * @throws {LineupError} `bad-request` when they are too many, or one is empty.
 */
export function readShortForm(players: string): { values: string[]; format: Format | undefined } {
  const format = formats.find((one) => players.toLowerCase().endsWith(`.${one}`));
  const list = format === undefined ? players : players.slice(0, -format.length - 1);
  const values = list.split(/[+,]/);
  if (values.length > mostItems) {
    throw new LineupError('bad-request', `path.players: must name 1 to ${mostItems} players`);
  }
  if (values.some((value) => value === '')) {
    throw new LineupError('bad-request', 'path.players: must be names joined by + or ,');
  }
  return { values, format };
}
