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
} from '../../model/ears/shape.ts';
import type { EarsFeatures } from './features.ts';
import { readFeatures } from './read-ears.ts';

/** Configurations of other programs' sheets, as `0xAARRGGBB`, and what those read from them. */
const known: Record<string, { readonly texels: string; readonly said: Partial<EarsFeatures> }> = {
  'version 1, an upper and a lower bend': {
    texels: 'ffea2501 ff002a2c ff795124 ff020000',
    said: {
      ears: 'around',
      anchor: 'centre',
      claws: true,
      crown: 'none',
      tail: { mode: 'down', bendsDegrees: [-10, (-10 * 90) / 63], isMoving: true },
      snout: { width: 4, height: 2, depth: 2, offset: 1 },
      chest: 0,
      wings: null,
      cape: true,
      isEmissive: false,
    },
  },
  'version 1, emissive': {
    texels: 'ffea2501 ff002a2c ff795124 ff030000',
    said: { isEmissive: true, cape: true },
  },
  'version 3, everything that was added': {
    texels: 'ffea2501 ff0303ec ff72a01a ff149400',
    said: {
      legs: 'full',
      claws: true,
      crown: 'double_halo',
      wings: { mode: 'flat', motion: 'no_flight' },
      swapsTail: true,
    },
  },
  'version 3, partial legs': {
    texels: 'ffea2501 ff030000 ff003000',
    said: { legs: 'partial', tail: null },
  },
  'version 0, with alpha in all texels': {
    texels:
      'fc3f23d8 fc23d8c6 fc3f23d8 fc3f23d8 ffd87823 6b000000 ff040202 ff340000 fc3f23d8 fc3f23d8 fc3f23d8 fc3f23d8 fc3f23d8',
    said: {
      ...noEars,
      ears: 'around',
      tail: { mode: 'vertical', bendsDegrees: [14.765625], isMoving: true },
      snout: { width: 4, height: 2, depth: 2, offset: 0 },
      chest: 0.40625,
    },
  },
  'version 0, three segments': {
    texels: 'ff3f23d8 ffd82350 ff3f23d8 ffd82350 ff3f23d8 5557d500 ff000000 ff000000 ffd82350',
    said: {
      tail: { mode: 'down', bendsDegrees: [30.234375, -29.53125, 60.46875], isMoving: false },
    },
  },
  'version 0, ears, snout and wings': {
    texels:
      'ff3f23d8 ffd823ff ff23d848 ff23d8c6 ff23d848 ff808000 ff040304 ff000200 ffd823b7 ff3f23d8 ff3f23d8 ff3f23d8 ff3f23d8',
    said: {
      ears: 'out',
      anchor: 'front',
      claws: true,
      crown: 'horn',
      tail: { mode: 'back', bendsDegrees: [0, 90 / 128, 90 / 128], isMoving: true },
      snout: { width: 4, height: 3, depth: 4, offset: 2 },
      wings: { mode: 'symmetric_dual', motion: 'normal' },
    },
  },
  'version 0, a long snout high up': {
    texels: 'ff3f23d8 ffd82350 ff3f23d8 ffd82350 ffd82350 ff000000 ff050206 ff000600',
    said: { snout: { width: 5, height: 2, depth: 6, offset: 6 } },
  },
  'version 0, legs and a tail that stays': {
    texels:
      'ff3f23d8 ffd82350 ff3f23d8 ffd82350 fffefdf2 6f60bf00 ff3f23d8 ff3f23d8 ffd82350 ff3f23d8 ff3f23d8 ff23d848 ff000002',
    said: { legs: 'partial', swapsTail: true, snout: null, chest: 0, cape: false },
  },
  'version 0, stars that overlap': {
    texels: 'ff3f23d8 ffd82350 ff3f23d8 ffd82350 ff5e605a bebf0000',
    said: { tail: { mode: 'star_overlap', bendsDegrees: [-45, 45], isMoving: false } },
  },
};

function sheetWith(texels: string) {
  const sheet = createImage(64, 64);
  writeConfig(
    sheet,
    texels.split(' ').map((hex) => Number.parseInt(hex, 16)),
  );
  return sheet;
}

describe('what other programs read from a sheet', () => {
  it.each(Object.entries(known))('%s', (_name, { texels, said }) => {
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

describe('a sheet without Ears', () => {
  it.each([
    [64, 32],
    [128, 128],
    [64, 64],
  ])('of %i×%i says nothing', (widthPx, heightPx) => {
    expect(readFeatures(createImage(widthPx, heightPx))).toBeNull();
  });

  it('of 128×128 says nothing, whatever is where the data would be', () => {
    const sheet = createImage(128, 128);
    writeVersion0(sheet, { ...noEars, ears: 'above' });
    expect(readFeatures(sheet)).toBeNull();
  });
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
