import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { readEars, type EarsSheet } from '../src/engine/skin/ears/read-ears.ts';

// The sheets are the source: what the service promises of them is held here.

type Sample = { readonly path: string; readonly png: PNG };

/** Front's upper left corner on the sheet, and width, height, depth of the box, in texels. */
type Box = readonly [u: number, v: number, w: number, h: number, d: number];

const samples: readonly Sample[] = ['skins', 'fallback'].flatMap((folder) =>
  readdirSync(join(import.meta.dirname, folder)).map((name) => ({
    path: `${folder}/${name}`,
    png: PNG.sync.read(readFileSync(join(import.meta.dirname, folder, name))),
  })),
);
const characters = samples.filter(({ path }) => path.startsWith('skins/'));

/** The boxes of the figure itself that a sheet of this size and model has. */
function baseOf({ path, png }: Sample): readonly Box[] {
  const arm = path.endsWith('slim.png') ? 3 : 4;
  const [head, body, rightArm, rightLeg]: readonly Box[] = [
    [8, 8, 8, 8, 8],
    [20, 20, 8, 12, 4],
    [44, 20, arm, 12, 4],
    [4, 20, 4, 12, 4],
  ];
  const legacy = [head, body, rightArm, rightLeg].filter((box) => box !== undefined);
  return png.height === 32 ? legacy : [...legacy, [36, 52, arm, 12, 4], [20, 52, 4, 12, 4]];
}

/** Alpha of every texel of a box: the band right, front, left, back; above it top and bottom. */
function alphasOf(png: PNG, [u, v, w, h, d]: Box): number[] {
  return [...area(png, [u - d, v, 2 * (w + d), h]), ...area(png, [u, v - d, 2 * w, d])];
}

function area(png: PNG, [left, top, width, height]: readonly [number, number, number, number]) {
  return Array.from({ length: width * height }, (_, index) => {
    const [x, y] = [left + (index % width), top + Math.floor(index / width)];
    return png.data[(y * png.width + x) * 4 + 3] ?? 0;
  });
}

describe.each(samples)('$path', (sample) => {
  test('has an allowed size', () => {
    expect(['64x64', '64x32']).toContain(`${sample.png.width}x${sample.png.height}`);
  });

  test('leaves no hole in the figure itself', () => {
    const alphas = baseOf(sample).flatMap((box) => alphasOf(sample.png, box));
    // The alpha of a skin for the Ears mod may contain data; half of its levels do.
    const least = earsOf(sample) === null ? 255 : 128;
    expect(alphas.filter((alpha) => alpha < least)).toEqual([]);
  });
});

test('the fallback skin is there for both models', () => {
  const fallbacks = samples.filter((sample) => !characters.includes(sample));
  expect(fallbacks.map(({ path }) => path)).toEqual(['fallback/classic.png', 'fallback/slim.png']);
});

test('names carry a dash, so that they never hide a player', () => {
  const names = characters.map(({ path }) => path);
  expect(names.filter((path) => !/^skins\/sample-[a-z]+(\.slim)?\.png$/.test(path))).toEqual([]);
});

test('there are enough of each kind', () => {
  const slim = characters.filter(({ path }) => path.endsWith('.slim.png'));
  expect(characters.length).toBeGreaterThanOrEqual(12);
  expect(slim.length).toBeGreaterThanOrEqual(4);
  expect(characters.filter(({ png }) => png.height === 32)).toHaveLength(1);
});

test('some overlays are translucent', () => {
  const misty = characters.filter(({ png }) =>
    png.data.some((value, index) => index % 4 === 3 && value > 0 && value < 255),
  );
  expect(misty.length).toBeGreaterThanOrEqual(3);
});

test('every two characters are clearly different', () => {
  const pairs = characters.flatMap((one, index) =>
    characters.slice(index + 1).map((other) => ({ one, other })),
  );
  const alike = pairs.filter(({ one, other }) => differingShare(one.png, other.png) < 0.5);
  expect(alike.map(({ one, other }) => `${one.path} ~ ${other.path}`)).toEqual([]);
});

test('two are for the Ears mod, with everything that it has most', () => {
  const shapes = new Map(characters.map((sample) => [sample.path, earsOf(sample)?.shape]));
  expect(shapes.get('skins/sample-kitsune.slim.png')).toMatchObject({
    ears: 'above',
    tail: { mode: 'star' },
    snout: { width: 4 },
  });
  expect(shapes.get('skins/sample-dragon.png')).toMatchObject({
    wings: { mode: 'symmetric_dual' },
    tail: { mode: 'back' },
    claws: true,
    crown: 'horn',
    legs: 'full',
  });
  expect([...shapes.values()].filter((shape) => shape !== undefined)).toHaveLength(2);
});

function earsOf({ png }: Sample): EarsSheet | null {
  const data = new Uint8ClampedArray(png.data);
  return readEars({ widthPx: png.width, heightPx: png.height, data });
}

/** Share of the head's, body's and right limbs' texels whose colours are visibly apart. */
function differingShare(one: PNG, other: PNG): number {
  const end = 64 * 32 * 4;
  let [painted, apart] = [0, 0];
  for (let at = 0; at < end; at += 4) {
    const distance = (channel: number): number =>
      Math.abs((one.data[at + channel] ?? 0) - (other.data[at + channel] ?? 0));
    if (one.data[at + 3] !== 255 || other.data[at + 3] !== 255) continue;
    painted += 1;
    if (distance(0) + distance(1) + distance(2) > 40) apart += 1;
  }
  return apart / painted;
}
