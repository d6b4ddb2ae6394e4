import { describe, expect, it } from 'vitest';
import {
  noEars,
  writeConfig,
  writeVersion0,
  writeVersion1,
} from '../../../../test/support/ears-encoder.ts';
import { createImage } from '../../image/canvas.ts';
import {
  earAnchors,
  earModes,
  legModes,
  protrusions,
  tailModes,
  wingModes,
  wingMotions,
} from './shape.ts';
import { readFeatures, type EarsFeatures } from './read-features.ts';

const tailOf = (mode: NonNullable<EarsFeatures['tail']>['mode'], ...bendsDegrees: number[]) => ({
  tail: { mode, bendsDegrees, isMoving: true },
});
const wings = (
  mode: NonNullable<EarsFeatures['wings']>['mode'],
  motion: 'normal' | 'none' = 'normal',
) => ({ wings: { mode, motion } });
const snout = (width: number, height: number, depth: number, offset: number) => ({
  snout: { width, height, depth, offset },
});

/** Version 1: three bytes for each texel after the first; what is behind them is 0. */
const version1: readonly (readonly [string, Partial<EarsFeatures>])[] = [
  // Those that a fork of the mod tests its readers with (https://github.com/DaisyCatTs/Ears, `tests/fixtures`).
  ['000000', {}],
  ['000400', { ears: 'above' }],
  ['001000', { ears: 'sides' }],
  ['001c00', { ears: 'behind' }],
  ['002800', { ears: 'around' }],
  ['003400', { ears: 'floppy' }],
  ['004000', { ears: 'cross' }],
  ['004c00', { ears: 'out' }],
  ['005800', { ears: 'tall' }],
  ['006400', { ears: 'tall_cross' }],
  ['000800', { ears: 'above', anchor: 'front' }],
  ['000c00', { ears: 'above', anchor: 'back' }],
  ['000600', { ears: 'above', claws: true }],
  ['000500', { ears: 'above', crown: 'horn' }],
  ['000700', { ears: 'above', claws: true, crown: 'horn' }],
  ['000021 500000', tailOf('down', 30)],
  ['000041 500000', tailOf('back', 30)],
  ['000061 500000', tailOf('up', 30)],
  ['000081 500000', tailOf('vertical', 30)],
  ['0000a1 500000', tailOf('cross', 30)],
  ['0000c1 500000', tailOf('cross_overlap', 30)],
  ['0000e1 500000', tailOf('star', 30)],
  ['000001 500000', { ...wings('asymmetric_right', 'none'), chest: 0.322581 }],
  ['000039 fbefff 800000', tailOf('down', 44.285713, -44.285713, 90, -90)],
  ['00005b f7ffff 800000', tailOf('back', 90, 90, -90, -90)],
  ['000004', snout(1, 1, 1, 0)],
  ['00001f e00000', snout(7, 4, 8, 0)],
  ['000011 500000', snout(4, 2, 3, 4)],
  ['000002', { chest: 0.516129 }],
  ['000003 e00000', { chest: 1 }],
  ['000000 060000', wings('symmetric_dual')],
  ['000000 0a0000', wings('symmetric_single')],
  ['000000 0e0000', wings('asymmetric_left')],
  ['000000 120000', wings('asymmetric_right')],
  ['000000 160000', wings('asymmetric_dual')],
  ['000000 1a0000', wings('flat')],
  ['000000 040000', wings('symmetric_dual', 'none')],
  ['000000 020000', { cape: true }],
  ['000400 010000', { ears: 'above', isEmissive: true }],
  [
    '002f39 59c2a3 c53c5e',
    {
      ears: 'around',
      anchor: 'front',
      claws: true,
      crown: 'horn',
      ...tailOf('down', 30, -20, 14.285715, -10),
      ...snout(4, 2, 3, 3),
      ...wings('asymmetric_dual'),
      chest: 0.774194,
      cape: true,
      isEmissive: true,
    },
  ],
  // Those of other programs.
  [
    '002a2c 795124 030000',
    {
      ears: 'around',
      claws: true,
      cape: true,
      isEmissive: true,
      ...tailOf('down', -10, (-10 * 90) / 63),
      ...snout(4, 2, 2, 1),
    },
  ],
  ['030000 003000', { legs: 'partial' }],
];

