import { partNames } from '../figure/boxes.ts';
import type { Held } from '../figure/held.ts';
import { motionRow, type MotionName } from '../figure/motions.ts';
import type { PosedRow } from '../figure/posed-row.ts';
import { renderTypes, type RenderType, type RenderTypeRow } from '../figure/render-types.ts';
import { bodyAt } from '../figure/stage/posed-space.ts';
import { multiply, translation, type Affine } from '../figure/vector.ts';
import { encodePng } from '../image/encode.ts';
import type { ModelJob } from '../options/jobs.ts';
import { modelOf, prepareTextures, type TextureSet } from '../pictures/draw-figure.ts';
import type { Model } from '../skin/arms.ts';
import { textureOf } from './atlas.ts';
import { figureFaces, heldFaces, raisedOf, standing } from './figure-faces.ts';
import {
  armOfHeld,
  frameOfHeld,
  framesAt,
  inverse,
  middleOf,
  nodeOfHeld,
  partNodes,
  skeleton,
  transformOf,
  transformsAt,
  type Moment,
  type Transform,
} from './skeleton.ts';
import { writeModel } from './write-model.ts';

/**
 * Makes the model of a figure: a file of binary glTF, with its rest pose, and an animation for each motion.
 * @param job of a posed render type; of a raised overlay with a skin of at most 128 px
 */
export async function drawModel(job: ModelJob, sheets: TextureSet): Promise<Uint8Array> {
  const { textures, ears } = prepareTextures(sheets, job);
  const model = modelOf(job.model, textures.skin);
  const row = posedRow(job.renderType);
  const momentAt = momentsOf(job, row, model);
  const rest = momentAt(null, 0);
  const films = job.motions.map((name) => filmOf(name, momentAt));
  const texture = textureOf(
    textures,
    [rest, ...films.flatMap(({ moments }) => moments)].some(
      ({ heldItems }) => heldItems.length > 0,
    ),
  );
  const build = { model, raised: raisedOf(job.overlay), upsideDown: job.upsideDown };
  const held = heldOf([rest, ...films.map(({ moments }) => moments[0]!)], model, build.raised);
  const nodes = new Map([...skeleton, ...held.map(({ node }) => [node, armOfHeld(node)] as const)]);
  const faces = [
    ...figureFaces(
      { ...job, model, parts: row.parts, ears, hasCape: textures.cape !== null },
      texture,
    ),
    ...held.flatMap(({ one, node, bind }) =>
      heldFaces(one, node, multiply(bind, inverse(frameOfHeld(one))), texture),
    ),
  ];
  const hidden = held.map(
    ({ node, inHand }) => [node, { ...transformOf(inHand), scale: [0, 0, 0] }] as const,
  );
  const transforms = (moment: Moment): ReadonlyMap<string, Transform> =>
    new Map([...hidden, ...transformsAt(nodes, build, moment)]);
  return writeModel({
    nodes,
    bind: bindOf(model, build.raised, held),
    rest: transforms(rest),
    animations: films.map(({ name, seconds, moments }) => ({
      name,
      seconds,
      frames: moments.map(transforms),
    })),
    faces,
    texture: {
      png: new Uint8Array(encodePng(texture.image)),
      ...texture.image,
      topPxOf: (sheet) => texture.sheet(sheet).topPx,
    },
  });
}

function posedRow(renderType: RenderType): PosedRow {
  const row: RenderTypeRow = renderTypes[renderType];
  if (row.kind === 'posed') return row;
  throw new RangeError(`${renderType} is flat`);
}

/** The figure at the phases of its motions, and at rest. */
function momentsOf(job: ModelJob, row: PosedRow, model: Model) {
  const { renderType, overlay, hold, holdLeft, pose } = job;
  const staging = { renderType, crop: 'full', model, overlay, hold, holdLeft, pose } as const;
  return (motion: MotionName | null, phase: number): Moment => {
    const body = bodyAt(row, { ...staging, motion: motion && { motion, phase } }, phase);
    const turns = motion === null ? 0 : (motionRow(motion).turnsAt?.(phase) ?? 0);
    return { pose: body.pose, heldItems: body.heldItems(model), turnDegrees: 360 * turns };
  };
}

/** Between two frames of a picture, in which a jump turns round. */
const keysPerFrame = 2;

/** The key frames of a motion: those of its pictures, one between each two, and the first again. */
function filmOf(name: MotionName, momentAt: ReturnType<typeof momentsOf>) {
  const { frames, delayMs } = motionRow(name);
  const count = frames * keysPerFrame;
  const keys = Array.from({ length: count + 1 }, (_, key) => key);
  return {
    name,
    seconds: keys.map((key) => (key * delayMs) / keysPerFrame / 1000),
    moments: keys.map((key) => momentAt(name, (key % count) / count)),
  };
}

/** Something held, its node, and where that is in the hand of a standing figure. */
type HeldNode = {
  readonly node: string;
  readonly one: Held;
  /** Relative to its forearm. */
  readonly inHand: Affine;
  readonly bind: Affine;
};

/** All that is ever held: a bow that is drawn at rest is another one in a motion. */
function heldOf(moments: readonly Moment[], model: Model, raised: number | null): HeldNode[] {
  const build = { model, raised, upsideDown: false };
  const stands = framesAt(build, { pose: standing, heldItems: [], turnDegrees: 0 });
  const nodes = new Map<string, HeldNode>();
  for (const moment of moments) {
    const frames = framesAt(build, { ...moment, turnDegrees: 0 });
    for (const one of moment.heldItems) {
      const node = nodeOfHeld(one);
      const arm = armOfHeld(node);
      const inHand = multiply(inverse(frames.get(arm)!), frames.get(node)!);
      const bind = multiply(stands.get(arm)!, inHand);
      if (!nodes.has(node)) nodes.set(node, { node, one, inHand, bind });
    }
  }
  return [...nodes.values()];
}

/** The nodes that carry texels, where they are while the figure stands. */
function bindOf(model: Model, raised: number | null, held: readonly HeldNode[]) {
  const build = { model, raised, upsideDown: false };
  return new Map<string, Affine>([
    ...framesAt(build, { pose: standing, heldItems: [], turnDegrees: 0 }),
    ...partNames.flatMap((part) => {
      const { joint } = partNodes[part];
      const middle = translation(middleOf(model, part));
      return joint === null
        ? []
        : ([
            [`${joint}_upper_skew`, middle],
            [`${joint}_lower_skew`, middle],
          ] as const);
    }),
    ...held.map(({ node, bind }) => [node, bind] as const),
  ]);
}
