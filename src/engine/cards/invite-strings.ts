import table from './invite-strings.json' with { type: 'json' };

/** The words of a language on an invite card. */
type Strings = {
  /** On the button. */
  readonly join: string;
  /** After the number of members online. */
  readonly online: string;
  /** After the number of members, by plural form (CLDR); `other` is the default. */
  readonly members: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & {
    readonly other: string;
  };
};

/** By ISO 639-1 code. */
const strings: Readonly<Record<InviteLang, Strings>> = table;

export type InviteLang = keyof typeof table;

/** The languages of the card; English first. */
export const inviteLangs = Object.keys(strings).filter((lang): lang is InviteLang =>
  Object.hasOwn(strings, lang),
);

export function joinString(lang: InviteLang): string {
  return strings[lang].join;
}

/** A number in the language's format, and the word after it: `1.234`, `Mitglieder`. */
export function countedStrings(
  lang: InviteLang,
  kind: 'online' | 'members',
  count: number,
): { readonly number: string; readonly word: string } {
  const { online, members } = strings[lang];
  const plural = members[new Intl.PluralRules(lang).select(count)] ?? members.other;
  const word = kind === 'online' ? online : plural;
  return { number: countText(lang, count), word };
}

/** 1,234; from a million on 1.2M. Always in Western digits. */
export function countText(lang: InviteLang, count: number): string {
  const numberingSystem = 'latn';
  if (count < 1_000_000) return new Intl.NumberFormat(lang, { numberingSystem }).format(count);
  const short = { notation: 'compact', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(lang, { ...short, numberingSystem }).format(count);
}
