import { layOut, layOutAround } from '../scenes/layout/layout.ts';
import type { Layout, LayoutRequest } from '../scenes/layout/request.ts';
import type { FigureShape } from '../scenes/layout/shape.ts';
import type { SceneOrder } from '../options/scene-order.ts';

/** The measured texts of a scene. */
type SceneTexts = Pick<LayoutRequest, 'labelsAt' | 'title'>;

/** Size of a caption relative to its label. */
export const captionShare = 0.74;

/** Size of a subtitle relative to its title. */
export const subtitleShare = 0.5;

/** Share of the picture's height of a figure that stands upright, from sole to crown. */
const standingShare = 0.917;

/** Lays out the figures of an order. @param shapes one for each figure */
export function layOutScene(
  order: SceneOrder,
  shapes: readonly FigureShape[],
  texts: SceneTexts,
): Layout {
  const request: LayoutRequest = {
    ...texts,
    arrangement: order.arrangement,
    figures: shapes.map((shape, index) => ({ shape, scale: order.figures[index]!.scale })),
    hasGround: order.scene !== null,
    rimPx: order.outline?.widthPx ?? 0,
    ...(order.film && { mostStandingPx: order.heightPx * standingShare }),
  };
  return order.sizePx === null
    ? layOutAround(request, Math.round(order.heightPx * standingShare), order.gapPx)
    : layOut(request, order.sizePx);
}
