import { describe, expect, it } from 'vitest';
import { readComponent } from '../../src/upstreams/game-servers/motd/component.ts';
import { readSectionCodes } from '../../src/upstreams/game-servers/motd/section-codes.ts';
import {
  createRunList,
  plainStyle,
  type TextRun,
} from '../../src/upstreams/game-servers/motd/text-run.ts';
import { createFontRegistry } from '../../src/engine/text/font-registry.ts';
import { createImage, type RgbaImage } from '../../src/engine/image/canvas.ts';
import { drawServerCard, defaultIcon } from '../../src/engine/cards/server-card.ts';
import { expectSameBytes } from '../support/same-pixels.ts';
import { expectGolden, goldenNames } from './harness.ts';
import type { OnlineServer, ServerCard } from '../../src/engine/cards/card-jobs.ts';

const fonts = createFontRegistry();

function codes(text: string, edition: 'java' | 'bedrock' = 'java'): readonly TextRun[] {
  const list = createRunList();
  readSectionCodes(text, list, { base: plainStyle, edition });
  return list.runs;
}

const rainbow = ['#ff6b6b', '#ffa94d', '#ffe066', '#8ce99a', '#66d9e8', '#74c0fc', '#b197fc'];

const island: OnlineServer = {
  motd: readComponent([
    '',
    ...['A', 'u', 'r', 'o', 'r', 'a'].map((text, i) => ({ text, color: rainbow[i], bold: true })),
    { text: '  Season 7', color: 'gold' },
    { text: ' • 1.20 – 1.21\n', color: 'gray' },
    { text: 'New: ' },
    { text: 'The Sunken Vault', color: '#66d9ff', italic: true },
    { text: ' ✦', color: '#ffb84d' },
  ]),
  players: { online: 1234, max: 5000 },
  version: 'Velocity 1.21.4',
  bars: 5,
  icon: null,
  faces: new Map(),
};

function card(
  changes: Partial<ServerCard> & { readonly motd?: readonly TextRun[] } = {},
): ServerCard {
  const { motd, ...others } = changes;
  const server = motd === undefined ? island : { ...island, motd };
  return {
    theme: 'dark',
    scale: 1,
    lang: 'en',
    title: '',
    host: 'play.aurora.example',
    edition: 'Java',
    state: server === null || others.server === null ? 'offline' : 'online',
    server,
    ...others,
  };
}

const draw = (job: ServerCard): RgbaImage => drawServerCard(fonts, job);

/** Four fields of different colours, one of them see-through. */
function ownIcon(): RgbaImage {
  const image = createImage(64, 64);
  for (let i = 0; i < 64 * 64; i++) {
    const [right, low] = [i % 64 >= 32, i >= 64 * 32];
    const field = right
      ? low
        ? [0, 0, 0, 0]
        : [30, 60, 220, 255]
      : low
        ? [240, 190, 40, 255]
        : [200, 30, 60, 255];
    image.data.set(field, i * 4);
  }
  return image;
}

const decorations = codes(
  '§lBold§r §oItalic§r §nUnder§r §mStrike§r §kSecret§r §6§l§nAll of it\n§0bl§1ack§2to§3wh§4ite§5 in§6 six§7teen§8 col§9ours§a of§b the§c old§d pal§eet§ftes',
);
const long = codes(
  '§eA message of the day by somebody who did not know when to stop, and so it goes on and on, past the end of the first line and past the end of the second one as well',
);

const centred = codes(
  `${' '.repeat(15)}§6§lSunny Hills §7[1.20 – 1.21]\n${' '.repeat(19)}§aSURVIVAL §8▪ §bSKYBLOCK`,
);

/** Red with a white hat's brim, or green; in place of two faces that are somebody's. */
function ownFace(hasHat: boolean): RgbaImage {
  const face = createImage(8, 8);
  for (let i = 0; i < 64; i++) {
    const isEye = i >> 3 === 4 && (i % 8 === 2 || i % 8 === 5);
    const skin = isEye ? [20, 20, 40, 255] : [222, 160, 120, 255];
    const hair = hasHat ? [190, 40, 40, 255] : [60, 110, 60, 255];
    face.data.set(i >> 3 < 2 ? hair : skin, i * 4);
  }
  return face;
}

