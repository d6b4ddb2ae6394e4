import type { Drawing } from '../../drawing/pool.ts';
import { LineupError } from '../../errors/lineup-error.ts';
import type { ItemResult, Picture, ResolvedItem } from '../../pictures/picture.ts';
import { silhouetteSource } from '../../pictures/silhouette-source.ts';
import type { PictureService } from '../../pictures/picture-service.ts';
import { badReference } from '../../players/bad-reference.ts';
import type { CacheContext } from '../../cache/context.ts';
import type { Player } from '../../players/player.ts';
import type { Players } from '../../players/players.ts';
import { isUpsideDown } from '../../players/upside-down.ts';
import type { RenderRequest } from './request.ts';

export type RenderParts = {
  readonly players: Players;
  readonly drawing: Pick<Drawing, 'figure'>;
  readonly pictures: PictureService;
};

/** What is to be known of the client. */
type RenderClient = {
  /** Whether it holds the picture with this validator. */
  readonly isKnown: (etag: string) => boolean;
  /** Whose share of look-ups this request takes. */
  readonly client?: string;
};

export type Renderer = {
  /** @throws {LineupError} */
  render(player: string, request: RenderRequest, client: RenderClient): Promise<Picture>;
};

/** Fetch the player; everything after that is the picture service's. */
export function createRenderer({ players, drawing, pictures }: RenderParts): Renderer {
  async function resolve(
    value: string,
    request: RenderRequest,
    context: CacheContext,
  ): Promise<ItemResult> {
    const service = players.readService(request.service, 'query.service');
    const reference = players.parseReference(value, service);
    if (reference === null) throw badReference('path.player');
    const [result] = await players.resolveMany([reference], context);
    return result?.ok
      ? { item: itemOf(result.player, request) }
      : { error: result?.error ?? new LineupError('unknown-player') };
  }

  const silhouette = silhouetteSource();
  return {
    render: async (player, request, { isKnown, client }) => {
      const context: CacheContext = { sourceHit: false, client };
      const { figure, format, background, outline } = request;
      return pictures.picture({
        results: [await resolve(player, request, context)],
        hasFallback: request.fallback !== 'none',
        fallbackItem: (_index, fallback) => {
          const skin = request.fallback === 'silhouette' ? silhouette : fallback.skin;
          return itemOf({ ...fallback, skin }, request);
        },
        fieldPath: () => 'path.player',
        inputs: ['figure', figure, format, background, outline],
        draw: ([item]) => {
          const { model, upsideDown, skin, cape } = item!;
          const worn = { model, upsideDown, skin, cape };
          return drawing.figure({ ...figure, ...worn, format, background, outline });
        },
        isKnown,
        context,
      });
    },
  };
}

function itemOf(player: Player, request: RenderRequest): ResolvedItem {
  return {
    skin: player.skin,
    cape: request.cape ? player.cape : null,
    model: request.model ?? player.model,
    label: '',
    upsideDown: isUpsideDown(player),
  };
}
