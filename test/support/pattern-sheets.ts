import type { FaceName, PartName } from '../../src/engine/figure/boxes.ts';
import { createImage, type RgbaImage } from '../../src/engine/image/canvas.ts';
import type { Layer } from '../../src/engine/figure/solids.ts';
import {
  allFaces,
  allParts,
  bothLayers,
  faceRect,
  type BothModels,
  type FaceRect,
} from './skin-facts.ts';

/** Deterministic sheets on which each side of each part can be distinguished from the others. */

export type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

/** A place on a side, in texels of this sheet (an HD sheet has more than 64). */
export type FacePlace = {
  readonly part: PartName;
  readonly layer: Layer;
  readonly face: FaceName;
  readonly column: number;
  readonly row: number;
  readonly columns: number;
  readonly rows: number;
};

/** A sheet painted side by side; texels of no side stay transparent. */
export function paintSheet(
  model: BothModels,
  texelsPerUnit: number,
  colourAt: (place: FacePlace) => Rgba,
): RgbaImage {
  const sheet = createImage(64 * texelsPerUnit, 64 * texelsPerUnit);
  for (const part of allParts) {
    for (const layer of bothLayers) {
      for (const face of allFaces) {
        const rect = scaled(faceRect(model, part, layer, face), texelsPerUnit);
        paintRect(sheet, rect, (column, row) =>
          colourAt({ part, layer, face, column, row, columns: rect.columns, rows: rect.rows }),
        );
      }
    }
  }
  return sheet;
}

/** A sheet with the same colour everywhere in a layer. */
export function plainSheet(base: Rgba, overlay: Rgba, texelsPerUnit = 1): RgbaImage {
  return paintSheet('classic', texelsPerUnit, ({ layer }) => (layer === 'base' ? base : overlay));
}

/** Every texel random: colours, and in the overlay holes, opaque and translucent texels. */
export function randomSheet(random: () => number, texelsPerUnit: number): RgbaImage {
  const sheet = createImage(64 * texelsPerUnit, 64 * texelsPerUnit);
  const level = (): number => Math.floor(random() * 256);
  for (let at = 0; at < sheet.data.length; at += 4) {
    const kind = random();
    const alpha = kind < 0.35 ? 0 : kind < 0.6 ? 255 : level();
    sheet.data.set([level(), level(), level(), alpha], at);
  }
  return sheet;
}

/** A small generator of numbers in 0…1, the same ones for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export type OverlayPattern = 'none' | 'holes' | 'translucent' | 'opaque';

/**
 * A player in a motley: each part has its own hue, each side its own lightness; a light frame, a
 * dark foot and a white texel at each side's top left show how the side lies. The head has a face.
 */
export function motleySheet(
  model: BothModels,
  overlay: OverlayPattern,
  texelsPerUnit = 1,
): RgbaImage {
  return paintSheet(model, texelsPerUnit, (place) =>
    place.layer === 'base'
      ? [...baseColour(place, texelsPerUnit), 255]
      : overlayColour(place, overlay, texelsPerUnit),
  );
}

/** The upper half of a motley: what an old 64×32 sheet has. */
export function oldMotleySheet(overlay: OverlayPattern): RgbaImage {
  const whole = motleySheet('classic', overlay);
  return { widthPx: 64, heightPx: 32, data: whole.data.slice(0, 64 * 32 * 4) };
}

type Rgb = readonly [red: number, green: number, blue: number];

const baseHues = {
  head: [236, 178, 128],
  body: [52, 152, 190],
  rightArm: [220, 88, 72],
  leftArm: [92, 176, 88],
  rightLeg: [120, 96, 190],
  leftLeg: [226, 176, 60],
} as const satisfies Record<PartName, Rgb>;

const overlayHues = {
  head: [96, 56, 32],
  body: [240, 236, 220],
  rightArm: [40, 44, 72],
  leftArm: [40, 44, 72],
  rightLeg: [52, 92, 60],
  leftLeg: [52, 92, 60],
} as const satisfies Record<PartName, Rgb>;

const faceLightness = {
  front: 1,
  back: 0.55,
  right: 0.85,
  left: 0.7,
  top: 1.12,
  bottom: 0.4,
} as const satisfies Record<FaceName, number>;

function baseColour(place: FacePlace, texelsPerUnit: number): Rgb {
  const { part, face, column, row, columns, rows } = place;
  const [x, y] = [Math.floor(column / texelsPerUnit), Math.floor(row / texelsPerUnit)];
  if (part === 'head' && face === 'front') {
    if (y === 4 && (x === 1 || x === 6)) return [250, 250, 250];
    if (y === 4 && (x === 2 || x === 5)) return [40, 60, 150];
    if (y === 6 && x > 2 && x < 5) return [150, 64, 56];
  }
  if (x === 0 && y === 0) return [255, 255, 255];
  // On HD sheets a diagonal weave within the units shows that their texels are used.
  const weave = texelsPerUnit > 1 && ((column + row) / (texelsPerUnit / 2)) % 2 < 1 ? 0.8 : 1;
  const isFoot = row >= rows - texelsPerUnit ? 0.6 : 1;
  const isFrame = x === 0 || y === 0 || column >= columns - texelsPerUnit ? 1.15 : 1;
  const check = (x + y) % 2 === 0 ? 1 : 0.92;
  return tinted(baseHues[part], faceLightness[face] * weave * isFoot * isFrame * check);
}

function overlayColour(place: FacePlace, pattern: OverlayPattern, texelsPerUnit: number): Rgba {
  const [x, y] = [Math.floor(place.column / texelsPerUnit), Math.floor(place.row / texelsPerUnit)];
  const colour = tinted(overlayHues[place.part], faceLightness[place.face]);
  if (pattern === 'opaque') return [...colour, 255];
  // The colour of holes must not show: pink would be noticed.
  const hole = [255, 0, 255, 0] as const;
  if (pattern === 'none') return hole;
  if (pattern === 'translucent') return [...colour, [48, 112, 176][(x + y) % 3]!];
  return x % 3 === 1 || y % 4 === 1 ? hole : [...colour, 255];
}

function tinted([red, green, blue]: Rgb, by: number): Rgb {
  const level = (value: number): number => Math.min(255, Math.round(value * by));
  return [level(red), level(green), level(blue)];
}

function scaled({ u, v, columns, rows }: FaceRect, by: number): FaceRect {
  return { u: u * by, v: v * by, columns: columns * by, rows: rows * by };
}

function paintRect(
  sheet: RgbaImage,
  { u, v, columns, rows }: FaceRect,
  colourAt: (column: number, row: number) => Rgba,
): void {
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      sheet.data.set(colourAt(column, row), ((v + row) * sheet.widthPx + u + column) * 4);
    }
  }
}
