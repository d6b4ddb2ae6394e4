import { type RgbaImage, createImage, blit } from '../image/canvas.ts';
import type { Layout } from '../scenes/layout/request.ts';
import type { FrameAt } from '../options/animation.ts';
import { resize } from '../image/resize.ts';
import type { Member } from './members.ts';
import type { BoxPx } from '../options/spec.ts';

/** The position of a figure in a picture, in pixels from the top left corner. */
export type FigureBox = {
  readonly leftPx: number;
  readonly topPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Top of its name: below the figure, or above it in a back row; where it would be if it has none. */
  readonly nameTopPx: number;
};

/** A picture with the positions of its figures, in the order of the request. */
export type GroupPicture = RgbaImage & {
  readonly boxes: readonly FigureBox[];
  /** Of which animation it is a frame, if it is one. */
  readonly animation: FrameAt | null;
};

/** The positions of the figures of a scene. */
export function boxesOf(layout: Layout, members: readonly Member[]): readonly FigureBox[] {
  const placed = layout.figures.toSorted((one, other) => one.index - other.index);
  return placed.map(({ index, pxPerUnit, middlePx, groundPx }) => {
    const { width, height, ground } = members[index]!.shape;
    return {
      leftPx: Math.round(middlePx - (width * pxPerUnit) / 2),
      topPx: Math.round(groundPx - ground * pxPerUnit),
      widthPx: Math.round(width * pxPerUnit),
      heightPx: Math.round(height * pxPerUnit),
      // Names that would be too small to read are omitted.
      nameTopPx: Math.round(layout.labels[index]?.topPx ?? groundPx),
    };
  });
}

/**
 * Encodes the boxes as XMP metadata, for programs that make figures clickable; others ignore it.
 * @returns `<left>,<top>,<width>,<height>,<top of the name>` of each figure, separated by spaces
 */
export function boxesAsXmp(boxes: readonly FigureBox[]): string {
  const figures = boxes
    .map((box) => [box.leftPx, box.topPx, box.widthPx, box.heightPx, box.nameTopPx].join(','))
    .join(' ');
  return `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:lineup="urn:lineup:" lineup:figures="${figures}"/></rdf:RDF></x:xmpmeta>`;
}

/** A picture scaled to fit into a size, centred; the source is not changed. */
export function fitBox(picture: RgbaImage, { widthPx, heightPx }: BoxPx): RgbaImage {
  const share = Math.min(widthPx / picture.widthPx, heightPx / picture.heightPx);
  const side = (px: number, max: number): number =>
    Math.min(max, Math.max(1, Math.round(px * share)));
  const fitted = resize(picture, side(picture.widthPx, widthPx), side(picture.heightPx, heightPx));
  if (fitted.widthPx === widthPx && fitted.heightPx === heightPx) return fitted;
  const box = createImage(widthPx, heightPx);
  const leftPx = Math.floor((widthPx - fitted.widthPx) / 2);
  blit(box, fitted, leftPx, Math.floor((heightPx - fitted.heightPx) / 2));
  return box;
}
