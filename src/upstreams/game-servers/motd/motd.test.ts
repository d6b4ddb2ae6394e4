import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readComponent } from './component.ts';
import {
  escapeHtml,
  motdHtml,
  createRunList,
  plainStyle,
  plainText,
  type TextRun,
} from './text-run.ts';
import {
  readSectionCodes,
  withoutSectionCodes,
  writeSectionCodes,
  readStyledLine,
  shortText,
} from './section-codes.ts';
import { editions } from '../target.ts';

function codes(text: string, edition: 'java' | 'bedrock' = 'java'): readonly TextRun[] {
  const list = createRunList();
  readSectionCodes(text, list, { base: plainStyle, edition });
  return list.runs;
}

/** A run in short: its text, its colour, the first letters of its decorations. */
function short(runs: readonly TextRun[]): readonly string[] {
  return runs.map(({ text, color, ...marks }) => {
    const letters = Object.entries(marks).flatMap(([name, is]) => (is ? [name.slice(0, 2)] : []));
    return [text, color ?? '-', ...letters].join(' ');
  });
}

describe('section codes', () => {
  it.each<[string, string[]]>([
    ['plain', ['plain -']],
    ['', []],
    ['§aGreen§r plain', ['Green #55ff55', ' plain -']],
    ['§AUpper', ['Upper #55ff55']],
    ['§lBold §nboth', ['Bold  - bo', 'both - bo un']],
    ['§l§6ends the bold', ['ends the bold #ffaa00']],
    ['§6§l§o§m§n§kall', ['all #ffaa00 bo it un st ob']],
    ['§x§F§f§8§0§0§0hex', ['hex #ff8000']],
    ['§x§F§f§8too short', ['too short #555555']],
    ['§zunknown §', ['unknown  -']],
    ['§§a', ['a -']],
    ['a\nb', ['a\nb -']],
    ['a\r\nb\u0007\u2028', ['a\nb -']],
    ['\u202etxet\u202c \u2066x\u2069', ['txet x -']],
    ['\ud83d half', ['\ufffd half -']],
  ])('%j', (text, expected) => {
    expect(short(codes(text))).toEqual(expected);
  });

  it('differ in the Bedrock edition: a colour resets no style, and m and n are colours', () => {
    expect(short(codes('§lB§cR§mM§nN§oI', 'bedrock'))).toEqual([
      'B - bo',
      'R #ff5555 bo',
      'M #971607 bo',
      'N #b4684d bo',
      'I #b4684d bo it',
    ]);
  });

  it('have the colours that components have by name', () => {
    const names =
      'black dark_blue dark_green dark_aqua dark_red dark_purple gold gray dark_gray blue green aqua red light_purple yellow white';
    const named = names.split(' ').flatMap((color) => readComponent({ text: color, color }));
    const coded = names.split(' ').map((name, at) => `§${at.toString(16)}${name}`);
    expect(named).toEqual(codes(coded.join('')));
  });

  it('can be removed', () => {
    expect(withoutSectionCodes('§x§1§2§3§4§5§6a§lb§')).toBe('ab');
  });

  it('keep their meaning when they are written out again', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...'§|a|b|x|1|f|g|§7|§l|§r|§n|§o| |\n'.split('|'))),
        (letters) => {
          for (const edition of editions) {
            const runs = codes(letters.join(''), edition);
            expect(codes(writeSectionCodes(runs, edition), edition)).toEqual(runs);
          }
        },
      ),
    );
  });

  it('are read up to a thousand letters', () => {
    expect(plainText(codes('ab'.repeat(100_000)))).toHaveLength(1024);
    expect(plainText(readComponent('ab'.repeat(100_000)))).toHaveLength(1024);
    expect(codes('§aa§bb'.repeat(100_000))).toHaveLength(128);
  });
});

