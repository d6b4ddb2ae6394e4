import { expect, it } from 'vitest';
import type { PlayerHead } from '../../upstreams/game-servers/motd/text-run.ts';
import { readComponent } from '../../upstreams/game-servers/motd/component.ts';
import { createImage } from '../image/canvas.ts';
import { faceOf, headKey, headsIn } from './heads.ts';

it.each([1, 2, 3])(
  'shows the middle texel of each unit, hats where they are opaque: %i',
  (size) => {
    const image = createImage(64 * size, 64 * size);
    const paint = (x: number, y: number, texel: readonly number[]) => {
      const middle = size >> 1;
      image.data.set(texel, ((y * size + middle) * 64 * size + x * size + middle) * 4);
    };
    for (let at = 0; at < 64; at += 1) paint(8 + (at % 8), 8 + (at >> 3), [at, 1, 2, 255]);
    // Of the hat, two neighbours: the game draws only one of them.
    paint(40 + 3, 8 + 5, [200, 3, 4, 128]);
    paint(40 + 4, 8 + 5, [201, 3, 4, 127]);
    const [bare, hatted] = [false, true].map((hasHat) =>
      faceOf({ image, texelsPerUnit: size }, hasHat),
    );
    const base = Array.from({ length: 64 }, (_, at) => [at, 1, 2, 255]);
    expect([...bare!.data]).toEqual(base.flat());
    expect([...hatted!.data]).toEqual(base.with(5 * 8 + 3, [200, 3, 4, 128]).flat());
  },
);

it('knows heads by texture, UUID or name in any case, each once', () => {
  const head: PlayerHead = { kind: 'head', texture: 'ab', uuid: 'cd', name: 'Ann', hat: true };
  const named = { ...head, texture: null, uuid: null };
  expect([head, { ...head, texture: null }, named].map(headKey)).toEqual(['ab', 'cd', 'ann']);
  const runs = readComponent([{ player: 'Ann' }, 'text', { player: 'ANN' }, { player: 'Ben' }]);
  expect(headsIn(runs).map(headKey)).toEqual(['ann', 'ben']);
});
