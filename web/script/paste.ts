import { rowFromPath } from '../../src/features/docs/front/row.ts';
import { decoded } from './decoded.ts';
import { readLineup, type Place } from '../../src/features/docs/front/lineup.ts';

// What people write around names: marks of lists, an at sign, quotes.
const marks = /^[-*•@"'`]+|["'`,;]+$/g;
// A comma may be part of an address; it ends one where another follows.
const words = /(?:https?|data):(?:(?![,;](?:https?|data):)\S)+|[^\s,;]+/gi;
const player =
  /^(?:(?:https?|data):.+|[\w-]{1,64}|\.[\p{L}\p{M}\p{N}_]{1,16}(?:#\d{4})?|xuid:\d{1,20}|roblox:\w{1,20})$/iu;
/** What a server prints for `/list`; behind it the names stand. */
const listHead = /^.*\bplayers?\b[^:\n]*\bonline\b[^:\n]*:/ims;
/**
 * `Notch: Owner`, `.Steve 123 – Owner`, `Notch<TAB>Owner`: a name, on Bedrock with a dot before it and
 * maybe blanks within, and what is to stand below it.
 */
const nameAndRole =
  /^[-*•@\s]*(\w{1,16}|\.[\p{L}\p{M}\p{N}_ ]{1,16}?(?:#\d{4})?)(?:\t+|\s*:\s+|\s+[-–—]\s+)(\S.{0,63})$/u;

/**
 * Players in a text that was pasted: a list in any of the ways people write one, what `/list` prints,
 * `whitelist.json` and `ops.json`, names with a role each, or an address of ours.
 * @param origins where this service is, for its short addresses
 */
export function pastedPlaces(text: string, origins: readonly string[] = []): readonly Place[] {
  const listed = fromJson(text) ?? fromOurAddress(text, origins) ?? withRoles(text);
  if (listed !== null) return listed;
  return (text.replace(listHead, '').match(words) ?? [])
    .map((word) => word.replaceAll(marks, ''))
    .filter((word) => player.test(word))
    .map((value) => ({ value, label: '' }));
}

/** Whether somebody can be called so. */
export function isPlayer(text: string): boolean {
  return player.test(text);
}

/** A list of names, of items as the service takes them, or of players as servers keep them. */
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
  if (typeof item !== 'object' || item === null) return [];
  const value = textOf(item, 'value') || textOf(item, 'name') || textOf(item, 'uuid');
  if (value === '') return [];
  const label = textOf(item, 'label');
  const isNameless = 'label' in item && label === '';
  return [isNameless ? { value, label, isNameless } : { value, label }];
}

function textOf(item: object, name: string): string {
  const value: unknown = Reflect.get(item, name);
  return typeof value === 'string' ? value : '';
}

/** A page or a picture of ours: its row. */
function fromOurAddress(text: string, origins: readonly string[]): readonly Place[] | null {
  const url = URL.parse(text.trim());
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  const isOurs = url.pathname === '/' || url.pathname.endsWith('/render/composition');
  if (isOurs) return readLineup(url.search)?.places ?? null;
  if (!origins.includes(url.origin)) return null;
  const short = /^\/(?:api\/\w+\/render\/composition\/)?([^/]*[+,][^/]*?)(?:\.(?:png|webp|avif))?$/;
  const players = short.exec(decoded(url.pathname))?.[1];
  return players === undefined ? null : (rowFromPath(players, url.search)?.places ?? null);
}

/** Every line a name and a role, or it is not such a list. */
function withRoles(text: string): readonly Place[] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const pairs = lines.map((line) => nameAndRole.exec(line.trim()));
  const places = pairs.flatMap((pair) =>
    pair === null ? [] : [{ value: pair[1] ?? '', label: (pair[2] ?? '').trim() }],
  );
  return places.length > 0 && places.length === lines.length ? places : null;
}