function withHeads(): ServerCard {
  const motd = readComponent([
    { player: 'Anna' },
    { text: ' Anna ', color: 'gold' },
    { player: { name: 'Ben' }, hat: false },
    { text: ' Ben ', color: 'aqua' },
    { player: 'nobody' },
    { text: '← blank\n' },
    { text: 'Staff: ', color: 'gray' },
    ...Array.from({ length: 6 }, () => ({ player: 'Anna' })),
  ]);
  const faces = new Map([
    ['anna true', ownFace(true)],
    ['ben false', ownFace(false)],
  ]);
  return card({ server: { ...island, motd, faces } });
}

/** The signal of each number of bars, from none to five, one below the other for each theme. */
function signals(): RgbaImage {
  const [widthPx, heightPx] = [24, 22];
  const themes = ['dark', 'light', 'transparent'] as const;
  const all = createImage(widthPx * 6, heightPx * themes.length);
  for (const [row, theme] of themes.entries()) {
    for (let bars = 0; bars < 6; bars += 1) {
      const whole = draw(card({ theme, server: { ...island, bars } }));
      for (let y = 0; y < heightPx; y += 1) {
        const from = ((108 + y) * whole.widthPx + 561) * 4;
        const to = ((row * heightPx + y) * all.widthPx + bars * widthPx) * 4;
        all.data.set(whole.data.subarray(from, from + widthPx * 4), to);
      }
    }
  }
  return all;
}

const cases: Readonly<Record<string, () => RgbaImage>> = {
  'widget/signals': signals,
  'widget/materials': () =>
    draw(
      card({
        edition: 'Bedrock',
        motd: codes(
          '§7grey §ggold §hquartz §iiron §jcoal §mred §ncopper\n§pgold §qemerald §sdiamond §tlapis §uamethyst §vresin',
          'bedrock',
        ),
      }),
    ),
  'widget/dark': () => draw(card()),
  'widget/light': () => draw(card({ theme: 'light' })),
  'widget/transparent': () => draw(card({ theme: 'transparent' })),
  'widget/dark-2': () => draw(card({ scale: 2 })),
  'widget/transparent-2': () => draw(card({ scale: 2, theme: 'transparent' })),
  'widget/decorations-dark': () => draw(card({ motd: decorations })),
  'widget/decorations-light': () => draw(card({ motd: decorations, theme: 'light' })),
  'widget/decorations-transparent': () => draw(card({ motd: decorations, theme: 'transparent' })),
  'widget/long': () =>
    draw(
      card({
        host: 'a.very.long.subdomain.of.a.hosting-company.with-a-long-name.example:25599',
        server: {
          ...island,
          motd: long,
          version: 'Requires Minecraft 1.8.x, 1.9.x, 1.10.x, 1.11.x, 1.12.x / 1.21.x',
          players: { online: 48_213, max: 200_000 },
          bars: 3,
        },
      }),
    ),
  'widget/one-line': () => draw(card({ motd: codes('A Minecraft Server') })),
  'widget/three-lines': () => draw(card({ motd: codes('one\n§atwo\n§cthree') })),
  'widget/east-asian': () =>
    draw(
      card({
        host: '例え.テスト',
        motd: codes('§b欢迎来到§e我的世界§b服务器！\n§dようこそ §a환영합니다 §7| §c小游戏'),
      }),
    ),
  'widget/emoji': () =>
    draw(
      card({
        edition: 'Bedrock',
        motd: codes('🎉 §dParty! ⚔️ ❤️‍🔥 👨‍👩‍👧‍👦 🏳️‍🌈\n§g✪ Gold §u♦ Amethyst §q➤ Emerald', 'bedrock'),
      }),
    ),
  'widget/emoji-transparent': () =>
    draw(card({ theme: 'transparent', motd: codes('🎉 §dParty! ⚔️ ❤️‍🔥') })),
  'widget/right-to-left': () =>
    draw(
      card({
        host: 'שרת.example',
        motd: codes(
          '§aברוכים הבאים §eלשרת §lSurvival 1.21§r §bשלנו!\n§6مرحبا §cبك§6م في §fخادمنا (24/7)',
        ),
      }),
    ),
  'widget/signs-from-the-right': () =>
    draw(card({ motd: codes('world (§aעולם§r) [VIP] 1.21\n§eהנחה של 50% (עד §l$5§r§e) ❤ סוף') })),
  'widget/adorned': () =>
    draw(
      card({
        theme: 'light',
        motd: codes('§5꧁༺ §dRealm of Kings §5༻꧂\n§6⚔ §cPvP §8⟦§bNEW§8⟧ §7⫷ ☽ ღ ✞ ⚑ ⫸ ⟨§aeasy§7⟩'),
      }),
    ),
  'widget/rules': () =>
    draw(
      card({
        motd: codes('      ᴡᴇʟᴄᴏᴍᴇ ▪ ＦＵＬＬ\n§8§m          §r §b▶ §fPVP §b◀ §8§m          '),
      }),
    ),
  'widget/no-message': () => draw(card({ server: { ...island, motd: codes(' \n§l ') } })),
  'widget/nobody': () =>
    draw(
      card({
        host: '[2001:db8::1]:25577',
        server: { ...island, players: { online: 0, max: 0 }, version: null, bars: 0 },
      }),
    ),
  'widget/players-unknown': () => draw(card({ server: { ...island, players: null, bars: 1 } })),
  'widget/overfull': () =>
    draw(card({ server: { ...island, players: { online: 2_147_483_647, max: 20 } } })),
  'widget/own-icon': () => draw(card({ server: { ...island, icon: ownIcon() } })),
  'widget/offline-dark': () => draw(card({ server: null })),
  'widget/offline-light': () => draw(card({ server: null, theme: 'light' })),
  'widget/offline-transparent': () => draw(card({ server: null, theme: 'transparent' })),
  'widget/unknown-dark': () => draw(card({ server: null, state: 'unknown' })),
  'widget/unknown-light': () => draw(card({ server: null, state: 'unknown', theme: 'light' })),
  'widget/unknown-transparent': () =>
    draw(card({ server: null, state: 'unknown', theme: 'transparent' })),
  'widget/french': () => draw(card({ lang: 'fr', motd: [] })),
  'widget/unknown-arabic': () => draw(card({ lang: 'ar', server: null, state: 'unknown' })),
  'widget/centred': () => draw(card({ motd: centred })),
  'widget/centred-transparent-2': () =>
    draw(card({ motd: centred, theme: 'transparent', scale: 2 })),
  'widget/centred-right-to-left': () =>
    draw(card({ theme: 'light', motd: codes(`${' '.repeat(22)}§2ברוכים הבאים לשרת`) })),
  'widget/heads-dark': () => draw(withHeads()),
  'widget/heads-light': () => draw({ ...withHeads(), theme: 'light' }),
  'widget/heads-transparent-2': () => draw({ ...withHeads(), theme: 'transparent', scale: 2 }),
  'widget/styled-letters': () =>
    draw(card({ motd: codes('§b𝗕𝗼𝗹𝗱 𝓢𝓬𝓻𝓲𝓹𝓽 §e𝔉𝔯𝔞𝔨𝔱𝔲𝔯 𝕆𝕡𝕖𝕟 𝙼𝚘𝚗𝚘\n§a𝐒𝐞𝐫𝐢𝐟 §d𝘪𝘵𝘢𝘭𝘪𝘤 §f𝟙𝟚𝟛 𝟏𝟐𝟑') })),
  'widget/default-icon': defaultIcon,
};