/** Whole configurations, as `0xAARRGGBB`, of which only this much is known. */
const known: readonly (readonly [string, Partial<EarsFeatures>])[] = [
  [
    'ffea2501 ff0303ec ff72a01a ff149400',
    {
      legs: 'full',
      claws: true,
      crown: 'double_halo',
      swapsTail: true,
      wings: { mode: 'flat', motion: 'no_flight' },
    },
  ],
  [
    'fc3f23d8 fc23d8c6 fc3f23d8 fc3f23d8 ffd87823 6b000000 ff040202 ff340000 fc3f23d8 fc3f23d8 fc3f23d8 fc3f23d8 fc3f23d8',
    {
      ...noEars,
      ears: 'around',
      chest: 0.40625,
      ...tailOf('vertical', 14.765625),
      ...snout(4, 2, 2, 0),
    },
  ],
  [
    'ff3f23d8 ffd82350 ff3f23d8 ffd82350 ff3f23d8 5557d500 ff000000 ff000000 ffd82350',
    { tail: { mode: 'down', bendsDegrees: [30.234375, -29.53125, 60.46875], isMoving: false } },
  ],
  [
    'ff3f23d8 ffd823ff ff23d848 ff23d8c6 ff23d848 ff808000 ff040304 ff000200 ffd823b7 ff3f23d8 ff3f23d8 ff3f23d8 ff3f23d8',
    {
      ears: 'out',
      anchor: 'front',
      claws: true,
      crown: 'horn',
      ...tailOf('back', 0, 90 / 128, 90 / 128),
      ...snout(4, 3, 4, 2),
      ...wings('symmetric_dual'),
    },
  ],
  ['ff3f23d8 ffd82350 ff3f23d8 ffd82350 ffd82350 ff000000 ff050206 ff000600', snout(5, 2, 6, 6)],
  [
    'ff3f23d8 ffd82350 ff3f23d8 ffd82350 fffefdf2 6f60bf00 ff3f23d8 ff3f23d8 ffd82350 ff3f23d8 ff3f23d8 ff23d848 ff000002',
    { legs: 'partial', swapsTail: true, snout: null, chest: 0, cape: false },
  ],
  [
    'ff3f23d8 ffd82350 ff3f23d8 ffd82350 ff5e605a bebf0000',
    { tail: { mode: 'star_overlap', bendsDegrees: [-45, 45], isMoving: false } },
  ],
  [
    'ff3f23d8 ff3f23d8 ff3f23d8 ff23d848 ff3f23d8 55000000 ff3f23d8 ff000000 ffd82350 ff3f23d8',
    {
      ears: 'above',
      claws: true,
      tail: { mode: 'down', bendsDegrees: [30.234375], isMoving: false },
    },
  ],
  [
    'ff3f23d8 ff23d848 ff3f23d8 ffd82350 ffd82350 ff3f23d8 ff030204 ff400210 ffd82350 ff3f23d8',
    { ears: 'sides', chest: 0.5, cape: true, ...snout(3, 2, 4, 2) },
  ],
  ['ff3f23d8 ffb923d8 ff3f23d8 ffd82350', { ears: 'behind', anchor: 'centre' }],
];

function sheetWith(texels: string) {
  const sheet = createImage(64, 64);
  writeConfig(
    sheet,
    texels.split(' ').map((hex) => Number.parseInt(hex, 16)),
  );
  return sheet;
}

/** Numbers in as many decimals as the mod's are written with. */
function rounded(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_key, one: unknown) =>
    typeof one === 'number' ? Math.round(one * 1e4) / 1e4 : one,
  );
}

describe('what other programs read from a sheet', () => {
  it.each(version1)('version 1, %s', (bytes, said) => {
    const read = readFeatures(sheetWith(`ffea2501 ff${bytes.replaceAll(' ', ' ff')}`))!;
    expect(rounded(read)).toEqual(rounded({ ...noEars, ...said }));
  });

  it.each(known)('%s', (texels, said) => {
    expect(readFeatures(sheetWith(texels))).toMatchObject(said);
  });
});

