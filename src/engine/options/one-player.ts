import { isIgnored } from '../../common/schemas/coerce-parameters.ts';
import { rulesOf, type Rules } from '../../common/schemas/validation-message.ts';
import { indexedNames, repeatedNames, renderQuery, shortFormQuery } from './request-schemas.ts';

// Of one player there are two pictures: the figure alone, and a composition of one. Which of them is meant
// follows from the options: what only compositions have can be meant for one of them only.

const { properties: alone = {} } = rulesOf(renderQuery);
const { properties: together = {} } = rulesOf(shortFormQuery);

/**
 * Whether only compositions have an option, as it is called in a query (`scene`, `label.0`, `caption[]`), or
 * only they take its value: `varied` as pose, two colours as background.
 */
export function isOfCompositions([option, value]: readonly [string, unknown]): boolean {
  const [, name = '', index, brackets] = /^(\w+)(?:(\.\d+)|(\[\d*\]))?$/.exec(option) ?? [];
  if (index !== undefined) return indexedNames.has(name);
  if (brackets !== undefined) return repeatedNames.has(name);
  if (!Object.hasOwn(together, name)) return false;
  return (
    !Object.hasOwn(alone, name) || (!takes(alone[name], value) && takes(together[name], value))
  );
}

/** Whether a text is one of the words of an option, and has its pattern. */
function takes({ anyOf = [], pattern }: Rules = {}, value: unknown): boolean {
  if (typeof value !== 'string') return true;
  const word = value.toLowerCase();
  const isWord = anyOf.length === 0 || anyOf.some((one) => one.const === word);
  return isWord && (pattern === undefined || new RegExp(pattern, 'u').test(value));
}

/**
 * Whether a query at the address of one player makes its picture a composition.
 * @param query with its `?`, as it was sent
 */
export function isCompositionOfOne(query: string): boolean {
  for (const option of new URLSearchParams(query.replace(/#.*$/s, ''))) {
    const [name, value] = option;
    if (isOfCompositions(option) && !isIgnored(together[name], value)) return true;
  }
  return false;
}