describe('the card of a game server', () => {
  it.each(Object.entries(cases))('%s', (name, drawCase) => {
    expectGolden(name, drawCase());
  });

  it('is looked at in every kept picture', () => {
    expect(goldenNames('widget')).toEqual(Object.keys(cases).toSorted());
  });

  it('does not depend on what was drawn before it', () => {
    const first = drawServerCard(createFontRegistry(), card({ motd: decorations }));
    draw(card({ theme: 'transparent', scale: 2 }));
    expectSameBytes(draw(card({ motd: decorations })).data, first.data);
  });

  it('shows of hidden letters only how wide they are', () => {
    const [one, other] = ['§kbdqp§r x', '§kpqdb§r x'].map((text) =>
      draw(card({ motd: codes(text) })),
    );
    expectSameBytes(one!.data, other!.data);
  });

  it('is drawn for any message', () => {
    const texts = [
      'a'.repeat(2048),
      ' '.repeat(2048),
      '\n'.repeat(500),
      '\u0301'.repeat(600),
      '\u{1f468}\u200d'.repeat(300),
      '\ue000\uf8ff\u{10fffd} \ufffd\ufeff\u200b',
      'ש'.repeat(700),
      '§k§l§m§n§o'.repeat(200) + 'x',
    ];
    for (const text of texts) {
      for (const theme of ['dark', 'transparent'] as const) {
        const { widthPx, heightPx } = draw(card({ motd: codes(text), theme, host: text }));
        expect([widthPx, heightPx]).toEqual([600, 138]);
      }
    }
  });
});
