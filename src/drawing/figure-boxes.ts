import type { RgbaImage } from '../render/image/canvas.ts';
import type { Layout } from '../scenes/layout/request.ts';
import type { Actor } from './scene-actor.ts';

/** Where one figure is in a picture of several, in pixels from the top left corner. */
export type FigureBox = {
  readonly leftPx: number;
  readonly topPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Upper edge of its name: below the figure, or above it for who stands behind; where it would be if it has none. */
  readonly nameTopPx: number;
};

/** A picture, and where its figures are: in the order in which they were asked for. */
export type GroupPicture = RgbaImage & { readonly boxes: readonly FigureBox[] };

/** Of the figures of a scene, by their layout. */
export function boxesOf(layout: Layout, actors: readonly Actor[]): readonly FigureBox[] {
  const placed = layout.figures.toSorted((one, other) => one.index - other.index);
  return placed.map(({ index, pxPerUnit, middlePx, groundPx }) => {
    const { width, height, ground } = actors[index]!.shape;
    return {
      leftPx: Math.round(middlePx - (width * pxPerUnit) / 2),
      topPx: Math.round(groundPx - ground * pxPerUnit),
      widthPx: Math.round(width * pxPerUnit),
      heightPx: Math.round(height * pxPerUnit),
      // Where names would be too small to be read, there are none.
      nameTopPx: Math.round(layout.labels[index]?.topPx ?? groundPx),
    };
  });
}

/**
 * The boxes as metadata (XMP) of a picture: programs that let people press a figure need not guess
 * where it is, and whoever only shows the picture passes over them.
 * @returns `<left>,<top>,<width>,<height>,<top of the name>` of each figure, with blanks between
 */
export function boxesAsXmp(boxes: readonly FigureBox[]): string {
  const figures = boxes
    .map((box) => [box.leftPx, box.topPx, box.widthPx, box.heightPx, box.nameTopPx].join(','))
    .join(' ');
  return `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:lineup="urn:lineup:" lineup:figures="${figures}"/></rdf:RDF></x:xmpmeta>`;
}
