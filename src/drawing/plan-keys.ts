import type { Figure } from '../render/figure.ts';

/** What a plan is looked up by before it is known which sheets the players wear. */
type PlanScene = Omit<Figure, 'model' | 'texelsPerUnit' | 'cape' | 'upsideDown'>;

/** The part of a plan's key that the order of a client fixes; defaults make no difference. */
export function sceneKey(scene: PlanScene): string {
  return [
    scene.renderType,
    scene.crop,
    scene.heightPx,
    scene.yawDegrees ?? 0,
    scene.pitchDegrees ?? 0,
    scene.overlay ?? 'flat',
    scene.shading ?? true,
    scene.shadow ?? false,
    scene.mirror ?? false,
    scene.wings ?? false,
    scene.smooth ?? false,
    scene.rollDegrees ?? 0,
    scene.fovDegrees ?? 'own',
  ].join(' ');
}

/** Whether a figure is seen from an angle of somebody's own, which hardly anybody asks for again. */
export function hasRareCamera(scene: PlanScene): boolean {
  const { yawDegrees = 0, pitchDegrees = 0, rollDegrees = 0, fovDegrees = null } = scene;
  return yawDegrees !== 0 || pitchDegrees !== 0 || rollDegrees !== 0 || fovDegrees !== null;
}

/** Everything of a figure that its plan depends on, as one key. */
export function planKey(figure: Figure): string {
  const worn = [
    figure.model,
    figure.texelsPerUnit,
    figure.upsideDown ?? false,
    figure.cape?.texelsPerUnit ?? 0,
  ];
  return `${sceneKey(figure)} ${worn.join(' ')}`;
}
