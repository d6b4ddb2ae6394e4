import { isIgnored, takesText } from '../../common/schemas/coerce-parameters.ts';
import { rulesOf } from '../../common/schemas/validation-message.ts';
import { indexedNames, repeatedNames, renderQuery, shortFormQuery } from './request-schemas.ts';

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
