import { renderTypes, type RenderType } from '../figure/render-types.ts';
import type { FigureEars } from '../skin/ears/shape.ts';
import type { EarsOption } from '../options/order.ts';
import type { ModelOption } from '../../common/player.ts';
import type { SkinSheet } from '../skin/sheet.ts';
import type { TextureSet } from './draw-figure.ts';
import type { Model } from '../skin/arms.ts';

/** The sheets of a figure, and the ears that it is drawn with. */
export type Dressed = { readonly textures: TextureSet; readonly ears: FigureEars | null };

/**
 * What an order's figure is drawn with: a skin with Ears data as the mod uses it, without any other cape
 * or wings if it has its own. Flat types show none.
 */
export function withEars(
  textures: TextureSet,
  renderType: RenderType,
  option: EarsOption = 'auto',
): Dressed {
  if (option === 'none' || renderTypes[renderType].kind === 'flat') return { textures, ears: null };
  const own = textures.skin.ears ?? null;
  if (own === null) return { textures, ears: option === 'deadmau5' ? option : null };
  const { image, shape } = own;
  const hasBack = shape.wings !== null || shape.cape;
  const cape = hasBack ? null : textures.cape;
  return { textures: { skin: { ...textures.skin, image }, cape, ears: own }, ears: shape };
}

/** The model of a figure of an order. */
export function modelOf(option: ModelOption, { model = 'classic' }: SkinSheet): Model {
  return option === 'auto' ? model : option;
}
