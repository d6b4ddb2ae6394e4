import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PNG } from 'pngjs';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createImage, type RgbaImage } from '../../src/render/image/canvas.ts';
import { expectGolden, goldenNames } from './harness.ts';

let folder: string;
const evidence: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'golden-harness-'));
});

afterEach(() => {
  for (const left of [folder, ...evidence.splice(0)])
    rmSync(left, { recursive: true, force: true });
});

function picture(): RgbaImage {
  const image = createImage(5, 4);
  image.data.forEach((_, at) => {
    image.data[at] = at * 3;
  });
  return image;
}

/** What the comparison says; its evidence is cleared away afterwards. */
function failureOf(image: RgbaImage, name = 'group/one'): { message: string; evidence: string } {
  try {
    expectGolden(name, image, { folder, update: false });
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const path = /look at: (.+)/.exec(message)?.[1] ?? '';
    evidence.push(path.endsWith('.png') ? dirname(path) : path);
    return { message, evidence: path };
  }
  throw new Error('the comparison should have failed');
}

describe('expectGolden', () => {
  it('keeps a picture on request, and then matches it', () => {
    expectGolden('group/one', picture(), { folder, update: true });

    expectGolden('group/one', picture(), { folder, update: false });
    expect(goldenNames('group', { folder })).toEqual(['group/one']);
  });

  it('keeps every pixel exactly, also the colour of transparent ones', () => {
    const image = picture();
    image.data.set([9, 8, 7, 0], 20);

    expectGolden('one', image, { folder, update: true });

    const { data } = PNG.sync.read(readFileSync(join(folder, 'one.png')));
    expect([...data]).toEqual([...image.data]);
  });

  it('compares pixels, not files', async () => {
    const image = picture();
    const raw = { width: 5, height: 4, channels: 4 } as const;
    const png = await sharp(image.data, { raw }).png({ compressionLevel: 0 }).toBuffer();
    mkdirSync(join(folder, 'group'));
    writeFileSync(join(folder, 'group', 'one.png'), png);

    expectGolden('group/one', image, { folder, update: false });
  });

  it('fails for a difference of one level in one channel of one pixel, and shows where', () => {
    expectGolden('group/one', picture(), { folder, update: true });
    const other = picture();
    other.data[4 * 7 + 2]! += 1;

    const failure = failureOf(other);

    expect(failure.message).toContain('differs in 1 of 20 pixels, by up to 1 levels');
    expect(failure.message).toContain('UPDATE_GOLDENS=1');
    expect(readdirSync(failure.evidence).toSorted()).toEqual([
      'actual.png',
      'difference.png',
      'kept.png',
    ]);
    const difference = PNG.sync.read(readFileSync(join(failure.evidence, 'difference.png')));
    const red = [...Array(20).keys()].filter((i) => difference.data[i * 4 + 2] === 0);
    expect(red).toEqual([7]);
  });

  it('fails for another size', () => {
    expectGolden('group/one', picture(), { folder, update: true });

    expect(failureOf(createImage(4, 5)).message).toContain('is 4×5, the kept one 5×4');
  });

  it('fails for a missing picture, and does not create it', () => {
    const failure = failureOf(picture(), 'never');

    expect(failure.message).toContain('is not kept yet');
    expect(existsSync(failure.evidence)).toBe(true);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('fails when the kept file is no PNG', () => {
    writeFileSync(join(folder, 'one.png'), 'no picture');

    expect(() => expectGolden('one', picture(), { folder, update: false })).toThrow();
  });
});

it('accepts differences up to the given tolerance', () => {
  const other = picture();
  other.data[7]! += 1;
  expectGolden('group/one', picture(), { folder, update: true });
  expectGolden('group/one', other, { folder, update: false, tolerance: 1 });
  expect(failureOf(other).message).toMatch(/differs in 1 of 20 pixels, by up to 1 levels/);
  other.data[7]! += 1;
  expect(() => expectGolden('group/one', other, { folder, update: false, tolerance: 1 })).toThrow(
    /differs in 1 of 20 pixels, by up to 2 levels/,
  );
});