describe('readComponent', () => {
  it.each<[string, unknown, string[]]>([
    ['a text', 'a §cred', ['a  -', 'red #ff5555']],
    ['a number', 5, ['5 -']],
    ['nothing', undefined, []],
    ['null', null, []],
    ['an object', { text: 'x', color: 'gold', bold: true }, ['x #ffaa00 bo']],
    ['a hex colour', { text: 'x', color: '#FF8000' }, ['x #ff8000']],
    ['an unknown colour', { text: 'x', color: 'red;background:url(x)' }, ['x -']],
    ['a colour of any length', { text: 'x', color: `#${'0'.repeat(100)}1` }, ['x -']],
    ['a colour that is no text', { text: 'x', color: { toString: 1 } }, ['x -']],
    [
      'children',
      { text: 'a', color: 'red', extra: ['b', { text: 'c', color: 'blue', italic: true }, 'd'] },
      ['ab #ff5555', 'c #5555ff it', 'd #ff5555'],
    ],
    [
      'decorations taken back',
      {
        text: 'a',
        bold: true,
        extra: [
          { text: 'b', bold: false },
          { text: 'c', color: 'reset' },
        ],
      },
      ['a - bo', 'b -', 'c - bo'],
    ],
    ['an array, whose first is the parent', [{ text: 'a', color: 'red' }, 'b'], ['ab #ff5555']],
    ['arrays in arrays', [['a', ['b']], [[['c']]]], ['abc -']],
    ['an array whose first is one', [[{ text: 'a', color: 'red' }], 'b'], ['ab #ff5555']],
    ['an array in extra', { text: '', extra: [['a', 'b']] }, ['ab -']],
    [
      'codes in a component',
      { text: 'a§lb§rc', color: 'red' },
      ['a #ff5555', 'b #ff5555 bo', 'c #ff5555'],
    ],
    ['a translation', { translate: 'multiplayer.title' }, ['multiplayer.title -']],
    [
      'a translation with arguments',
      {
        translate: 'key',
        fallback: '%s of %2$s, 100%% %s',
        with: ['one', { text: 'two', color: 'red' }],
      },
      ['one of  -', 'two #ff5555', ', 100%  -', 'two #ff5555'],
    ],
    ['what only the game itself can fill in', { score: { name: 'x', objective: 'y' } }, []],
    ['whom nobody can name', [{ selector: '@p' }, 'z'], ['@pz -']],
    ['a key', ['Press ', { keybind: 'key.jump' }], ['Press Space -']],
    ['a key that nobody knows', { keybind: 'key.mod.fly' }, ['key.mod.fly -']],
    ['the value of a score', { score: { name: 'x', objective: 'y', value: '12' } }, ['12 -']],
    ['a translation of the game', { translate: 'multiplayer.status.old' }, ['Old -']],
    ['the name of what a key does', { translate: 'key.inventory' }, ['Open/Close Inventory -']],
    [
      'a translation of the game with arguments',
      { translate: 'multiplayer.disconnect.incompatible', with: [{ text: '1.21', color: 'red' }] },
      ['Incompatible client! Please use  -', '1.21 #ff5555'],
    ],
    [
      'the game’s own words before a fallback',
      { translate: 'disconnect.timeout', fallback: 'x' },
      ['Timed out -'],
    ],
    ['things of wrong types', { text: {}, extra: 'x', bold: 'yes', with: 3 }, []],
  ])('%s', (_name, component, expected) => {
    expect(short(readComponent(component))).toEqual(expected);
  });

  it('ignores components that are nested too deeply, and survives any depth', () => {
    let nested: unknown = 'deep';
    for (let i = 0; i < 20; i++) nested = { text: 'x', extra: [nested] };
    expect(plainText(readComponent(nested))).toContain('deep');
    const json = `${'{"text":"y","extra":['.repeat(10_000)}"z"${']}'.repeat(10_000)}`;
    const deep = plainText(readComponent(JSON.parse(json)));
    expect(deep).toMatch(/^y{10,40}$/);
    const arrays = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(readComponent(JSON.parse(arrays))).toEqual([]);
  });

  describe('limits the work for a message that expands', () => {
    /** A component without text that counts how often it is read. */
    const counted = () => {
      let times = 0;
      const leaf = {
        get text() {
          times += 1;
          return '§r'.repeat(500);
        },
      };
      return { leaf, times: () => times };
    };
    const twice = (below: unknown) => ({ translate: '%1$s%1$s', with: [below] });
    const often = (below: unknown) => ({ translate: '%1$s'.repeat(4000), with: [below] });

    it.each<[string, (leaf: unknown) => unknown, number]>([
      ['doubled thirty times', (leaf) => Array.from({ length: 30 }).reduce(twice, leaf), 2],
      ['doubled a few times', (leaf) => Array.from({ length: 12 }).reduce(twice, leaf), 2],
      ['named thousands of times', often, 1],
      ['thousands of times thousands of times', (leaf) => often(often(leaf)), 1],
      ['a long list again and again', (leaf) => often(Array.from({ length: 5000 }, () => leaf)), 1],
    ])('%s', (_name, nest, atLeast) => {
      const { leaf, times } = counted();
      expect(readComponent(nest(leaf))).toEqual([]);
      expect(times()).toBeGreaterThanOrEqual(atLeast);
      expect(times()).toBeLessThan(150);
    });

    it('but reads a message with a colour for each letter', () => {
      const letters = 'a rainbow of a message '.repeat(5);
      const extra = Array.from(letters, (text, i) => ({
        text,
        color: `#0000${i % 90}`.slice(0, 7),
      }));
      expect(plainText(readComponent({ text: '', extra }))).toBe(letters);
      const coded = Array.from(letters, (letter) => `§x§1§2§3§4§5§6§l${letter}`).join('');
      expect(plainText(readComponent(coded))).toBe(letters);
    });
  });
});

