import type { Place } from './lineup.ts';

export function leftOut(count: number): string {
  return `Ten are the most: ${count} ${count === 1 ? 'was' : 'were'} left out.`;
}

// What people write around names: marks of lists, an at sign, quotes.
const marks = /^[-*•@"'`]+|["'`,;]+$/g;
// A comma may be part of an address; it ends one where another follows.
const words = /(?:https?|data):(?:(?![,;](?:https?|data):)\S)+|[^\s,;]+/gi;
const player = /^(?:(?:https?|data):.+|[\w-]{1,64})$/i;

/** Players in a text that was pasted: a list in any of the ways people write one, or JSON. */
export function pastedPlaces(text: string): readonly Place[] {
  const listed = fromJson(text);
  if (listed !== null) return listed;
  return (text.match(words) ?? [])
    .map((word) => word.replaceAll(marks, ''))
    .filter((word) => player.test(word))
    .map((value) => ({ value, label: '' }));
}

/** A list of names, or of items as the service takes them. */
function fromJson(text: string): readonly Place[] | null {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.flatMap((item: unknown) => placeFrom(item)) : null;
  } catch {
    return null;
  }
}

function placeFrom(item: unknown): Place[] {
  if (typeof item === 'string') return placeFrom({ value: item });
  if (typeof item !== 'object' || item === null || !('value' in item)) return [];
  const label = 'label' in item && typeof item.label === 'string' ? item.label : '';
  return typeof item.value === 'string' && item.value !== '' ? [{ value: item.value, label }] : [];
}
