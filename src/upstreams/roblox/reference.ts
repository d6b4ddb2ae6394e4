import type { GameReference } from './games.ts';
import type { GroupReference } from './groups.ts';
import type { UserReference } from './people.ts';

// Parses what people write for a user, game or group, including links to their pages; `null` if it
// is invalid.

/** Ids are numbers in the API. */
function idOf(digits: string | undefined): number | null {
  if (digits === undefined || !/^\d{1,16}$/.test(digits)) return null;
  const id = Number(digits);
  return id > 0 && Number.isSafeInteger(id) ? id : null;
}

/** A link to a page of the platform, in any language. */
const link =
  /^(?:https?:\/\/)?(?:www\.|web\.|m\.)?roblox\.com\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?(users|games|groups|communities)\/(\d{1,16})(?:[/?#]|$)/i;

function linkedId(text: string, pages: readonly string[]): string | undefined {
  const [, page = '', id] = link.exec(text) ?? [];
  return pages.includes(page.toLowerCase()) ? id : undefined;
}

/** The allowed forms of a user, as the end of "must be …". */
export const userAllowed =
  'the id of a user, a name of 1 to 64 letters, digits, underscores, periods, hyphens and blanks, or a link to a profile';

/** Old accounts have names that no new one may have; nothing that is part of a URL of another site. */
const namePattern = /^(?=.*[\p{L}\p{N}_])[\p{L}\p{M}\p{N}_. -]{1,64}$/u;

/** Digits are an id, anything else is a name; `name:123` forces a name. */
export function parseUser(text: string): UserReference | null {
  const [, forced] = /^name:(.*)$/is.exec(text) ?? [];
  const digits = linkedId(text, ['users']) ?? text;
  if (forced === undefined && /^\d+$/.test(digits)) {
    const id = idOf(digits);
    return id === null ? null : { id };
  }
  const name = (forced ?? text).trim();
  return namePattern.test(name) ? { name } : null;
}

/** Digits are a place id; `universe:123` is a universe id. */
export function parseGame(text: string): GameReference | null {
  const [, universe] = /^universe:(\d+)$/i.exec(text) ?? [];
  const id = idOf(universe ?? linkedId(text, ['games']) ?? text);
  if (id === null) return null;
  return universe === undefined ? { placeId: id } : { universeId: id };
}

const longestGroupName = 50;

/** Digits are an id, anything else is a name. */
export function parseGroup(text: string): GroupReference | null {
  const digits = linkedId(text, ['groups', 'communities']) ?? text;
  if (/^\d+$/.test(digits)) {
    const id = idOf(digits);
    return id === null ? null : { id };
  }
  const name = text.trim();
  const isName = name !== '' && name.length <= longestGroupName && !/[\p{Cc}\p{Cs}]/u.test(name);
  return isName ? { name } : null;
}