/** One answer after another, in all of its values. */
const answers: readonly EarsFeatures[] = [
  ...earModes.flatMap((ears) =>
    earAnchors.map((anchor) => ({
      ...noEars,
      ears,
      anchor: ['none', 'behind', 'floppy'].includes(ears) ? ('centre' as const) : anchor,
    })),
  ),
  ...protrusions.map((one) => ({ ...noEars, ...one })),
  ...tailModes.flatMap((mode) =>
    mode === 'none'
      ? []
      : [[0], [45, -45], [0, 45, 90], [-45, 90, -90, 45]].map((bendsDegrees) => ({
          ...noEars,
          tail: { mode, bendsDegrees, isMoving: bendsDegrees.length > 2 },
        })),
  ),
  ...[1, 4, 7].map((width) => ({
    ...noEars,
    snout: { width, height: 1 + (width >> 1), depth: 8 - width + 1, offset: 4 },
  })),
  ...wingModes.flatMap((mode) =>
    mode === 'none' ? [] : wingMotions.map((motion) => ({ ...noEars, wings: { mode, motion } })),
  ),
  ...legModes.map((legs) => ({ ...noEars, legs })),
  ...[0, 1].map((chest) => ({ ...noEars, chest, cape: true })),
  { ...noEars, isEmissive: true },
  { ...noEars, tail: { mode: 'up', bendsDegrees: [0], isMoving: true }, swapsTail: true },
];

describe('every answer', () => {
  it.each([
    ['version 0', writeVersion0],
    ['version 1', writeVersion1],
  ] as const)('%s', (_name, write) => {
    for (const said of answers) {
      const sheet = createImage(64, 64);
      write(sheet, said);
      const read = readFeatures(sheet)!;
      // Both versions have steps of about a degree.
      const bends = said.tail?.bendsDegrees ?? [];
      expect(read.tail?.bendsDegrees ?? []).toHaveLength(bends.length);
      bends.forEach((degrees, i) => {
        expect(Math.abs(read.tail!.bendsDegrees[i]! - degrees)).toBeLessThan(1);
      });
      const withoutBends = ({ tail, ...rest }: EarsFeatures) => ({
        ...rest,
        tail: tail && { ...tail, bendsDegrees: [] },
      });
      expect(withoutBends(read)).toEqual(withoutBends(said));
    }
  });

  it('of an older version is read without what was added', () => {
    const said: EarsFeatures = {
      ...noEars,
      tail: { mode: 'star', bendsDegrees: [0], isMoving: false },
      legs: 'full',
      crown: 'halo',
    };
    const sheet = createImage(64, 64);
    writeVersion1(sheet, said, 0);
    expect(readFeatures(sheet)).toMatchObject({
      tail: { mode: 'star', isMoving: true },
      legs: 'plantigrade',
      crown: 'none',
    });
  });
});

it('a sheet without data says nothing, nor one of 128×128, whatever is where they would be', () => {
  expect(readFeatures(createImage(64, 64))).toBeNull();
  const sheet = createImage(128, 128);
  writeVersion0(sheet, { ...noEars, ears: 'above' });
  expect(readFeatures(sheet)).toBeNull();
});

describe('senseless data', () => {
  it('in version 0 are those of a plain skin', () => {
    const sheet = sheetWith(
      ['ff3f23d8', ...Array.from({ length: 15 }, () => 'ff123456')].join(' '),
    );
    expect(readFeatures(sheet)).toMatchObject({
      ears: 'none',
      crown: 'none',
      claws: false,
      tail: null,
      wings: null,
      legs: 'plantigrade',
    });
  });

  it.each([
    [6, 2],
    [200, 0],
  ])('in version 0, a snout %i high is 4 high and begins at %i', (height, offset) => {
    const green = height.toString(16).padStart(2, '0');
    const sheet = sheetWith(
      `ff3f23d8 ffd82350 ff3f23d8 ffd82350 ffd82350 ff3f23d8 ff04${green}03 ff000700`,
    );
    expect(readFeatures(sheet)?.snout).toEqual({ width: 4, height: 4, depth: 3, offset });
  });

  it('in version 1, all bits set, keep every number within its bounds', () => {
    const sheet = sheetWith(
      ['ffea2501', ...Array.from({ length: 15 }, () => 'ffffffff')].join(' '),
    );
    expect(readFeatures(sheet)).toEqual({
      ...noEars,
      snout: { width: 7, height: 4, depth: 8, offset: 4 },
      chest: 1,
      cape: true,
      isEmissive: true,
      swapsTail: true,
    });
  });
});
