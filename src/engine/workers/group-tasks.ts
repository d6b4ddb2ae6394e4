import { encode, encodeScene, encoderOf } from '../image/encode.ts';
import { type Format } from '../image/formats.ts';
import { drawAdvancement } from '../pictures/draw-advancement.ts';
import { drawCards } from '../pictures/draw-card.ts';
import type { AsName } from '../scenes/layout/cards.ts';
import { drawRow } from '../pictures/draw-row.ts';
import { drawScene } from '../pictures/draw-scene.ts';
import { boxesAsXmp, type GroupPicture } from '../pictures/figure-boxes.ts';
import type { Sprites } from '../pictures/members.ts';
import { createSceneLayers } from '../pictures/scene-ground.ts';
import type { DrawnPicture, RowJob, TaskResult, SceneJob } from '../options/jobs.ts';
import type { FontRegistry } from '../text/font-registry.ts';
import { frameOf, spritesOf, type FrameJob, type Sprite } from './draw-animations.ts';
import { ok, type DrawCaches } from './draw-caches.ts';
import { free } from '../image/scratch.ts';
import { detachedBuffer } from './packed-image.ts';

/** With what earlier frames have drawn of it. */
type SceneFrameJob = SceneJob & FrameJob & { readonly sprites: readonly Sprite[] };

/** How a picture that is a thing is drawn. */
const drawAs = { card: drawCards, advancement: drawAdvancement } as const satisfies Record<
  AsName,
  typeof drawScene
>;

/** The tasks that draw several figures with their names. */
export function groupTasks(caches: DrawCaches, fonts: FontRegistry) {
  const { plans, withSheets, scratch, reaches } = caches;
  const { withPlan } = plans;
  /** Sixteen painted scenes of 120 kB. */
  const layers = createSceneLayers(2 * 1024 * 1024);

  function scenePicture<T>(
    job: SceneJob,
    own: { readonly sprites?: Sprites },
    use: (picture: GroupPicture) => T,
  ): TaskResult<T> {
    return withSheets(job, (sheets) => {
      const draw = job.as === null ? drawScene : drawAs[job.as];
      const drawn = draw(job, sheets, { fonts, withPlan, scratch, layers, reaches, ...own });
      plans.freeLarge();
      return drawn.ok ? ok(use(drawn.value)) : drawn;
    });
  }

  return {
    row: (job: RowJob) =>
      withSheets<DrawnPicture>({ skins: job.sheets }, ({ skins }) => {
        const drawn = drawRow(job, skins, { fonts, withPlan, scratch, reaches });
        plans.freeLarge();
        if (!drawn.ok) return drawn;
        const { widthPx, heightPx, data } = drawn.value;
        const bytes = detachedBuffer(encodeGroup(drawn.value, job.format, encode));
        free(data);
        return ok({ bytes, widthPx, heightPx });
      }),
    /** Draws an arranged group of figures, in a scene or on a plain background. */
    scene: (job: SceneJob) =>
      scenePicture(job, {}, (picture) => {
        const isOpaque = job.scene !== null && job.as === null;
        return detachedBuffer(encodeGroup(picture, job.format, isOpaque ? encodeScene : encode));
      }),
    sceneFrame: (job: SceneFrameJob) => {
      const { sprites, drawn } = spritesOf(job.sprites);
      return scenePicture(job, { sprites }, (picture) => {
        const { animation: moment, boxes } = picture;
        const xmp = job.animation!.format === 'webp' ? boxesAsXmp(boxes) : null;
        return frameOf(picture, job, { moment: moment!, xmp, sprites: drawn });
      });
    },
  };
}

function encodeGroup(group: GroupPicture, format: Format, encoder: typeof encode): Buffer {
  const bytes = encoder(group, format);
  return encoderOf(format).withXmp?.(bytes, boxesAsXmp(group.boxes), group) ?? bytes;
}
