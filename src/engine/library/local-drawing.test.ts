import { expect, test } from 'vitest';
import { figureJob } from '../../../test/support/figure-job.ts';
import { sceneJob } from '../../../test/support/scene-context.ts';
import { skinFile } from '../../../test/support/skin-files.ts';
import type { JobOf, PictureName } from '../workers/tasks.ts';
import { animationOf } from '../options/animation.ts';
import { animationFormats } from '../image/formats.ts';
import { formats } from '../image/formats.ts';
import { createLocalDrawing } from './local-drawing.ts';

const skin = { revision: 'a', png: skinFile(1) };
const walk = { ...animationOf(['walk']), matte: [0, 0, 0, 255] } as const;

/** What is told of a picture while it is drawn. */
async function toldOf<Name extends PictureName>(name: Name, job: JobOf<Name>) {
  const told: number[] = [];
  const limits = { sheetBytes: 1e6, planBytes: 1e6 };
  const drawing = createLocalDrawing(limits, (done) => told.push(done));
  await drawing.draw(name, job, undefined);
  return told;
}

/** Each frame is drawn and encoded, then the file put together. */
const stepsOf = (frames: number): number[] =>
  Array.from({ length: 2 * frames + 1 }, (_, step) => (step + 1) / (2 * frames + 1));

const moving = { heightPx: 24, motion: 'walk' } as const;

test.each(animationFormats)(
  'a film as %s is done step by step, of one and of a group',
  async (format) => {
    const animation = { ...walk, frame: null, format };
    const [one, group] = await Promise.all([
      toldOf('figure', figureJob(skin, { ...moving, animation })),
      toldOf('scene', sceneJob({ sizePx: [48, 32], skins: [skin], figures: [moving], animation })),
    ]);
    expect(one).toEqual(stepsOf(walk.frames));
    expect(group).toEqual(stepsOf(walk.frames));
  },
);

test.each(formats)('nothing is told of what is one picture: %s', async (format) => {
  const animation = { ...walk, frame: 3, format: 'webp' } as const;
  expect(await toldOf('figure', figureJob(skin, { heightPx: 24, format }))).toEqual([]);
  expect(await toldOf('figure', figureJob(skin, { ...moving, format, animation }))).toEqual([]);
});
