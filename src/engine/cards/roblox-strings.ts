import type { InviteLang } from './invite-strings.ts';
import table from './roblox-strings.json' with { type: 'json' };

/** The words on the card of a game or group; `{}` is where a name or a share is. */
type Phrase = keyof (typeof table)['en'];

/** By ISO 639-1 code, in the order of the invite cards. */
const strings: Readonly<Record<InviteLang, Readonly<Record<Phrase, string>>>> = table;

/** @param about the name or the share that the phrase is about */
export function robloxString(lang: InviteLang, phrase: Phrase, about = ''): string {
  // As a function, because `$&` in a name is no pattern.
  return strings[lang][phrase].replace('{}', () => about);
}
