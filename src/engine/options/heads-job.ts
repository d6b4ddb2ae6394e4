import type { Format } from '../image/formats.ts';
import type { RowFigure, SheetBytes } from './jobs.ts';

/** A job for a grid of faces; plain data, copied to a worker. */
export type HeadsJob = {
  /** Side of a face. */
  readonly sidePx: number;
  readonly columns: number;
  readonly sheets: readonly SheetBytes[];
  /** Row by row. */
  readonly figures: readonly Pick<RowFigure, 'sheet' | 'upsideDown'>[];
  readonly format: Format;
};

/** The size of the grid, and the position of each face in it, in pixels. */
export function gridOf({
  count,
  columns,
  sidePx,
}: {
  readonly count: number;
  readonly columns: number;
  readonly sidePx: number;
}) {
  const across = Math.min(columns, count);
  return {
    widthPx: across * sidePx,
    heightPx: Math.ceil(count / across) * sidePx,
    offsetOf: (index: number) => ({
      leftPx: (index % across) * sidePx,
      topPx: Math.floor(index / across) * sidePx,
    }),
  };
}
