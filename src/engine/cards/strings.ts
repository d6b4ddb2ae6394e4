import { numberText } from '../../common/number-text.ts';
import inviteTable from './invite-strings.json' with { type: 'json' };
import robloxTable from './roblox-strings.json' with { type: 'json' };
import serverTable from './server-strings.json' with { type: 'json' };

// The words on cards by language (ISO 639-1), English first.

export type InviteLang = keyof typeof inviteTable;

/** The words on an invite card. */
type InviteStrings = {
  /** On the button. */
  readonly join: string;
  /** After the number of members online. */
  readonly online: string;
  /** After the number of members, by plural form (CLDR); `other` is the default. */
  readonly members: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & {
    readonly other: string;
  };
};

const inviteStrings: Readonly<Record<InviteLang, InviteStrings>> = inviteTable;

export const inviteLangs = Object.keys(inviteStrings).filter((lang): lang is InviteLang =>
  Object.hasOwn(inviteStrings, lang),
);

export function joinString(lang: InviteLang): string {
  return inviteStrings[lang].join;
}

/** A number in the language's format, and the word after it: `1.234`, `Mitglieder`. */
export function countedStrings(
  lang: InviteLang,
  kind: 'online' | 'members',
  count: number,
): { readonly number: string; readonly word: string } {
  const { online, members } = inviteStrings[lang];
  const plural = members[new Intl.PluralRules(lang).select(count)] ?? members.other;
  const word = kind === 'online' ? online : plural;
  return { number: countText(lang, count), word };
}

/** 1,234; from a million on 1.2M. Always in Western digits. */
export function countText(lang: InviteLang, count: number): string {
  if (count < 1_000_000) return numberText(count, lang);
  const numberingSystem = 'latn';
  const short = { notation: 'compact', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(lang, { ...short, numberingSystem }).format(count);
}

/** The words on the card of a game or group; `{}` is where a name or a share is. */
type Phrase = keyof (typeof robloxTable)['en'];

const robloxStrings: Readonly<Record<InviteLang, Readonly<Record<Phrase, string>>>> = robloxTable;

/** @param about the name or the share that the phrase is about */
export function robloxString(lang: InviteLang, phrase: Phrase, about = ''): string {
  // As a function, because `$&` in a name is no pattern.
  return robloxStrings[lang][phrase].replace('{}', () => about);
}

/**
 * The words for one state of a server, in the corner and in place of a message of the day, and those in a picture
 * of who is online: `{}` is where the numbers are, `nobody` is in place of them.
 */
type ServerStrings = (typeof serverTable)['en'];
type ServerState = Exclude<keyof ServerStrings, 'lineup'>;

const serverStrings: Readonly<Record<InviteLang, ServerStrings>> = serverTable;

export function stateStringsOf(lang: InviteLang, state: ServerState) {
  return serverStrings[lang][state];
}

/** How many are online, of how many: `12 of 1,000 online`. */
export function onlineText(lang: InviteLang, ...counts: [online: number, max: number]): string {
  const texts = counts.map((count) => countText(lang, count));
  return serverStrings[lang].lineup.online.replaceAll('{}', () => texts.shift()!);
}

/** In place of a number of players where nobody is. */
export function nobodyString(lang: InviteLang): string {
  return serverStrings[lang].lineup.nobody;
}
