import type { EarsOption, FigureJob } from '../options/jobs.ts';
import {
  type ResolvedItem,
  type ItemResult,
  ownCape,
  plainItem,
  standIn,
  withCape,
} from '../../common/items.ts';
import type { RenderRequest } from '../options/read-figure-options.ts';
import type { CacheContext, RequestContext } from '../../common/cache/context.ts';
import { type PictureParts, atOption, silhouette } from './picture-service.ts';
import type { Picture } from './picture.ts';
import { ownSheet } from '../../common/player.ts';
import { hasAngles } from '../figure/render-types.ts';

/** The ears of an item under an option for all: one account has the game's own. */
export function earsOf(
  option: EarsOption | undefined,
  { hasMouseEars }: Pick<ResolvedItem, 'hasMouseEars'>,
): EarsOption {
  return hasMouseEars && option !== 'none' ? 'deadmau5' : (option ?? 'auto');
}

/** A figure, and where its sheets come from. */
export type FigureSource = {
  readonly request: RenderRequest;
  /** Its field in the request. */
  readonly fieldPath: string;
  /** The field of a cape that came with it. */
  readonly capeFieldPath?: string | undefined;
  readonly resolve: (context: CacheContext) => Promise<ItemResult>;
};

/**
 * Draws one figure, or an animation of it: finds its sheets, and leaves the rest to the picture service.
 * Routes, library and program draw by it.
 * @throws {LineupError} at the field that is wrong
 */
export async function drawFigure<Sent>(
  { request, fieldPath, capeFieldPath, resolve }: FigureSource,
  { isKnown, context }: RequestContext,
  { drawing, pictures }: PictureParts<Sent>,
): Promise<Picture<Sent>> {
  const { figure, format, animation, background, outline, ears } = request;
  const drawn = pictures.picture({
    results: [await resolve(context)],
    fallback: request.fallback,
    fallbackItem: (_index, fallback) => standIn(fallback, { ...request, label: '' }),
    fieldPath: () => fieldPath,
    capePath: () => request.namedCape?.path ?? capeFieldPath,
    inputs: [
      'figure',
      figure,
      format,
      background,
      outline,
      ears,
      ...(animation ? [animation] : []),
    ],
    draw: ([item]) => {
      const { model, upsideDown, skin, cape: source } = item!;
      const resolved = { model, upsideDown, skin, cape: source, ears: earsOf(ears, item!) };
      const job = { ...figure, ...resolved, format, animation, background, outline };
      return drawing.draw('figure', standingStill(job), context.client);
    },
    isKnown,
    context,
  });
  return drawn.catch((error: unknown) => Promise.reject(atOption(error, optionInQuery)));
}

const optionInQuery = (option: string): string => `query.${option}`;

/** A grey figure has nothing of a player, so it does not move. */
function standingStill(job: FigureJob): FigureJob {
  return job.skin.revision === silhouette.revision ? { ...job, motion: null } : job;
}

/** Real sheets are far smaller; only 1024 px of pure noise exceeds this. */
export const maxSheetBytes = 3 * 1024 * 1024;

/** The sheets of a figure without a player. */
export type FigureSheets = { readonly skin: Uint8Array } & Partial<
  Record<'cape' | 'elytra', Uint8Array>
>;

/**
 * A figure of these sheets. Wings are drawn in place of a cape; a sheet of them implies drawing them.
 * @param fieldPath of a sheet in the request
 */
export function figureOfSheets(
  { skin, cape, elytra }: FigureSheets,
  rendering: RenderRequest,
  fieldPath: (sheet: keyof FigureSheets) => string,
): FigureSource {
  const part = elytra === undefined ? 'cape' : 'elytra';
  const back = elytra ?? cape;
  const capeFieldPath = fieldPath(part);
  const backSheet =
    back === undefined || !rendering.wantsCape ? null : ownCape(back, capeFieldPath);
  const item = plainItem(ownSheet(skin), rendering.model);
  const { figure } = rendering;
  const wings = figure.wings || (elytra !== undefined && hasAngles(figure.renderType));
  return {
    request: { ...rendering, figure: { ...figure, wings } },
    fieldPath: fieldPath('skin'),
    capeFieldPath: back === undefined ? undefined : capeFieldPath,
    resolve: async () => withCape({ item }, backSheet),
  };
}
