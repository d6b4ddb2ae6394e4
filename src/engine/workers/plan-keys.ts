import type { Figure } from '../figure/figure.ts';
import { figureOptions } from '../options/figure-options.ts';
import { keyOf } from '../options/option-row.ts';
import type { EarsShape } from '../skin/ears/shape.ts';
import type { PlanKind } from './plan-store.ts';

/** The parts of a plan's key that are known before the sheets are loaded. */
type PlanScene = Omit<Figure, 'model' | 'texelsPerUnit' | 'cape' | 'upsideDown' | 'ears'>;

/** The part of a plan's key that follows from the job; equal to its defaults written out. */
export function sceneKey(scene: PlanScene): string {
  const { heightPx, smooth = false, motion = null } = scene;
  return JSON.stringify([heightPx, smooth, motion, keyOf(figureOptions, scene, 'geometry')]);
}

/** Whether a client brought the pose or motion: anybody can make up as many as they like. */
export function hasOwnPose({ pose, motion }: PlanScene): boolean {
  return Boolean(pose) || typeof (motion?.motion ?? '') !== 'string';
}

/**
 * Whether the view has a custom angle, or both hands hold something of the client's choice (there are
 * 169 pairs): it is rarely requested again.
 */
export function isRareScene(scene: PlanScene): boolean {
  const { yawDegrees = 0, pitchDegrees = 0, rollDegrees = 0, fovDegrees = null } = scene;
  const hasOwnCamera =
    yawDegrees !== 0 || pitchDegrees !== 0 || rollDegrees !== 0 || fovDegrees !== null;
  return hasOwnCamera || (Boolean(scene.hold) && Boolean(scene.holdLeft));
}

/** The key of the scene that a plan is stored under. */
export function storedSceneKey(figure: Figure): string {
  const scene = sceneKey(figure);
  return hasShape(figure) ? shapedSceneKey(scene, shapeKey(figure.ears)) : scene;
}

function hasShape<One extends Pick<Figure, 'ears'>>(
  figure: One,
): figure is One & { readonly ears: EarsShape } {
  return typeof figure.ears === 'object' && figure.ears !== null;
}

/** The share of the memory that a plan is cached in. */
export function planKind(scene: PlanScene & Pick<Figure, 'ears'>): PlanKind {
  if (hasShape(scene)) return 'shaped';
  if (scene.motion) return 'moving';
  return isRareScene(scene) ? 'rare' : 'common';
}

/** What a skin says about its figure, as part of a key: a few dozen numbers and names, no colours. */
export function shapeKey(shape: EarsShape): string {
  return JSON.stringify(shape);
}

/** The key of a scene with a figure that its skin gives a shape of its own. */
export function shapedSceneKey(scene: string, shape: string): string {
  return `${scene} ${shape}`;
}

/** The key of everything that a figure's plan depends on. */
export function planKey(figure: Figure): string {
  const parts = [
    figure.model,
    figure.texelsPerUnit,
    figure.upsideDown ?? false,
    figure.cape?.texelsPerUnit ?? 0,
    figure.ears === 'deadmau5',
  ];
  return `${storedSceneKey(figure)} ${parts.join(' ')}`;
}
