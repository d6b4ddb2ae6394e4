import type { Held } from '../figure/held.ts';
import { motionRow, type MotionName } from '../figure/motions.ts';
import type { PosedRow } from '../figure/posed-row.ts';
import { rowOf, type RenderType } from '../figure/render-types.ts';
import { bodyAt } from '../figure/stage/posed-space.ts';
import { multiply, type Affine } from '../figure/vector.ts';
import { encodePng } from '../image/encode.ts';
import type { ModelJob } from '../options/jobs.ts';
import { modelOf, prepareTextures, type TextureSet } from '../pictures/draw-figure.ts';
import type { Model } from '../skin/arms.ts';
import { textureOf } from './faces.ts';
import { figureFaces, heldFaces, raisedOf, standing } from './figure-faces.ts';
import {
  armOfHeld,
  inverse,
  jointPlaces,
  nodeOfHeld,
  placeOfHeld,
  placesAt,
  skeleton,
  transformOf,
  transformsAt,
  type Build,
  type KeyFrame,
  type Transform,
} from './skeleton.ts';
import { writeModel } from './write-model.ts';

/**
 * Makes the model of a figure: a file of binary glTF, with its rest pose, and an animation for each motion.
 * Its textures are read before this returns; only writing takes longer.
 * @param job of a posed render type; of a raised overlay with a skin of at most 128 px
 */
export function drawModel(job: ModelJob, sheets: TextureSet): Promise<Uint8Array> {
  const { textures, ears } = prepareTextures(sheets, job);
  const model = modelOf(job.model, textures.skin);
  const row = posedRow(job.renderType);
  const build = { model, raised: raisedOf(job.overlay), upsideDown: job.upsideDown };
  const keyFrameAt = keyFramesOf(job, row, model);
  const rest = keyFrameAt(null, 0);
  const animations = job.motions.map((name) => animationOf(name, keyFrameAt));
  const stands = placesAt({ ...build, upsideDown: false }, standingFrame);
  const held = heldOf([rest, ...animations.map(({ keyFrames }) => keyFrames[0]!)], build, stands);
  const texture = textureOf(textures, held.length > 0);
  const shown = { ...job, model, parts: row.parts, ears, hasCape: textures.cape !== null };
  const faces = [
    ...figureFaces(shown, texture),
    ...held.flatMap(({ one, node, bind }) =>
      heldFaces(one, node, multiply(bind, inverse(placeOfHeld(one))), texture),
    ),
  ];
  const nodes = new Map([...skeleton, ...held.map(({ node }) => [node, armOfHeld(node)] as const)]);
  const hidden = held.map(({ node, inHand }): [string, Transform] => [
    node,
    { ...transformOf(inHand), scale: [0, 0, 0] },
  ]);
  const transforms = (keyFrame: KeyFrame): ReadonlyMap<string, Transform> =>
    new Map([...hidden, ...transformsAt(nodes, build, keyFrame)]);
  return writeModel({
    nodes,
    bind: new Map([
      ...stands,
      ...jointPlaces(model),
      ...held.map(({ node, bind }) => [node, bind] as const),
    ]),
    rest: transforms(rest),
    animations: animations.map(({ name, seconds, keyFrames }) => ({
      name,
      seconds,
      frames: keyFrames.map(transforms),
    })),
    faces,
    texture: {
      png: new Uint8Array(encodePng(texture.image)),
      ...texture.image,
      topPxOf: (sheet) => texture.sheet(sheet).topPx,
    },
  });
}

const standingFrame: KeyFrame = { pose: standing, heldItems: [], turnDegrees: 0 };

function posedRow(renderType: RenderType): PosedRow {
  const row = rowOf(renderType);
  if (row.kind === 'posed') return row;
  throw new RangeError(`${renderType} is flat`);
}

/** The figure at the phases of its motions, and at rest. */
function keyFramesOf(job: ModelJob, row: PosedRow, model: Model) {
  const { renderType, overlay, hold, holdLeft, pose } = job;
  const staging = { renderType, crop: 'full', model, overlay, hold, holdLeft, pose } as const;
  return (motion: MotionName | null, phase: number): KeyFrame => {
    const body = bodyAt(row, { ...staging, motion: motion && { motion, phase } }, phase);
    const turns = motion === null ? 0 : (motionRow(motion).turnsAt?.(phase) ?? 0);
    return { pose: body.pose, heldItems: body.heldItems(model), turnDegrees: 360 * turns };
  };
}

/** Straight lines from picture to picture would cut off the moment at which a jump turns round. */
const keysPerFrame = 2;

/** The key frames of a motion: those of its pictures, one between each two, and the first again. */
function animationOf(name: MotionName, keyFrameAt: ReturnType<typeof keyFramesOf>) {
  const { frames, delayMs } = motionRow(name);
  const count = frames * keysPerFrame;
  const keys = Array.from({ length: count + 1 }, (_, key) => key);
  return {
    name,
    seconds: keys.map((key) => (key * delayMs) / keysPerFrame / 1000),
    keyFrames: keys.map((key) => keyFrameAt(name, (key % count) / count)),
  };
}

/** Something held, and its node. */
type HeldNode = {
  readonly node: string;
  readonly one: Held;
  /** Relative to its forearm. */
  readonly inHand: Affine;
  /** Where it is while the figure stands. */
  readonly bind: Affine;
};

/** All that is ever held: a bow that is drawn at rest is another one in a motion. */
function heldOf(
  keyFrames: readonly KeyFrame[],
  build: Build,
  stands: ReadonlyMap<string, Affine>,
): HeldNode[] {
  const nodes = new Map<string, HeldNode>();
  for (const keyFrame of keyFrames) {
    const places = placesAt(build, keyFrame);
    for (const one of keyFrame.heldItems) {
      const node = nodeOfHeld(one);
      const arm = armOfHeld(node);
      const inHand = multiply(inverse(places.get(arm)!), places.get(node)!);
      const bind = multiply(stands.get(arm)!, inHand);
      if (!nodes.has(node)) nodes.set(node, { node, one, inHand, bind });
    }
  }
  return [...nodes.values()];
}
