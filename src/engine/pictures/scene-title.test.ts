import { describe, expect, it } from 'vitest';
import { createFontRegistry } from '../text/font-registry.ts';
import { createImage } from '../image/canvas.ts';
import { named } from '../../../test/support/layouts.ts';
import { formationOf } from '../scenes/layout/formation.ts';
import { layOut } from '../scenes/layout/layout.ts';
import { sizes, type SizePx } from '../scenes/layout/sizes.ts';
import { drawTitle, titleSetter } from './scene-title.ts';

const fonts = createFontRegistry();
const set = (title: string, subtitle = '') => titleSetter(fonts, { title, subtitle });

/** The different colours of a drawn title, as `rrggbbaa`. */
function coloursOf(title: string): Set<string> {
  const block = set(title)({ spacePx: 2000, pixelPx: 6 });
  const picture = createImage(block.sizePx[0], block.sizePx[1]);
  drawTitle(picture, fonts, {
    lines: block.lines,
    position: { align: 'left', xPx: 0, topPx: 0, spacePx: 2000, pixelPx: 6 },
    colours: { first: '#ffeecc', soft: '#ccbbaa', rim: '#102030' },
  });
  const hex = Buffer.from(picture.data).toString('hex');
  return new Set(hex.match(/.{8}/g));
}

describe('a title', () => {
  const scripts = ['Oakhaven', 'Дубрава', '夏の大会', 'شجرة', 'ฤดูร้อน', 'नमस्ते', '챔피언'];

  it.each(scripts)('%s has hard edges, one fill and one rim', (title) => {
    expect(coloursOf(title)).toEqual(new Set(['00000000', 'ffeeccff', '102030ff']));
  });

  it('keeps the colours of emoji', () => {
    expect(coloursOf('🦊').size).toBeGreaterThan(8);
  });

  it.each(scripts)('%s is about as high as any other', (title) => {
    const high = (text: string): number => set(text)({ spacePx: 2000, pixelPx: 6 }).sizePx[1];
    expect(high(title) / high('Oakhaven')).toBeGreaterThan(0.8);
    expect(high(title) / high('Oakhaven')).toBeLessThan(2);
  });

  it('takes two lines before it shrinks', () => {
    const title = set('The winners of the summer');
    const [wide] = title({ spacePx: 5000, pixelPx: 4 }).sizePx;
    expect(title({ spacePx: wide, pixelPx: 4 })).toMatchObject({ pixelPx: 4, isWrapped: false });
    expect(title({ spacePx: wide - 1, pixelPx: 4 })).toMatchObject({ pixelPx: 4, isWrapped: true });
    const small = title({ spacePx: Math.floor(wide / 3), pixelPx: 4 });
    expect(small.pixelPx).toBeLessThan(4);
    expect(small.isCut).toBe(false);
    expect(title({ spacePx: 30, pixelPx: 4 }).isCut).toBe(true);
  });

  it('takes four lines before it is smaller than is good', () => {
    const title = set('The winners of the long summer of games');
    const space = { spacePx: 300, pixelPx: 4 };
    expect(title(space).pixelPx).toBeLessThan(3);
    const good = title({ ...space, leastPx: { title: 3, subtitle: 2 } });
    expect(good).toMatchObject({ pixelPx: 3, isSmall: false, isCut: false });
    expect(good.lines).toHaveLength(4);
    expect(title({ ...space, spacePx: 90, leastPx: { title: 3, subtitle: 2 } }).isSmall).toBe(true);
  });

  const eighty = 'A very long title of a server that goes on and on until eighty characters are!!!';
  const { 'server-list': _tiny, ...others } = sizes;

  it.each(Object.entries(others))('is at least a twenty-fifth of the height of %s', (_, sizePx) => {
    for (const count of [0, 3, 10]) {
      for (const text of ['Oakhaven', 'play.a-long-host.example.org:25565', eighty]) {
        const title = set(text, eighty);
        const asked = { ...named(count, 4), title };
        const layout = layOut({ ...asked, formation: formationOf('auto', asked, sizePx) }, sizePx);
        const { lines } = title(layout.title!);
        const highOf = (isTitle: boolean): number =>
          Math.min(
            ...lines.filter((one) => one.isTitle === isTitle).map(({ line }) => line.sizePx[1]),
          );
        expect(highOf(true)).toBeGreaterThanOrEqual(sizePx[1] / 25);
        expect(highOf(false)).toBeLessThanOrEqual(highOf(true) * 0.75);
        // Readable where a chat shows it.
        expect((highOf(false) / sizePx[0]) * 520).toBeGreaterThanOrEqual(8);
      }
    }
  });

  it.each<SizePx>([sizes['server-list'], [468, 64], [320, 80], [512, 64], [64, 64], [2000, 64]])(
    'stays in a picture of %i×%i px, cut rather than outside of it',
    (...sizePx) => {
      for (const count of [0, 1, 3]) {
        for (const text of ['Oakhaven', eighty, '欢迎来到我们的生存服务器'.repeat(4)]) {
          const title = set(text, text);
          const asked = { ...named(count, 4), title };
          const layout = layOut(
            { ...asked, formation: formationOf('auto', asked, sizePx) },
            sizePx,
          );
          const { sizePx: takes, lines } = title(layout.title!);
          expect(layout.title!.topPx).toBeGreaterThanOrEqual(0);
          expect(layout.title!.topPx + takes[1]).toBeLessThanOrEqual(sizePx[1]);
          expect(lines.some(({ isTitle }) => isTitle)).toBe(true);
        }
      }
    },
  );

  it('has both lines in one font, also if the pixel font has all characters of one', () => {
    const { lines } = set('Победители 勝者 and you')({ spacePx: 500, pixelPx: 5 });
    expect(lines).toHaveLength(2);
    expect(lines.map(({ line }) => 'text' in line)).toEqual([true, true]);
  });

  it('has a subtitle of half its size, never larger than itself', () => {
    const { lines, sizePx } = set('Oakhaven', 'Season 5')({ spacePx: 2000, pixelPx: 6 });
    expect(lines.map(({ isTitle }) => isTitle)).toEqual([true, false]);
    expect(lines[1]!.topPx + lines[1]!.line.sizePx[1]).toBe(sizePx[1]);
    expect(lines[1]!.line.sizePx[1]).toBeLessThan(lines[0]!.line.sizePx[1]);
  });
});
