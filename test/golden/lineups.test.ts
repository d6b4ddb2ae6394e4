import { describe, expect, it } from 'vitest';
import { draw } from '../../src/engine/engine.ts';
import { findCrowd, readCrowd } from '../../src/engine/entry/crowd.ts';
import { silhouette } from '../../src/engine/entry/load-sheets.ts';
import { createImage } from '../../src/engine/image/canvas.ts';
import { decodePng } from '../../src/engine/image/decode-png.ts';
import { encodePng } from '../../src/engine/image/encode.ts';
import { openLocalDrawing } from '../../src/engine/library/local-drawing.ts';
import { noProps, type SceneProps } from '../../src/engine/options/spec.ts';
import { readGroup, type GroupOptions } from '../../src/engine/options/spec.ts';
import { expectGolden, goldenNames } from './harness.ts';

/** A tree at sunset. */
function icon(): SceneProps['flag'] {
  const image = createImage(64, 64);
  for (let at = 0; at < 64 * 64; at++) {
    const [x, y] = [(at % 64) >> 2, at >> 8];
    const isLeaf = Math.abs(x - 5) < 3 && y > 3 && y < 9;
    const isSun = (x - 11) ** 2 + (y - 5) ** 2 < 7;
    const sky = [40 + y * 8, 60 + y * 4, 140 - y * 3];
    const colour = y > 11 ? [70, 150, 60] : isLeaf ? [50, 120, 50] : isSun ? [255, 220, 120] : sky;
    image.data.set([...colour, 255], at * 4);
  }
  return { revision: 'icon', png: encodePng(image) };
}

const flag = icon();
const drawing = openLocalDrawing();

/** A picture of a server as its route orders it. */
async function drawn(options: GroupOptions, props: SceneProps, crowd: number) {
  const place = (name: string): string => name;
  const group = crowd > 0 ? readCrowd(crowd, options, place) : readGroup([], options, place);
  const files = findCrowd(crowd).map((found) => {
    if (!('item' in found)) throw new Error('nobody was found');
    const { revision, sheet: png } = silhouette;
    return { ...found.item, skin: { revision, png }, cape: null, isPicture: false, isGrey: true };
  });
  const bytes = await draw({ ...group, props }, files, { drawing, client: undefined });
  return decodePng(bytes);
}

const title = 'oakhaven.net';
const banner = { title, size: '480x120' } as const;
const og = { title, size: '300x158' } as const;
const camp = { ...noProps, hasFire: true };
const crowd = { ...noProps, sign: '+48,204' };

const cases = {
  'camp-banner': [{ ...banner, scene: 'meadow', subtitle: 'Be the first' }, camp, 0],
  'camp-og-dark': [{ ...og, scene: 'night', subtitle: 'Be the first' }, camp, 0],
  'crowd-banner-flag': [
    { ...banner, size: '960x240', scene: 'meadow', subtitle: '48,213 of 200,000 online' },
    { ...crowd, flag },
    9,
  ],
  'crowd-og-dark': [{ ...og, scene: 'cave', subtitle: '48,213 of 200,000 online' }, crowd, 9],
  'few-og-flag': [
    { ...og, size: 'og', scene: 'snow', subtitle: '3 of 20 online' },
    { ...noProps, flag },
    3,
  ],
  'crowd-server-list': [{ scene: 'meadow', title, size: 'server-list' }, { ...crowd, flag }, 9],
} as const satisfies Record<string, readonly [GroupOptions, SceneProps, number]>;

describe('golden pictures of line-ups', () => {
  it.each(Object.entries(cases))('%s', async (name, [options, props, count]) => {
    expectGolden(`lineups/${name}`, await drawn(options, props, count));
  });

  it('every kept picture belongs to a case', () => {
    const names = Object.keys(cases).map((name) => `lineups/${name}`);
    expect(goldenNames('lineups')).toEqual(names.toSorted());
  });
});
