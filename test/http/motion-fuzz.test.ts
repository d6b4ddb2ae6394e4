import * as fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { compositionPath, startWorld } from '../support/composition-world.ts';
import { watchDrawing } from '../support/watched-drawing.ts';
import { arrangementNames } from '../../src/engine/scenes/layout/arrangements.ts';
import { crops as cropNames } from '../../src/engine/figure/camera/crops.ts';
import { overlayStyles } from '../../src/engine/figure/solids.ts';
import { pictureFormats } from '../../src/engine/options/picture-formats.ts';
import { renderTypeNames } from '../../src/engine/figure/render-types.ts';
import { sceneNames } from '../../src/engine/scenes/layout/sizes.ts';
import { motionChoices } from '../../src/engine/options/pose-options.ts';

const drawing = await watchDrawing();
const world = await startWorld({ drawing });
afterAll(() => world.close());

const sometimes = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined, freq: 2 });

const degrees = fc.integer({ min: -130, max: 130 });
const compactPose = fc
  .array(fc.tuple(fc.constantFrom('head', 'right_arm', 'left_leg', 'tail'), fc.array(degrees)), {
    maxLength: 3,
  })
  .map((parts) => parts.map(([part, numbers]) => `${part}:${numbers.join(',')}`).join(';'));

const common = {
  motion: sometimes(fc.constantFrom(...motionChoices)),
  render_type: sometimes(fc.constantFrom(...renderTypeNames)),
  crop: sometimes(fc.constantFrom(...cropNames)),
  format: sometimes(fc.constantFrom(...pictureFormats)),
  frame: sometimes(fc.integer({ min: 0, max: 50 })),
  matte: sometimes(fc.constantFrom('fff', '313338', 'nothing')),
  pose: sometimes(compactPose),
  height: fc.integer({ min: 16, max: 28 }),
  overlay: sometimes(fc.constantFrom(...overlayStyles)),
  elytra: sometimes(fc.boolean()),
  mirror: sometimes(fc.boolean()),
  yaw: sometimes(fc.integer({ min: -180, max: 180 })),
  pitch: sometimes(fc.integer({ min: -90, max: 90 })),
  outline: sometimes(fc.constant('ff0000')),
  background: sometimes(fc.constantFrom('336699', '33669980')),
  model: sometimes(fc.constantFrom('classic', 'slim', 'auto')),
  cape: sometimes(fc.boolean()),
  hold: sometimes(fc.constantFrom('sword', 'banner', 'none')),
  hold_left: sometimes(fc.constantFrom('shield', 'bow')),
};
const text = fc.string({ unit: 'grapheme', maxLength: 30 });

const single = fc.record({
  ...common,
  fov: sometimes(fc.integer({ min: 20, max: 90 })),
  roll: sometimes(fc.integer({ min: -180, max: 180 })),
  shadow: sometimes(fc.boolean()),
  fallback: sometimes(fc.constantFrom('default', 'silhouette')),
});

const group = fc.record({
  ...common,
  'motion.1': sometimes(fc.constantFrom(...motionChoices)),
  'pose.0': sometimes(compactPose),
  'render_type.1': sometimes(fc.constantFrom(...renderTypeNames)),
  scene: sometimes(fc.constantFrom(...sceneNames)),
  arrangement: sometimes(fc.constantFrom(...arrangementNames)),
  facing: sometimes(fc.constantFrom('same', 'centre')),
  size: fc.constantFrom('96x64', '64x120'),
  'label.1': sometimes(text),
  'caption.0': sometimes(text),
  'scale.0': sometimes(fc.double({ min: 0.5, max: 1.5, noNaN: true })),
  title: sometimes(text),
  subtitle: sometimes(text),
  labels: sometimes(fc.constantFrom('below', 'plate', 'none')),
  shadow: sometimes(fc.boolean()),
  angle: sometimes(fc.integer({ min: -360, max: 360 })),
  outline_width: sometimes(fc.integer({ min: 1, max: 16 })),
});

/** Without those that are refused beside others: a picture. */
function withoutConflicts(options: Record<string, unknown>): object {
  const refused = /^(format|frame|matte|pose|crop|render_type)/;
  return Object.fromEntries(Object.entries(options).filter(([name]) => !refused.test(name)));
}

function queryOf(options: object): string {
  return Object.entries(options)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&');
}

/** Either a picture, whose frames all decode, or a sentence about a field. */
async function expectAnswer(url: string, mayBeRefused: boolean): Promise<void> {
  const answer = await world.app.inject(url);
  if (answer.statusCode === 400 && mayBeRefused) {
    expect(answer.json<{ detail: string }>().detail).toMatch(/^(query|path|items)[.[]/);
    return;
  }
  expect([url, answer.statusCode]).toEqual([url, 200]);
  if (answer.headers['content-type'] === 'image/apng') return;
  const picture = sharp(answer.rawPayload, { animated: true });
  const { width, pageHeight, height } = await picture.metadata();
  await picture.raw().toBuffer();
  const size = new URL(url, 'http://x').searchParams.get('size');
  if (size !== null) expect([url, `${width}x${pageHeight ?? height}`]).toEqual([url, size]);
}

it('any options of a single film are a picture or a 400', async () => {
  await fc.assert(
    fc.asyncProperty(single, (options) =>
      expectAnswer(`/api/blockgame/render/default/sample-fox/full?${queryOf(options)}`, true),
    ),
    { numRuns: 30, seed: 20_281 },
  );
});

const pair = `${compositionPath}?value=sample-fox&value=sample-punk`;

it('any options of a group are a picture or a 400, and a picture if none depends on others', async () => {
  await fc.assert(
    fc.asyncProperty(group, async (options) => {
      await expectAnswer(`${pair}&${queryOf(options)}`, true);
      await expectAnswer(`${pair}&${queryOf(withoutConflicts(options))}`, false);
    }),
    { numRuns: 10, seed: 20_282 },
  );
});
