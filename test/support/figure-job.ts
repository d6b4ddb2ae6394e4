import {
  defaultFigure,
  defaultPicture,
  type FigureJob,
  type SheetBytes,
} from '../../src/engine/options/jobs.ts';

/** A job for a classic figure as a PNG, without anything that a client may add. */
export function figureJob(skin: SheetBytes, changes: Partial<FigureJob> = {}): FigureJob {
  const { heightPx, background, outline, format, animation } = defaultPicture;
  const picture = { heightPx, background, outline, format, animation, box: null };
  return {
    ...defaultFigure,
    ...picture,
    model: 'classic',
    upsideDown: false,
    skin,
    cape: null,
    ...changes,
  };
}
