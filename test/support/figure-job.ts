import type { FigureJob, SheetBytes } from '../../src/engine/options/jobs.ts';

/** A job for a classic figure as a PNG, without anything that a client may add. */
export function figureJob(skin: SheetBytes, changes: Partial<FigureJob> = {}): FigureJob {
  return {
    renderType: 'default',
    crop: 'full',
    heightPx: 512,
    overlay: 'flat',
    shading: true,
    shadow: false,
    mirror: false,
    wings: false,
    hold: null,
    holdLeft: null,
    yawDegrees: 0,
    pitchDegrees: 0,
    rollDegrees: 0,
    fovDegrees: null,
    model: 'classic',
    upsideDown: false,
    skin,
    cape: null,
    background: null,
    outline: null,
    format: 'png',
    ...changes,
  };
}
