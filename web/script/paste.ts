import { rowFromPath, readLineup } from '../../src/service/site/front/row.ts';
import { decoded } from './decoded.ts';
import type { Lineup, Item } from '../../src/service/site/front/lineup.ts';

// What people write around names: list marks, an at sign, quotes.
const marks = /^[-*•@"'`]+|(?<!["'`,;])["'`,;]+$/g;
// A comma may be part of a URL; it ends one if another follows.
const words = /(?:https?|data):(?:(?![,;](?:https?|data):)\S)+|[^\s,;]+/gi;
const player =
  /^(?:(?:https?|data):.+|[\w-]{1,64}|\.[\p{L}\p{M}\p{N}_]{1,16}(?:#\d{4})?|xuid:\d{1,20}|roblox:[\w.-]{1,64})$/iu;
const written = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_!?.]*$/u;
/** A player of Bedrock Edition alone, whose name may have spaces. */
const gamertag = /^\.[\p{L}\p{M}\p{N}_]+(?: [\p{L}\p{M}\p{N}_]+)+(?:#\d{4})?$/u;
/**
 * `Notch: Owner`, `.Steve 123 – Owner`, `Notch | Owner`, `Notch<TAB>Owner`: a name (for Bedrock with a leading
 * dot and spaces) and a role.
 */
const nameAndRole =
  /^[-*•@\s]{0,16}(\w[\w-]{0,63}|\.[\p{L}\p{M}\p{N}_ ]{1,16}?(?:#\d{4})?)(?:\t{1,8}|\s{0,8}:\s{1,8}|\s{1,8}[-–—]\s{1,8}|\s{0,8}\|\s{0,8})(\S.{0,63})$/u;

/**
 * Finds players in pasted text: lists in any common form, the output of `/list`, `whitelist.json` and
 * `ops.json`, names with roles, or a URL of ours.
 * @param origins of this service, to recognize its short URLs
 */
export function pastedItems(text: string, origins: readonly string[] = []): readonly Item[] {
  const listed =
    fromJson(text) ??
    lineupFromAddress(text, origins)?.items ??
    (gamertag.test(text.trim()) ? [{ value: text.trim(), label: '' }] : withRoles(text));
  if (listed !== null) return listed;
  return wordsIn(text)
    .filter((word) => player.test(word))
    .map((value) => ({ value, label: '' }));
}

function wordsIn(text: string): readonly string[] {
  const found = withoutListHead(text.replaceAll(/\p{Cf}/gu, '')).match(words) ?? [];
  return found.map((word) => word.replaceAll(marks, ''));
}

/** What is written like a name in a list of names, and is none: `José`. */
export function strayNames(text: string): readonly string[] {
  if (fromJson(text) !== null || withRoles(text) !== null) return [];
  return wordsIn(text).filter((word) => written.test(word) && !player.test(word));
}

/** The output of `/list` from the names on: `There are 2 of a max of 20 players online: Notch, jeb_`. */
function withoutListHead(text: string): string {
  let at = 0;
  let end = 0;
  for (const part of text.split(/(?<=[:\n])/)) {
    at += part.length;
    if (part.endsWith(':') && isListHead(part)) end = at;
  }
  return text.slice(end);
}

function isListHead(part: string): boolean {
  const at = part.search(/\bplayers?\b/i);
  return at !== -1 && /\bonline\b/i.test(part.slice(at));
}

/** A name without what people write around it, or copy with it: `@Notch,` → `Notch`. */
export function bareText(text: string): string {
  const trimmed = text.replaceAll(/\p{Cf}/gu, '').trim();
  return /^(?:https?|data):/i.test(trimmed) ? trimmed : trimmed.replaceAll(marks, '').trim();
}

/** Whether the text is a valid player. */
export function isPlayer(text: string): boolean {
  return player.test(text);
}

/** Parses a list of names, of items of a composition, or of players in server files. */
function fromJson(text: string): readonly Item[] | null {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.flatMap((item: unknown) => itemFrom(item)) : null;
  } catch {
    return null;
  }
}

function itemFrom(item: unknown): Item[] {
  if (typeof item === 'string') return itemFrom({ value: item });
  if (typeof item !== 'object' || item === null) return [];
  const value = textOf(item, 'value') || textOf(item, 'name') || textOf(item, 'uuid');
  if (value === '') return [];
  const label = textOf(item, 'label');
  const isNameless = 'label' in item && label === '';
  return [isNameless ? { value, label, isNameless } : { value, label }];
}

function textOf(item: object, name: 'value' | 'name' | 'uuid' | 'label'): string {
  const value: unknown = Reflect.get(item, name);
  return typeof value === 'string' ? value : '';
}

/** The row in a URL of one of our pages or pictures, with its look. */
export function lineupFromAddress(text: string, origins: readonly string[]): Lineup | null {
  const url = URL.parse(text.trim());
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  const isOurs = url.pathname === '/' || url.pathname.endsWith('/render/composition');
  if (isOurs) return readLineup(url.search);
  if (!origins.includes(url.origin)) return null;
  const short = /^\/(?:api\/\w+\/render\/composition\/)?([^/]+)$/;
  const players = short.exec(decoded(url.pathname))?.[1]?.replace(/(?<=[^+,])\.[a-z]{3,4}$/, '');
  return players === undefined ? null : rowFromPath(players, url.search);
}

/** Parses lines of a name with a role, or a name alone; null if one line is neither, or none has a role. */
function withRoles(text: string): readonly Item[] | null {
  const lines = text.split('\n').flatMap((line) => line.trim() || []);
  const pairs = lines.map((line) => nameAndRole.exec(line));
  if (pairs.every((pair) => pair === null)) return null;
  const items = lines.flatMap((line, index): Item[] => {
    const [, value = '', caption = ''] = pairs[index] ?? [];
    if (value !== '') return [{ value, label: '', own: { caption: caption.trim() } }];
    const name = bareText(line);
    return player.test(name) ? [{ value: name, label: '' }] : [];
  });
  return items.length === lines.length ? items : null;
}
