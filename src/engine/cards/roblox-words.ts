import type { InviteLang } from './invite-words.ts';

/** The words on the card of a game or group; `{}` is where a name or a share is. */
const phrases = ['by', 'ownedBy', 'noOwner', 'playing', 'visits', 'likeIt'] as const;

type Words = readonly [string, string, string, string, string, string];

/** In the order of `phrases`, by ISO 639-1 code. */
const words: Readonly<Record<InviteLang, Words>> = {
  en: ['by {}', 'owned by {}', 'a group without an owner', 'playing', 'visits', '{} like it'],
  ar: ['من {}', 'المالك: {}', 'مجموعة بلا مالك', 'يلعبون', 'زيارة', '{} أعجبهم'],
  cs: ['od {}', 'vlastník: {}', 'skupina bez vlastníka', 'hraje', 'návštěv', 'líbí se {}'],
  de: ['von {}', 'gehört {}', 'eine Gruppe ohne Eigentümer', 'spielen', 'Besuche', '{} gefällt es'],
  es: [
    'de {}',
    'propiedad de {}',
    'un grupo sin propietario',
    'jugando',
    'visitas',
    'le gusta al {}',
  ],
  fr: [
    'par {}',
    'appartient à {}',
    'un groupe sans propriétaire',
    'en jeu',
    'visites',
    '{} aiment',
  ],
  id: ['oleh {}', 'milik {}', 'grup tanpa pemilik', 'bermain', 'kunjungan', '{} suka'],
  it: [
    'di {}',
    'proprietario: {}',
    'un gruppo senza proprietario',
    'in gioco',
    'visite',
    'piace al {}',
  ],
  ja: ['制作: {}', '所有者: {}', '所有者のいないグループ', 'プレイ中', '訪問', '高評価 {}'],
  ko: ['제작: {}', '소유자: {}', '소유자가 없는 그룹', '플레이 중', '방문', '좋아요 {}'],
  nl: [
    'van {}',
    'eigendom van {}',
    'een groep zonder eigenaar',
    'spelen',
    'bezoeken',
    '{} vindt het leuk',
  ],
  pl: ['autor: {}', 'właściciel: {}', 'grupa bez właściciela', 'gra', 'wizyt', 'podoba się {}'],
  pt: ['de {}', 'pertence a {}', 'um grupo sem dono', 'jogando', 'visitas', '{} gostam'],
  ru: ['автор: {}', 'владелец: {}', 'группа без владельца', 'играют', 'посещений', 'нравится {}'],
  tr: ['yapan: {}', 'sahibi: {}', 'sahibi olmayan bir grup', 'oynuyor', 'ziyaret', '{} beğendi'],
  uk: ['автор: {}', 'власник: {}', 'група без власника', 'грають', 'відвідувань', 'подобається {}'],
  vi: [
    'bởi {}',
    'chủ sở hữu: {}',
    'nhóm không có chủ sở hữu',
    'đang chơi',
    'lượt truy cập',
    '{} thích',
  ],
  zh: ['作者：{}', '所有者：{}', '没有所有者的群组', '在玩', '次访问', '{} 好评'],
};

/** @param about the name or the share that the phrase is about */
export function robloxWords(
  lang: InviteLang,
  phrase: (typeof phrases)[number],
  about = '',
): string {
  // As a function, because `$&` in a name is no pattern.
  return words[lang][phrases.indexOf(phrase)]!.replace('{}', () => about);
}
