import type { Formation } from '../scenes/layout/arrangements.ts';
import { formationOf } from '../scenes/layout/formation.ts';
import { layOut, layOutAround } from '../scenes/layout/layout.ts';
import type { Layout, LayoutRequest } from '../scenes/layout/request.ts';
import type { FigureShape } from '../scenes/layout/shape.ts';
import type { SceneOrder } from '../options/scene-order.ts';

/** The measured texts of a scene. */
export type SceneTexts = Pick<LayoutRequest, 'labelsAt' | 'title'>;

/** Share of the picture's height of a figure that stands upright, from sole to crown. */
const standingShare = 0.917;

/** How the group of an order stands. @param shapes one for each figure, turned in any way */
export function formationOfScene(
  order: SceneOrder,
  shapes: readonly FigureShape[],
  texts: SceneTexts,
): Formation {
  return formationOf(order.arrangement, requestOf(order, shapes, texts), order.sizePx);
}

/** Lays out the figures of an order. @param shapes one for each figure */
export function layOutScene(
  order: SceneOrder,
  formation: Formation,
  shapes: readonly FigureShape[],
  texts: SceneTexts,
): Layout {
  const request = { ...requestOf(order, shapes, texts), formation };
  return order.sizePx === null
    ? layOutAround(request, Math.round(order.heightPx * standingShare), order.gapPx)
    : layOut(request, order.sizePx);
}

function requestOf(
  order: SceneOrder,
  shapes: readonly FigureShape[],
  texts: SceneTexts,
): Omit<LayoutRequest, 'formation'> {
  return {
    ...texts,
    figures: shapes.map((shape, index) => ({ shape, scale: order.figures[index]!.scale })),
    hasGround: order.scene !== null,
    rimPx: order.outline?.widthPx ?? 0,
    ...(order.film && { mostStandingPx: order.heightPx * standingShare }),
  };
}
