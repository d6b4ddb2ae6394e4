import type { RequestContext } from '../../http/conditional.ts';
import type { Drawing } from '../../draw-pool/pool.ts';
import { sentFormat } from '../../options/read-film.ts';
import type { PictureFormat } from '../../options/render-names.ts';
import type { ItemResult, Picture } from '../../pictures/picture.ts';
import { atOption } from '../../pictures/too-large.ts';
import { itemOf } from '../../pictures/resolve-item.ts';
import type { PictureService } from '../../pictures/picture-service.ts';
import { checkMotions, motionsOf } from './motions.ts';
import { rowOrder, sceneOrder } from './orders.ts';
import {
  isPlainRow,
  posedFor,
  readFigureOptions,
  readPictureOptions,
  type RequestPaths,
} from './read-options.ts';
import { readItems, resolveItems, type ItemSources } from './resolve-items.ts';
import { pictureSideFor } from './roblox-items.ts';
import type { CompositionItem, CompositionOptions } from './schema.ts';

export type CompositionParts = ItemSources & {
  readonly drawing: Pick<Drawing, 'draw'>;
  readonly pictures: PictureService;
};

export type CompositionRequest = RequestPaths &
  RequestContext & {
    /** Empty for a scene without figures. */
    readonly items: readonly CompositionItem[];
    readonly options: CompositionOptions;
  };

export type Composer = {
  /** @throws {LineupError} that lists invalid items and their fields */
  readonly compose: (
    request: CompositionRequest,
  ) => Promise<Picture & { readonly format: PictureFormat }>;
};

/** Looks up the players; the rest is done by the picture service. */
export function createComposer(parts: CompositionParts): Composer {
  const { players, drawing, pictures } = parts;
  return {
    compose: async ({ items, options, isKnown, context, ...paths }) => {
      const asked = items.map((item, index) =>
        readFigureOptions(item, options, { ...paths, index }),
      );
      const motions = motionsOf(asked, options, paths);
      const picture = readPictureOptions(options, { ...paths, motions }, items.length);
      checkMotions({ items, figures: asked, options }, picture.film, paths);
      const common = players.readService(options.service, paths.optionPath('service'));
      const requests = readItems(items, {
        parseReference: players.parseReference,
        fieldPath: paths.fieldPath,
        serviceOf: ({ service }, index) =>
          service === undefined
            ? common
            : players.readService(service, paths.fieldPath(index, 'service')),
        wearOf: ({ model }, index) => ({
          model: model ?? options.model ?? null,
          wantsCape: asked[index]!.wantsCape,
          namedCape: asked[index]!.namedCape,
        }),
        cropOf: (index) => asked[index]!.crop,
      });
      const sidePx = pictureSideFor(picture.sizePx?.[1] ?? picture.heightPx);
      const results = await resolveItems(requests, parts, { sidePx, context });
      const figures = asked.map((figure, index) =>
        posedFor(figure, playerOf(results[index]!) ?? ownPartOf(items[index]!.value)),
      );
      const [first] = figures;
      const isDrawnHere = requests.every(({ kind }) => kind !== 'roblox');
      const isPlain = isDrawnHere && isPlainRow(picture, figures);
      const plain = first !== undefined && isPlain ? first : null;
      const ears = figures.map((figure) => figure.ears);
      const drawn = pictures.picture({
        results,
        fallback: options.fallback ?? 'none',
        fallbackItem: (index, player, before) =>
          itemOf(player, { label: before?.label ?? labelOf(items[index]!) }),
        fieldPath: (index) => paths.fieldPath(index, 'value'),
        capePath: (index) => figures[index]!.namedCape?.path,
        inputs: plain === null ? sceneInputs(picture, figures) : rowInputs(picture, plain, ears),
        draw: async (loaded) =>
          plain === null
            ? drawing.draw('scene', sceneOrder(loaded, picture, figures), context.client)
            : (await drawing.draw('row', rowOrder(loaded, picture, figures), context.client)).bytes,
        isKnown,
        context,
      });
      const done = await drawn.catch((error: unknown) =>
        Promise.reject(atOption(error, paths.optionPath)),
      );
      return {
        ...done,
        format: sentFormat({ film: picture.film ?? null, format: picture.format }),
      };
    },
  };
}

/** The end of a reference, in which two skins in data URLs differ too. */
const ownPartChars = 256;

function ownPartOf(reference: string): string {
  return reference.slice(-ownPartChars).toLowerCase();
}

function playerOf(result: ItemResult): string | null {
  return 'item' in result ? result.item.uuid : null;
}

type Pictured = ReturnType<typeof readPictureOptions>;
type Posed = ReturnType<typeof posedFor>;

/** Everything that the pixels of a row depend on besides its items. */
function rowInputs(
  { heightPx, gapPx, format }: Pictured,
  { renderType, crop }: Posed,
  ears: readonly Posed['ears'][],
) {
  return ['composition', { renderType, crop, heightPx, gapPx, format, ears: [...ears] }];
}

/** The same for a scene; a given size determines that of the figures. */
function sceneInputs(picture: Pictured, figures: readonly Posed[]) {
  const isSized = picture.sizePx !== null;
  // In a film the height bounds that of the figures.
  const heightPx = picture.film === null ? 0 : picture.heightPx;
  const sizing = isSized ? { heightPx, gapPx: 0 } : {};
  // The named cape itself is part of the item.
  const posed = figures.map(({ namedCape: _named, ...figure }) => figure);
  return ['scene', { ...picture, ...sizing }, posed];
}

/** The label of an item that could not be looked up: its own, or the name in it. */
function labelOf({ label, value, type }: CompositionItem): string {
  const name = type === 'roblox' ? /^(?!\d+$)(\w{3,20})$/ : /^\.?([\p{L}\p{M}\p{N}_ ]{1,16})$/u;
  return label ?? name.exec(value)?.[1] ?? '';
}
