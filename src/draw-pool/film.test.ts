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
  const frames: { readonly sprites: readonly Sprite[]; readonly heldBytes: number }[] = [];
  await drawFilm(wholeFilm(order)!, async (name, one, heldBytes) => {
    if ('sprites' in one) frames.push({ sprites: [...one.sprites], heldBytes });
    return resultOf(tasks[name](one, withPlan));
  });
  const last = frames.at(-1)!;
  expect(last.sprites.length).toBeGreaterThan(10);
  for (const { packed } of last.sprites) {
    expect(packed.bytes.buffer).toBeInstanceOf(SharedArrayBuffer);
  }
  const bytes = last.sprites.reduce((sum, { packed }) => sum + packed.bytes.byteLength, 0);
  expect(last.heldBytes).toBeGreaterThan(bytes);
});
