import type { CacheContext, RequestContext } from '../../common/cache/context.ts';
import { badRequest } from '../../common/errors/lineup-error.ts';
import { standIn, type ItemResult, ownCape, plainItem, withCape } from '../../common/items.ts';
import { type Player, ownSheet } from '../../common/player.ts';
import { draw } from '../engine.ts';
import { TooLargeError } from '../options/jobs.ts';
import type { FileFormat } from '../options/picture-formats.ts';
import { sentFormat } from '../options/read-options.ts';
import { kindOf, posedFor, validatorOf, type PictureSpec, type Place } from '../options/spec.ts';
import type { Picture, PictureParts } from './picture-service.ts';
import { hasAngles } from '../figure/render-types.ts';

/** A picture of players, and where its players come from. */
export type PictureSource = {
  readonly spec: PictureSpec;
  /** Where an option was given; `value` is what names a player. */
  readonly place: Place;
  /** The field of a cape that came with the request. */
  readonly capePath?: string | undefined;
  /** What was found for its figures, in their order; some may have failed. */
  readonly find: (context: CacheContext) => Promise<readonly ItemResult[]>;
  /** What names the figures of a group in the request, and the name in it. */
  readonly named?: readonly { readonly value: string; readonly name: string }[];
};

/**
 * Draws a picture of players, or an animation: has them found, and leaves the rest to the picture service.
 * Routes, library and program draw by it.
 * @throws {LineupError} that lists invalid items and their fields
 */
export async function drawPicture<Sent>(
  { spec: requested, place, capePath, find, named }: PictureSource,
  { isKnown, context, asker }: RequestContext,
  { drawing, pictures }: PictureParts<Sent>,
): Promise<Picture<Sent> & { readonly format: FileFormat }> {
  const results = await find(context);
  const figures = requested.figures.map((figure, index) =>
    posedFor(figure, playerOf(results[index]!) ?? ownPartOf(named?.[index]?.value ?? '')),
  );
  const spec = { ...requested, figures };
  const { isAlone } = spec;
  const drawn = pictures.picture({
    results,
    fallback: spec.fallback,
    fallbackItem: (index, player: Player, before) => {
      const { model, worn, label } = figures[index]!;
      return isAlone
        ? standIn(player, { label: '', model, wantsCape: worn.cape })
        : standIn(player, { label: before?.label ?? label ?? named?.[index]?.name ?? '' });
    },
    fieldPath: (index) => (isAlone ? place('value') : place('value', index)),
    capePath: (index) => figures[index]!.worn.named?.path ?? capePath,
    inputs: validatorOf(spec),
    draw: (items, watch) => draw(spec, items, { drawing, client: context.client, watch }),
    isKnown,
    context,
    asker,
  });
  const picture = await drawn.catch((error: unknown) => {
    if (!(error instanceof TooLargeError)) throw error;
    throw badRequest(`${place(error.option)}: ${error.message}`);
  });
  return { ...picture, format: kindOf(spec) === 'model' ? 'glb' : sentFormat(spec) };
}

/** The end of a reference, in which two skins in data URLs differ too. */
const ownPartChars = 256;

function ownPartOf(reference: string): string {
  return reference.slice(-ownPartChars).toLowerCase();
}

function playerOf(result: ItemResult): string | null {
  return 'item' in result ? result.item.uuid : null;
}

/** The name in a value that is one. */
export function nameInValue({ value }: { readonly value: string }): string {
  return /^\.?([\p{L}\p{M}\p{N}_ ]{1,25})$/u.exec(value)?.[1] ?? '';
}

/** Real sheets are far smaller; only 1024 px of pure noise exceeds this. */
export const maxSheetBytes = 3 * 1024 * 1024;

/** The sheets of a figure without a player. */
export type FigureSheets = { readonly skin: Uint8Array } & Partial<
  Record<'cape' | 'elytra', Uint8Array>
>;

/**
 * The picture of one figure of these sheets. Wings are drawn in place of a cape; a sheet of them implies
 * drawing them.
 * @param sheetPlace where a sheet was given
 */
export function sourceOfSheets(
  { skin, cape, elytra }: FigureSheets,
  { spec, place }: { readonly spec: PictureSpec; readonly place: Place },
  sheetPlace: (sheet: keyof FigureSheets) => string,
): PictureSource {
  const { figures } = spec;
  const only = figures[0]!;
  const back = elytra ?? cape;
  const capePath = sheetPlace(elytra === undefined ? 'cape' : 'elytra');
  const backSheet = back === undefined || !only.worn.cape ? null : ownCape(back, capePath);
  const item = plainItem(ownSheet(skin), only.model);
  const wings = only.wings || (elytra !== undefined && hasAngles(only.renderType));
  return {
    spec: { ...spec, figures: [{ ...only, wings }] },
    place: (option) => (option === 'value' ? sheetPlace('skin') : place(option)),
    capePath: back === undefined ? undefined : capePath,
    find: async () => [withCape({ item }, backSheet)],
  };
}
