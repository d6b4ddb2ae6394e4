import type { SceneLight } from '../image/background.ts';
import { blendOver, createImage, type RgbaImage } from '../image/canvas.ts';
import { free } from '../image/scratch.ts';
import type { PropFigure } from '../options/jobs.ts';
import { createArt, type Art } from '../scenes/art/art.ts';
import { campUnits, paintCamp, paintSign } from '../scenes/art/props.ts';
import type { PlacedFigure, Box, FigureShape } from '../scenes/layout/request.ts';
import { enlarge } from '../scenes/paint-scene.ts';
import type { FontRegistry } from '../text/font-registry.ts';
import type { Member, PlacedMember } from './members.ts';
import { casterOn, lightPicture } from './picture-member.ts';
import { drawTitle, titleSetter } from './scene-title.ts';

/** What props are drawn with. */
export type PropContext = {
  readonly fonts: FontRegistry;
  readonly light: SceneLight | undefined;
  /** Side of an art pixel. */
  readonly artPx: number;
  /** Of what lives in the scene, 0 … 1. */
  readonly phase: number;
};

/** A prop at a size: its shape, and how it is drawn. */
type Prop = {
  readonly shape: FigureShape;
  readonly draw: (pxPerUnit: number) => RgbaImage;
};

/** A prop of a scene, in the art pixels of the scene. */
export function propMember(figure: PropFigure, context: PropContext): Member {
  const { shape, draw } = figure.prop === 'fire' ? camp(context) : sign(figure, context);
  const { artPx, phase } = context;
  return {
    shape,
    at: (place) => {
      const sizePx = [shape.width, shape.height].map(
        (units) => Math.max(1, Math.round((units * place.pxPerUnit) / artPx)) * artPx,
      );
      const [widthPx, heightPx] = [sizePx[0]!, sizePx[1]!];
      const placed: PlacedMember = {
        place: { ...place, middlePx: onGrid(place, widthPx, artPx) },
        sizePx: [widthPx, heightPx],
        groundPx: Math.round((shape.ground * place.pxPerUnit) / artPx) * artPx,
        textured: null,
        key: JSON.stringify([figure.prop, figure.text, phase, widthPx]),
        draw: () => draw(place.pxPerUnit),
        as: () => placed,
      };
      return placed;
    },
  };
}

/** The middle with which its art pixels are those of the scene. */
function onGrid({ middlePx }: PlacedFigure, widthPx: number, artPx: number): number {
  return Math.round((middlePx - widthPx / 2) / artPx) * artPx + widthPx / 2;
}

/** A picture of so many units, painted in art pixels. */
function painted(
  { width, height }: FigureShape,
  { artPx, scale }: { readonly artPx: number; readonly scale: number },
  paintOn: (art: Art) => void,
): RgbaImage {
  const side = (units: number): number => Math.max(1, Math.round(units * scale));
  const art = createArt(side(width), side(height));
  paintOn(art);
  const picture = createImage(art.columns * artPx, art.rows * artPx);
  enlarge(picture, art, artPx);
  return picture;
}

/** What is seen of it stays visible, and hides as much. */
function roomOf(seen: Box): Pick<FigureShape, 'face' | 'covers' | 'column' | 'crown'> {
  return { face: seen, covers: [seen], column: seen, crown: 0 };
}

function camp({ artPx, phase }: PropContext): Prop {
  const { width, height, below } = campUnits;
  const shape: FigureShape = {
    width,
    height: height + below,
    ground: height,
    ...roomOf({ left: 0, right: width, top: 0, bottom: height }),
    casters: [
      casterOn({ left: 1.5, right: 11.5 }, 4.5),
      casterOn({ left: width - 11.5, right: width - 1.5 }, 4.5),
    ],
  };
  return {
    shape,
    draw: (pxPerUnit) => {
      const scale = pxPerUnit / artPx;
      return painted(shape, { artPx, scale }, (art) =>
        paintCamp(art, {
          middle: art.columns / 2,
          ground: Math.round(height * scale),
          scale,
          phase,
        }),
      );
    },
  };
}

/** Units of a pixel of the sign's letters, around them, and of its board above the ground. */
const signUnits = { pixel: 0.6, padding: 1.6, raise: 9 } as const;

const signColours = { first: '#fff3d0', soft: '#fff3d0', rim: '#3d2618' } as const;

function sign({ text, crop }: PropFigure, { fonts, light, artPx }: PropContext): Prop {
  const set = titleSetter(fonts, { title: text, subtitle: '' });
  const unlimited = 1e6;
  const measuredPx = 4;
  const unitsOf = (px: number): number =>
    (px / measuredPx) * signUnits.pixel + 2 * signUnits.padding;
  const measured = set({ spacePx: unlimited, pixelPx: measuredPx });
  const [width, board] = [unitsOf(measured.sizePx[0]), unitsOf(measured.sizePx[1])];
  const ground = board + (crop === 'full' ? signUnits.raise : 0);
  const middle = width / 2;
  const shape: FigureShape = {
    width,
    height: ground,
    ground,
    ...roomOf({ left: 0, right: width, top: 0, bottom: board }),
    casters: crop === 'full' ? [casterOn({ left: middle - 1, right: middle + 1 }, ground)] : [],
  };
  return {
    shape,
    draw: (pxPerUnit) => {
      const scale = pxPerUnit / artPx;
      const rows = Math.round(board * scale);
      const picture = painted(shape, { artPx, scale }, (art) =>
        paintSign(art, { left: 0, top: 0, columns: art.columns, rows, ground: art.rows }),
      );
      const pixelPx = Math.max(1, Math.floor(signUnits.pixel * pxPerUnit));
      const { lines, sizePx } = set({ spacePx: unlimited, pixelPx });
      const letters = createImage(...sizePx);
      const position = { spacePx: unlimited, pixelPx, align: 'left', xPx: 0, topPx: 0 } as const;
      drawTitle(letters, fonts, { lines, position, colours: signColours });
      const [leftPx, topPx] = [picture.widthPx - sizePx[0], rows * artPx - sizePx[1]];
      blendOver(picture, letters, Math.round(leftPx / 2), Math.round(topPx / 2));
      free(letters.data);
      if (light !== undefined) lightPicture(picture, light);
      return picture;
    },
  };
}
