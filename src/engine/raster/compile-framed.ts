import { type FramedFigure, outlineOf } from '../figure/figure.ts';
import type { Plan } from './plan.ts';
import { frameToHeight } from '../figure/camera/framing.ts';
import { compilePlan } from './compile.ts';
import { hasEarsSheet } from '../skin/ears/shape.ts';

/** Texels per unit of the sheets of a plan; `cape` is `null` without a cape. */
export type SheetScales = { readonly skin: number; readonly cape: number | null };

/** Compiles the plan of a framed figure; see `compilePlan` for its cost. */
export function compileFramed(
  { figure, stage, frame: framed }: FramedFigure,
  { skin, cape }: SheetScales,
): Plan {
  const { quadsFor, view, light, openEdges, shadow } = stage;
  // The texels of flat figures are whole numbers of pixels, so their scale depends on the sheet.
  const frame = stage.isTexelExact
    ? frameToHeight(outlineOf(stage, skin), figure.heightPx)
    : framed;
  return compilePlan({
    quads: quadsFor(skin),
    lens: { view, frame },
    light,
    ...(openEdges && { openEdges: openEdges() }),
    texelsPerUnit: skin,
    capeTexelsPerUnit: cape,
    hasEarsSheet: hasEarsSheet(figure.ears),
    shadow: shadow === null ? null : { ground: shadow.ground, lens: { view: shadow.view, frame } },
  });
}
