import { measureFigure } from '../figure/figure.ts';
import { resize, mirrored } from '../image/resize.ts';
import { areaOf, type RgbaImage } from '../image/canvas.ts';
import { standingUnits, type Box, type FigureShape } from '../scenes/layout/request.ts';
import { shapeOf, type Member, type PlacedMember } from './members.ts';
import { lightLevels } from '../raster/side-colours.ts';
import type { SceneLight } from '../image/background.ts';
import type { PictureFigure } from '../options/jobs.ts';

/**
 * A figure that was drawn elsewhere: as high as one of ours that stands upright in the same crop,
 * standing on its lowest pixels, in the light of its scene as far as a flat picture can be. Only
 * `mirror` turns it, not an arrangement, because that would reverse its lettering.
 * @param picture trimmed to its visible part
 */
export function pictureMember(
  figure: PictureFigure,
  picture: RgbaImage,
  light: SceneLight | undefined,
): Member {
  const shown = figure.mirror ? mirrored(picture) : picture;
  const { shape, unitsPerPx } = measurePicture(shown, figure.crop);
  return {
    shape,
    at: (place) => {
      const share = unitsPerPx * place.pxPerUnit;
      const side = (px: number): number => Math.max(1, Math.round(px * share));
      const sizePx = [side(shown.widthPx), side(shown.heightPx)] as const;
      const placed: PlacedMember = {
        place,
        sizePx,
        groundPx: sizePx[1],
        textured: null,
        key: JSON.stringify([figure.picture, figure.mirror, ...sizePx]),
        draw: () => {
          const sized = resize(shown, ...sizePx);
          // The drawn copy may be released; the picture itself is needed again.
          const own = sized === shown ? { ...shown, data: shown.data.slice() } : sized;
          if (light !== undefined) lightPicture(own, light);
          return own;
        },
        as: () => placed,
      };
      return placed;
    },
  };
}

/** A figure with wings is at most this wide, so that the others do not become tiny. */
const widestUnits = 1.5 * standingUnits;

/** Share of its height within which a part counts as touching the ground. */
const touchShare = 0.06;

/** Depth of feet drawn from the front, in units, as the ground is seen. */
const feetUnits = 1.2;

/** Position of the face, from the top and across, in a full figure and in a bust. */
const faceShares = {
  full: { bottom: 0.34, across: 0.5 },
  bust: { bottom: 0.62, across: 0.6 },
  face: { bottom: 1, across: 0.8 },
} as const satisfies Record<PictureFigure['crop'], object>;

/** How much of the width of feet is round at each end. */
const roundShare = 0.12;

/** As if it were a column upon its feet, round at its ends. */
export function casterOn(
  { left, right }: Pick<Box, 'left' | 'right'>,
  height: number,
): FigureShape['casters'][number] {
  const round = (right - left) * roundShare;
  const outline = [
    [left, feetUnits / 2],
    [left + round, 0],
    [left + round, feetUnits],
    [right - round, 0],
    [right - round, feetUnits],
    [right, feetUnits / 2],
  ] as const;
  return outline.flatMap(([across, back]) =>
    [0, height].map((up) => ({ across, back, height: up })),
  );
}

/** Measures a picture by its size, and what touches the ground by its lowest pixels. */
function measurePicture(picture: RgbaImage, crop: PictureFigure['crop']) {
  const own = shapeOf(measureFigure({ renderType: 'default', crop, model: 'classic' }));
  const unitsPerPx = Math.min(own.ground / picture.heightPx, widestUnits / picture.widthPx);
  const [width, height] = [picture.widthPx * unitsPerPx, picture.heightPx * unitsPerPx];
  const { bottom, across } = faceShares[crop];
  const face: Box = {
    left: (width * (1 - across)) / 2,
    right: (width * (1 + across)) / 2,
    top: 0,
    bottom: height * bottom,
  };
  const casters: FigureShape['casters'][number][] = [];
  if (crop === 'full') {
    const feetTop = Math.floor(picture.heightPx * (1 - touchShare)) * picture.widthPx;
    const isFoot = (at: number): boolean => at >= feetTop && picture.data[at * 4 + 3]! >= 128;
    const { leftPx, widthPx } = areaOf(picture, isFoot) ?? { leftPx: 0, widthPx: picture.widthPx };
    const feet = { left: leftPx * unitsPerPx, right: (leftPx + widthPx) * unitsPerPx };
    casters.push(casterOn(feet, height));
  }
  const whole: Box = { left: 0, top: 0, right: width, bottom: height };
  const shape: FigureShape = {
    width,
    height,
    ground: height,
    face,
    covers: [whole],
    column: { left: 0, right: width },
    crown: 0,
    casters,
  };
  return { shape, unitsPerPx };
}

const channels = [0, 1, 2] as const;

/** Width of a rim, as a share of the picture's height: that of a texel of a figure of ours. */
const rimShare = 1 / 40;

/**
 * Puts a finished picture, which looks at the viewer, into the light of a scene, in place: the main
 * light and the light from everywhere on all of it, and those from behind along its outline, where
 * it faces them.
 */
export function lightPicture({ data, widthPx, heightPx }: RgbaImage, light: SceneLight): void {
  const { black, white } = lightLevels(light, { normal: [0, 0, 1] });
  const rimPx = Math.max(1, heightPx * rimShare);
  const alphaAt = (x: number, y: number): number =>
    x < 0 || y < 0 || x >= widthPx || y >= heightPx ? 0 : data[(y * widthPx + x) * 4 + 3]!;
  const rims = light.rims.map(({ from: [right, up], colour }) => {
    const strength = Math.hypot(right, up);
    const px = (along: number): number => Math.round((along / (strength || 1)) * rimPx);
    return { x: px(right), y: px(-up), colour, strength };
  });
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const at = (y * widthPx + x) * 4;
      const alpha = data[at + 3]!;
      if (alpha === 0) continue;
      const added = [...black] as [number, number, number];
      for (const rim of rims) {
        // A narrow gap between an arm and the body lets nothing through.
        const beside = alphaAt(x + rim.x, y + rim.y);
        const beyond = alphaAt(x + rim.x * 3, y + rim.y * 3);
        const caught = rim.strength * Math.max(0, 1 - Math.max(beside, beyond) / alpha);
        for (const channel of channels) added[channel] += rim.colour[channel] * caught;
      }
      for (const channel of channels) {
        const level = (data[at + channel]! / 255) * (white[channel] - black[channel]);
        data[at + channel] = 255 * Math.min(1, added[channel] + level);
      }
    }
  }
}
