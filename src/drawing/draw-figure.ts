import { paintBehind, parseColour } from '../render/image/background.ts';
import type { RgbaImage } from '../render/image/canvas.ts';
import type { Scratch } from '../render/image/scratch.ts';
import { drawPlan } from '../render/plan/execute.ts';
import type { Plan } from '../render/plan/plan.ts';

/**
 * Draws one figure on its background.
 * @param atlas the texels that the plan reads
 * @param background `rrggbbaa`, or `null` for none
 */
export function drawFigure(
  plan: Plan,
  atlas: Uint32Array,
  { scratch, background }: { readonly scratch: Scratch; readonly background: string | null },
): RgbaImage {
  const image = scratch(plan.widthPx, plan.heightPx);
  drawPlan(plan, atlas, image);
  if (background !== null) paintBehind(image, parseColour(background));
  return image;
}
