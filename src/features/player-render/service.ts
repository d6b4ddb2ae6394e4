import type { RequestContext } from '../../http/conditional.ts';
import type { Drawing } from '../../draw-pool/pool.ts';
import { LineupError } from '../../errors/lineup-error.ts';
import { checkedCape, loadNamedCapes, withCape } from '../../pictures/own-capes.ts';
import type { ItemResult, Picture } from '../../pictures/picture.ts';
import { earsOf, itemOf, itemResult, plainItem } from '../../pictures/resolve-item.ts';
import type { FigureOrder } from '../../options/order.ts';
import type { PictureService } from '../../pictures/picture-service.ts';
import { atOption } from '../../pictures/too-large.ts';
import { silhouette } from '../../pictures/silhouette.ts';
import { badReference } from '../../players/bad-reference.ts';
import type { CacheContext } from '../../cache/context.ts';
import { ownSheet, type SkinSource } from '../../players/player.ts';
import type { Players } from '../../players/players.ts';
import type { UrlSkins } from '../../players/url-skins.ts';
import type { RenderRequest } from './request.ts';

export type RenderParts = {
  readonly players: Players;
  readonly urlSkins: UrlSkins;
  readonly drawing: Pick<Drawing, 'draw'>;
  readonly pictures: PictureService;
};

/** The files of an upload. */
type UploadedSheets = {
  readonly skin: Uint8Array;
  /** A cape or wings, with the form part they came in. */
  readonly backSheet: { readonly part: 'cape' | 'elytra'; readonly bytes: Uint8Array } | null;
};

/** Loads the sheets; the picture service does the rest. Each method throws a `LineupError` at a field. */
export function createRenderer({ players, urlSkins, drawing, pictures }: RenderParts) {
  async function picture(
    { place, capePlace, resolve }: Source,
    request: RenderRequest,
    { isKnown, context }: RequestContext,
  ): Promise<Picture> {
    const { figure, format, film, background, outline, ears } = request;
    const [cape] = await loadNamedCapes([request.namedCape], { players, urlSkins }, context);
    const result = await resolve(context);
    const drawn = pictures.picture({
      results: [withCape(result, cape)],
      fallback: request.fallback,
      fallbackItem: (_index, fallback) => itemOf(fallback, { ...request, label: '' }),
      fieldPath: () => place,
      capePath: () => request.namedCape?.path ?? capePlace,
      inputs: ['figure', figure, format, background, outline, ears, ...(film ? [film] : [])],
      draw: ([item]) => {
        const { model, upsideDown, skin, cape: source } = item!;
        const resolved = { model, upsideDown, skin, cape: source, ears: earsOf(ears, item!) };
        const order = { ...figure, ...resolved, format, film, background, outline };
        return drawing.draw('figure', standingStill(order), context.client);
      },
      isKnown,
      context,
    });
    return drawn.catch((error: unknown) => Promise.reject(atOption(error, optionInQuery)));
  }

  return {
    /** @param player `null` for one whom nobody can know */
    render: (player: string | null, request: RenderRequest, client: RequestContext) => {
      const resolve = (context: CacheContext) => playerItem(players, player, { request, context });
      return picture({ place: 'path.player', resolve }, request, client);
    },
    /** Draws the skin at a URL, through safe fetch. */
    renderUrl: (url: string, request: RenderRequest, client: RequestContext) => {
      const resolve = (context: CacheContext) =>
        itemResult(async () => plainItem(await urlSkins.load(url, context), request.model));
      return picture({ place: 'query.skin', resolve }, request, client);
    },
    renderSheets: (
      { skin, backSheet }: UploadedSheets,
      request: RenderRequest,
      client: RequestContext,
    ) => {
      const cape = backSheet === null || !request.wantsCape ? null : capeOf(backSheet);
      const item = { ...plainItem(ownSheet(skin), request.model), cape };
      const source = {
        place: 'body.skin',
        capePlace: backSheet === null ? undefined : `body.${backSheet.part}`,
        resolve: () => Promise.resolve({ item }),
      };
      return picture(source, request, client);
    },
  };
}

export type Renderer = ReturnType<typeof createRenderer>;

/** A grey figure has nothing of a player, so it does not move. */
function standingStill(order: FigureOrder): FigureOrder {
  return order.skin.revision === silhouette.revision ? { ...order, motion: null } : order;
}

/** The figure, and its field in the request. */
type Source = {
  readonly place: string;
  /** The field of an uploaded cape. */
  readonly capePlace?: string | undefined;
  readonly resolve: (context: CacheContext) => Promise<ItemResult>;
};

const optionInQuery = (option: string): string => `query.${option}`;

type RenderParameters = { readonly request: RenderRequest; readonly context: CacheContext };

async function playerItem(
  players: Players,
  value: string | null,
  { request, context }: RenderParameters,
): Promise<ItemResult> {
  const service = players.readService(request.service, 'query.service');
  if (value === null) return { error: new LineupError('unknown-player') };
  const reference = players.parseReference(value, service);
  if (reference === null) throw badReference();
  const [result] = await players.resolveMany([reference], context);
  return result?.ok
    ? { item: itemOf(result.player, { ...request, label: '' }) }
    : { error: result?.error ?? new LineupError('unknown-player') };
}

/** @throws {LineupError} that names the part if it is not a cape */
function capeOf({ part, bytes }: NonNullable<UploadedSheets['backSheet']>): SkinSource {
  try {
    return checkedCape(ownSheet(bytes));
  } catch (error) {
    throw error instanceof LineupError ? error.at(`body.${part}`) : error;
  }
}
