import type { Choice } from './fit-group.ts';
import { leftOf, namesOf } from './names.ts';
import type { Layout, LayoutRequest, PlacedFigure, Space } from './request.ts';
import { shadowOf, terrainOf } from './terrain.ts';

/** Converts the layout to pixels: all figures and what they stand on. */
export function place(request: LayoutRequest, space: Space, choice: Choice): Layout {
  const { group, groundPx, standingPx } = choice;
  const { artPx, sizePx } = space;
  const left = leftOf(space, choice);
  const terrain = terrainOf(space, choice, left);
  const figures = group.standings.map((one, index): PlacedFigure => ({
    index,
    pxPerUnit: one.pxPerUnit,
    middlePx: left + one.middlePx,
    groundPx: groundPx - one.raisePx,
  }));
  const depth = (index: number): number => {
    const { slot, raisePx } = group.standings[index]!;
    return slot.row * 1e6 + raisePx;
  };
  const names = namesOf(request, space, choice);
  return {
    sizePx,
    artPx,
    terrain,
    standingPx,
    labelFontPx: names.fontPx,
    shadows: figures.flatMap((figure, index) =>
      shadowOf(request, { figure, standing: group.standings[index]!, terrain, artPx }),
    ),
    figures: figures.toSorted((one, other) => depth(other.index) - depth(one.index)),
    labels: figures.map((figure, index) => {
      const { slot, pxPerUnit } = group.standings[index]!;
      const headPx = figure.groundPx - request.figures[index]!.shape.ground * pxPerUnit;
      const overHeadPx = headPx - names.labels.heightsPx[index]!;
      const { middlePx, spacePx, line } = names.positions[index]!;
      const belowPx = names.topPx + line * names.labels.heightPx;
      const isAbove = slot.row > 0;
      return {
        index,
        middlePx,
        spacePx,
        isAbove,
        topPx: Math.floor(isAbove ? overHeadPx : belowPx),
      };
    }),
    title: space.placedTitle,
  };
}