describe('motdHtml', () => {
  it('has a span for every style', () => {
    expect(motdHtml(codes('plain §6§l§ngold\n§rtwo §kthree'))).toBe(
      'plain <span style="color:#ffaa00;font-weight:bold;text-decoration:underline">gold<br></span>two <span class="obfuscated">three</span>',
    );
    expect(motdHtml(codes('§m§n§olines'))).toBe(
      '<span style="font-style:italic;text-decoration:underline line-through">lines</span>',
    );
  });

  it('escapes text', () => {
    expect(escapeHtml(`<b a="1" c='2'>&amp;`)).toBe(
      '&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;',
    );
  });

  const hostile = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    '</span><svg/onload=alert(1)>',
    '&lt;script&gt;',
    '§c<§lscript§r>',
    '<!--',
    '<![CDATA[',
    'javascript:alert(1)',
    '\u0000<\u0000script>',
    '\ud83d<b>',
  ];

  it('emits no other markup than its own', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(...hostile, '§', '#ff0000'),
    );
    fc.assert(
      fc.property(piece, piece, fc.boolean(), (text, color, bold) => {
        expectOnlyOurTags(motdHtml(readComponent({ text, color, bold, extra: [color, { text }] })));
      }),
    );
  });
});

/** Takes our own tags away: what is left must not hold one, nor an entity that is not ours. */
function expectOnlyOurTags(html: string): void {
  const style =
    /^(?:(?:color:#[0-9a-f]{6}|font-weight:bold|font-style:italic|text-decoration:(?:underline|line-through| )+)(?:;|$))+$/;
  const rest = html.replaceAll(
    /<span(?: class="obfuscated")?(?: style="([^"]*)")?>|<\/span>|<br>/g,
    (_tag, css: string | undefined) => {
      if (css !== undefined) expect(css).toMatch(style);
      return '';
    },
  );
  expect(rest).not.toMatch(/[<>"']/);
  expect(rest.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, '')).not.toContain('&');
}

describe('shortText', () => {
  it.each([
    ['§aPaper §l1.21\n', 'Paper 1.21'],
    ['one\tand\u0007 two', 'one and two'],
    ['a'.repeat(500), 'a'.repeat(128)],
    ['§a'.repeat(50_000), ''],
    [`${'a'.repeat(127)}\u{1f600}`, `${'a'.repeat(127)}\ufffd`],
  ])('%#', (text, expected) => {
    expect(shortText(text)).toBe(expected);
  });
});

describe('readStyledLine', () => {
  it('keeps and parses the codes', () => {
    const { raw, runs } = readStyledLine('§aPaper\n§l1.21', 'java');
    expect(raw).toBe('§aPaper\n§l1.21');
    expect(short(runs)).toEqual(['Paper  #55ff55', '1.21 #55ff55 bo']);
  });

  it('keeps only as much as fits on a line', () => {
    const { raw, runs } = readStyledLine('§ax§b'.repeat(10_000), 'java');
    expect(raw.length).toBeLessThanOrEqual(2048);
    expect(runs.length).toBeLessThanOrEqual(64);
  });
});

describe('heads', () => {
  const texture = 'ab'.repeat(32);
  const profile = {
    textures: { SKIN: { url: `http://textures.minecraft.net/texture/${texture}` } },
  };
  const value = Buffer.from(JSON.stringify(profile)).toString('base64');
  const head = { kind: 'head', texture: null, uuid: null, name: null, hat: true };
  const uuid = '069a79f444e94726a5befca90e38aaf5';

  it.each<[string, unknown, unknown]>([
    ['a name', { player: 'Notch' }, { ...head, name: 'Notch' }],
    ['without its hat', { player: 'Notch', hat: false }, { ...head, name: 'Notch', hat: false }],
    [
      'a UUID in numbers',
      { player: { id: [110_787_060, 1_156_138_790, -1_514_210_135, 238_594_805] } },
      { ...head, uuid },
    ],
    [
      'a UUID in digits',
      { player: { id: '069A79F4-44e9-4726-a5be-fca90e38aaf5' } },
      { ...head, uuid },
    ],
    [
      'a signed profile',
      { player: { name: 'x', properties: [{ name: 'textures', value, signature: '…' }] } },
      { ...head, texture, name: 'x' },
    ],
    ['a sprite', { sprite: 'item/porkchop', atlas: 'blocks' }, { kind: 'blank' }],
    ['nobody', { player: {} }, { kind: 'blank' }],
    ['a name that is none', { player: 'two words' }, { kind: 'blank' }],
    ['wrong types', { player: { name: 7, id: [1, 2], properties: 'x' } }, { kind: 'blank' }],
    [
      'a profile that is no JSON',
      { player: { properties: [{ name: 'textures', value: 'e30=e30=' }] } },
      { kind: 'blank' },
    ],
  ])('%s', (_name, component, object) => {
    const runs = readComponent(['a', component, 'b']);
    expect(runs.map((run) => run.object)).toEqual([undefined, object, undefined]);
    expect(plainText(runs)).toBe('a b');
  });

  it('are limited to sixteen; further ones become blanks', () => {
    const runs = readComponent(Array.from({ length: 400 }, () => ({ player: 'Notch' })));
    expect(runs.filter(({ object }) => object?.kind === 'head')).toHaveLength(16);
    expect(runs.length).toBeLessThanOrEqual(128);
  });
});
