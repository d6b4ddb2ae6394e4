import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodePng } from '../../src/engine/image/decode-png.ts';
import type { RgbaImage } from '../../src/engine/image/canvas.ts';
import type { Model } from '../../src/engine/skin/arms.ts';

export type SampleSkin = {
  /** As in requests: "sample-fox". */
  readonly name: string;
  readonly model: Model;
  readonly png: Uint8Array;
  readonly decoded: RgbaImage;
};

/** All skins of `samples/skins`, by name. */
export function readSampleSkins(): SampleSkin[] {
  const folder = join(import.meta.dirname, '..', '..', 'samples', 'skins');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.png'))
    .toSorted()
    .map((file) => {
      const png = readFileSync(join(folder, file));
      const [name = file] = file.split('.');
      const model = file.endsWith('.slim.png') ? 'slim' : 'classic';
      return { name, model, png, decoded: decodePng(png) };
    });
}

/** The element at a counter, wrapping around. */
export function turnOf<T>(list: readonly T[], round: number): T {
  const element = list[round % list.length];
  if (element === undefined) throw new RangeError('an empty list has no turns');
  return element;
}
