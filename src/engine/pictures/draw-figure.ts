import { shownTexelsPerUnit, type FramedFigure } from '../figure/figure.ts';
import type { SceneLight } from '../image/background.ts';
import type { RgbaImage } from '../image/canvas.ts';
import { type Scratch, free } from '../image/scratch.ts';
import type { FontRegistry } from '../text/font-registry.ts';
import type { Reaches } from '../figure/stage/moment.ts';
import type { SheetScales } from '../raster/compile.ts';
import { drawPlan } from '../raster/execute.ts';
import { type Plan, atlasOf } from '../raster/plan.ts';
import type { EarsSheet } from '../skin/ears/read-ears.ts';
import { reducedScale, reduceSheet, type SkinSheet, type CapeSheet } from '../skin/sheet.ts';
import type { FigureEars } from '../skin/ears/shape.ts';
import { showsEars, type RenderType } from '../figure/render-types.ts';
import type { ModelOption } from '../../common/player.ts';
import type { Model } from '../skin/arms.ts';
import type { EarsOption } from '../options/figure-values.ts';

/** Resources for drawing that a worker caches between jobs. */
export type DrawContext = {
  readonly fonts: FontRegistry;
  /**
   * Draws with the plan of a figure, which is valid until `draw` returns. Figures that share a plan are
   * drawn one after the other: large plans are not cached for longer.
   */
  readonly withPlan: <T>(framed: FramedFigure, scales: SheetScales, draw: (plan: Plan) => T) => T;
  /** What was measured of moving figures. */
  readonly reaches?: Reaches;
  /** Memory of the picture, which is encoded before the next one is drawn. */
  readonly scratch: Scratch;
};

export type ReadSheets = {
  readonly skins: readonly SkinSheet[];
  readonly capes: readonly CapeSheet[];
  readonly pictures: readonly RgbaImage[];
};

/** Resources for drawing a figure: plans, the light of its scene, and its place in the picture. */
export type FigureContext = Pick<DrawContext, 'withPlan'> & {
  readonly light?: SceneLight;
  /** Its top left corner. Default: that of the picture. */
  readonly at?: readonly [leftPx: number, topPx: number];
};

export type TextureSet = {
  readonly skin: SkinSheet;
  readonly cape: CapeSheet | null;
  /** What else a skin with Ears data is drawn with. */
  readonly ears?: Pick<EarsSheet, 'parts' | 'glow'> | null;
};

/** A figure of a job, on its picture, with its sheets. */
export type TexturedFigure = { readonly framed: FramedFigure; readonly textures: TextureSet };

/** Equal for figures of one job that share a plan. */
export function planKeyOf({ framed, textures: { skin, cape } }: TexturedFigure): string {
  const shown = shownTexelsPerUnit(framed);
  const scales = [skin, cape].map((sheet) => sheet && reducedScale(sheet.texelsPerUnit, shown));
  return JSON.stringify([framed.figure, scales]);
}

/** Puts figures that share a plan one after the other, as `DrawContext.withPlan` expects. */
export function byPlan<T>(figures: Iterable<T>, keyOf: (figure: T) => string): T[] {
  return [...Map.groupBy(figures, keyOf).values()].flat();
}

/**
 * Draws one figure, with its sheets reduced to what the picture can show.
 * @param createPicture returns the picture, transparent where the figure will be
 */
export function drawFigure(
  framed: FramedFigure,
  textures: TextureSet,
  { withPlan, light, at }: FigureContext,
  createPicture: Scratch,
): RgbaImage {
  const shown = shownTexelsPerUnit(framed);
  const skin = reduceSheet(textures.skin, shown);
  const cape = textures.cape && reduceSheet(textures.cape, shown);
  const scales = { skin: skin.texelsPerUnit, cape: cape && cape.texelsPerUnit };
  const picture = withPlan(framed, scales, (plan) => {
    const image = createPicture(plan.widthPx, plan.heightPx);
    const { parts = null, glow = null } = textures.ears ?? {};
    const atlas = atlasOf({ skin, ears: parts, cape, hasHeldItems: plan.hasHeldItems });
    drawPlan(plan, atlas, image, { glow, ...(light && { light }), ...(at && { at }) });
    return image;
  });
  if (skin.image !== textures.skin.image) free(skin.image.data);
  return picture;
}

/** The textures of a figure, and the ears that it is drawn with. */
export type PreparedTextures = { readonly textures: TextureSet; readonly ears: FigureEars | null };

/** The options of a figure that decide how its textures are used. */
type TextureOptions = { readonly renderType: RenderType; readonly ears?: EarsOption };

/**
 * What a job's figure is drawn with: a skin with Ears data as the mod uses it, without any other cape
 * or wings if it has its own.
 */
export function prepareTextures(
  textures: TextureSet,
  { renderType, ears = 'auto' }: TextureOptions,
): PreparedTextures {
  if (ears === 'none' || !showsEars(renderType)) return { textures, ears: null };
  const own = textures.skin.ears ?? null;
  if (own === null) return { textures, ears: ears === 'deadmau5' ? ears : null };
  const { image, shape } = own;
  const hasBack = shape.wings !== null || shape.cape;
  const cape = hasBack ? null : textures.cape;
  return { textures: { skin: { ...textures.skin, image }, cape, ears: own }, ears: shape };
}

/** The model of a figure of a job. */
export function modelOf(option: ModelOption, { model = 'classic' }: SkinSheet): Model {
  return option === 'auto' ? model : option;
}
