/** The words of a language on an invite card. */
type Words = {
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
const words = {
  en: { join: 'Join', online: 'online', members: { one: 'member', other: 'members' } },
  ar: { join: 'انضمام', online: 'متصل', members: { few: 'أعضاء', other: 'عضو' } },
  cs: {
    join: 'Připojit se',
    online: 'online',
    members: { one: 'člen', few: 'členové', many: 'člena', other: 'členů' },
  },
  de: { join: 'Beitreten', online: 'online', members: { one: 'Mitglied', other: 'Mitglieder' } },
  es: { join: 'Unirse', online: 'en línea', members: { one: 'miembro', other: 'miembros' } },
  fr: { join: 'Rejoindre', online: 'en ligne', members: { one: 'membre', other: 'membres' } },
  id: { join: 'Gabung', online: 'daring', members: { other: 'anggota' } },
  it: { join: 'Entra', online: 'online', members: { one: 'membro', other: 'membri' } },
  ja: { join: '参加する', online: 'オンライン', members: { other: 'メンバー' } },
  ko: { join: '참가하기', online: '온라인', members: { other: '멤버' } },
  nl: { join: 'Deelnemen', online: 'online', members: { one: 'lid', other: 'leden' } },
  pl: {
    join: 'Dołącz',
    online: 'online',
    members: { one: 'członek', few: 'członkowie', many: 'członków', other: 'członka' },
  },
  pt: { join: 'Entrar', online: 'online', members: { one: 'membro', other: 'membros' } },
  ru: {
    join: 'Вступить',
    online: 'в сети',
    members: { one: 'участник', few: 'участника', many: 'участников', other: 'участника' },
  },
  tr: { join: 'Katıl', online: 'çevrimiçi', members: { other: 'üye' } },
  uk: {
    join: 'Приєднатися',
    online: 'у мережі',
    members: { one: 'учасник', few: 'учасники', many: 'учасників', other: 'учасника' },
  },
  vi: { join: 'Tham gia', online: 'trực tuyến', members: { other: 'thành viên' } },
  zh: { join: '加入', online: '在线', members: { other: '成员' } },
} as const satisfies Record<string, Words>;

export type InviteLang = keyof typeof words;

/** The languages of the card; English first. */
export const inviteLangs = Object.keys(words).filter((lang): lang is InviteLang =>
  Object.hasOwn(words, lang),
);

export function joinWord(lang: InviteLang): string {
  return words[lang].join;
}

/** A number in the language's format, and the word after it: `1.234`, `Mitglieder`. */
export function countedWords(
  lang: InviteLang,
  kind: 'online' | 'members',
  count: number,
): { readonly number: string; readonly word: string } {
  const known: Words = words[lang];
  const word =
    kind === 'online'
      ? known.online
      : (known.members[new Intl.PluralRules(lang).select(count)] ?? known.members.other);
  return { number: countText(lang, count), word };
}

/** 1,234; from a million on 1.2M. Always in Western digits. */
export function countText(lang: InviteLang, count: number): string {
  const numberingSystem = 'latn';
  if (count < 1_000_000) return new Intl.NumberFormat(lang, { numberingSystem }).format(count);
  const short = { notation: 'compact', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(lang, { ...short, numberingSystem }).format(count);
}
