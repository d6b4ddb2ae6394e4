import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sceneOrder } from '../../test/support/scene-context.ts';
import { filmOf } from '../options/film.ts';
import { createFontRegistry } from '../text/font-registry.ts';
import { createDrawKit, type TaskTable } from './draw-kit.ts';
import { figureTasks } from './figure-tasks.ts';
import { drawFilm, wholeFilm } from './film.ts';
import type { Sprite } from './film-tasks.ts';
import { groupTasks } from './group-tasks.ts';
import { resultOf } from './result-of.ts';

const skin = new URL('../../samples/skins/sample-fox.png', import.meta.url);

test('pictures that frames of a film share count as held, and are not copied', async () => {
  const kit = createDrawKit({ sheetBytes: 1e6, planBytes: 1e6 });
  const tasks: TaskTable<'figureFrame' | 'sceneFrame' | 'filmPalette' | 'filmFrame' | 'filmFile'> =
    { ...figureTasks(kit), ...groupTasks(kit, createFontRegistry()) };
  const { withPlan } = kit.plans.forOrder({ plans: [], keep: false });
  const figure = { overlay: 'raised', motion: 'walk' } as const;
  const order = sceneOrder({
    scene: null,
    sizePx: [96, 64],
    format: 'webp',
    skins: [{ revision: 'fox', png: readFileSync(skin) }],
    figures: [figure, figure],
    film: { ...filmOf(['walk']), frame: null, format: 'webp', matte: [0, 0, 0, 255] },
  });
  let [otherBytes, frames] = [0, 0];
  let sprites: readonly Sprite[] = [];
  await drawFilm(wholeFilm(order)!, async (name, one, heldBytes) => {
    if ('sprites' in one) {
      sprites = one.sprites;
      const shared = sprites.reduce((sum, { packed }) => sum + packed.bytes.byteLength, 0);
      expect(heldBytes).toBe(otherBytes + shared);
    }
    const drawn = resultOf(tasks[name](one, withPlan));
    if (drawn instanceof Uint8Array) otherBytes += drawn.byteLength;
    // The first tells how many frames there are, and waits for the others.
    else if ('sprites' in drawn && frames++ === 0) otherBytes += drawn.packed.bytes.byteLength;
    return drawn;
  });
  expect(frames).toBeGreaterThan(7);
  expect(sprites.length).toBeGreaterThan(10);
  for (const { packed } of sprites) {
    expect(packed.bytes.buffer).toBeInstanceOf(SharedArrayBuffer);
  }
});
