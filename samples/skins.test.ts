import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { drawSamples, type Sample } from './drawing/cast.ts';
import { createFigure, faces, faceSize, type Surface, texelAt } from './drawing/figure.ts';

const samples = drawSamples();
const characters = samples.filter(({ path }) => path.startsWith('skins/'));

function committed({ path }: Sample): PNG {
  return PNG.sync.read(readFileSync(join(import.meta.dirname, path)));
}

/** Alpha of every texel of the boxes, as far as the sheet reaches. */
function alphas(png: PNG, surfaces: readonly Surface[]): number[] {
  return surfaces.flatMap(({ box }) =>
    faces.flatMap((face) => {
      const { w, h } = faceSize(box, face);
      return Array.from({ length: w * h }, (_, index) => {
        const { u, v } = texelAt(box, face, index % w, Math.floor(index / w));
        return png.data[(v * png.width + u) * 4 + 3] ?? 0;
      });
    }),
  );
}

/** The boxes that a sheet of this size and model has: the figure itself, and what it wears. */
function surfacesOf({ path, sheet }: Sample): { base: Surface[]; overlay: Surface[] } {
  const figure = createFigure(path.endsWith('slim.png') ? 'slim' : 'classic');
  const { head, hat, body, jacket, rightArm, rightSleeve, rightLeg, rightTrouser } = figure;
  if (sheet.heightPx === 32) return { base: [head, body, rightArm, rightLeg], overlay: [hat] };
  const { leftArm, leftSleeve, leftLeg, leftTrouser } = figure;
  return {
    base: [head, body, rightArm, leftArm, rightLeg, leftLeg],
    overlay: [hat, jacket, rightSleeve, leftSleeve, rightTrouser, leftTrouser],
  };
}

describe.each(samples)('$path', (sample) => {
  const png = committed(sample);
  const { base, overlay } = surfacesOf(sample);

  test('is what the script draws', () => {
    expect([png.width, png.height]).toEqual([sample.sheet.widthPx, sample.sheet.heightPx]);
    expect(Buffer.compare(png.data, sample.sheet.data)).toBe(0);
  });

  test('has an allowed size', () => {
    expect(['64x64', '64x32']).toContain(`${png.width}x${png.height}`);
  });

  test('leaves no hole in the figure itself', () => {
    expect(alphas(png, base).filter((alpha) => alpha !== 255)).toEqual([]);
  });

  test('wears something, and shows something through it', () => {
    const worn = overlay.map(
      (surface) => alphas(png, [surface]).filter((alpha) => alpha > 0).length,
    );
    expect(Math.min(...worn)).toBeGreaterThan(0);
    expect(alphas(png, overlay).some((alpha) => alpha < 128)).toBe(true);
  });

  test('draws nothing that no box shows', () => {
    const shown = alphas(png, [...base, ...overlay]).filter((alpha) => alpha > 0).length;
    const drawn = png.data.filter((value, index) => index % 4 === 3 && value > 0).length;
    expect(drawn).toBe(shown);
  });
});

test('the folders hold these sheets and no others', () => {
  const kept = ['skins', 'fallback'].flatMap((folder) => {
    const path = join(import.meta.dirname, folder);
    return existsSync(path) ? readdirSync(path).map((name) => `${folder}/${name}`) : [];
  });
  expect(kept.toSorted()).toEqual(samples.map(({ path }) => path).toSorted());
});

test('names carry a dash, so that they never hide a player', () => {
  const names = characters.map(({ path }) => path);
  expect(names.filter((path) => !/^skins\/sample-[a-z]+(\.slim)?\.png$/.test(path))).toEqual([]);
});

test('there are enough of each kind', () => {
  const slim = characters.filter(({ path }) => path.endsWith('.slim.png'));
  const legacy = characters.filter(({ sheet }) => sheet.heightPx === 32);
  expect(characters.length).toBeGreaterThanOrEqual(12);
  expect(slim.length).toBeGreaterThanOrEqual(4);
  expect(legacy).toHaveLength(1);
});

test('some overlays are translucent', () => {
  const misty = characters.filter((sample) =>
    alphas(committed(sample), surfacesOf(sample).overlay).some((alpha) => alpha > 0 && alpha < 255),
  );
  expect(misty.length).toBeGreaterThanOrEqual(3);
});

test('every two characters are clearly different', () => {
  const pairs = characters.flatMap((one, index) =>
    characters.slice(index + 1).map((other) => ({ one, other })),
  );
  const alike = pairs.filter(({ one, other }) => differingShare(one, other) < 0.5);
  expect(alike.map(({ one, other }) => `${one.path} ~ ${other.path}`)).toEqual([]);
});

/** Share of the head's, body's and right limbs' texels whose colours are visibly apart. */
function differingShare(one: Sample, other: Sample): number {
  const end = 64 * 32 * 4;
  let [painted, apart] = [0, 0];
  for (let at = 0; at < end; at += 4) {
    const distance = (channel: number): number =>
      Math.abs((one.sheet.data[at + channel] ?? 0) - (other.sheet.data[at + channel] ?? 0));
    const inBoth = one.sheet.data[at + 3] === 255 && other.sheet.data[at + 3] === 255;
    if (!inBoth) continue;
    painted += 1;
    if (distance(0) + distance(1) + distance(2) > 40) apart += 1;
  }
  return apart / painted;
}
