import type { Drawing } from '../../drawing/pool.ts';
import { pictureVersion, UnusableCapeError, type SheetBytes } from '../../drawing/order.ts';
import { LineupError } from '../../errors/lineup-error.ts';
import { strongEtag } from '../../http/conditional.ts';
import { badReference } from '../../players/bad-reference.ts';
import type { Memory, Trace } from '../../players/memory.ts';
import type { Player, SkinSource } from '../../players/player.ts';
import type { Players } from '../../players/players.ts';
import { isPassing, mayStandIn } from '../../players/stand-in.ts';
import { isUpsideDown } from '../../players/upside-down.ts';
import type { RenderRequest } from './request.ts';

export type RenderParts = {
  readonly players: Players;
  readonly drawing: Drawing;
  /** Finished pictures by validator. */
  readonly pictures: Memory<Uint8Array>;
};

export type Render = {
  readonly etag: string;
  readonly cache: 'HIT' | 'MISS';
  /** A default skin stands in for the player's … */
  readonly isFallback: boolean;
  /** … or no cape is worn, because of a moment's trouble: not to be kept. */
  readonly isProvisional: boolean;
  /** Until when the same request has the same answer, as far as anybody knows; in clock time. */
  readonly freshUntilMs: number;
  /** `null` when the client holds it already. */
  readonly bytes: Uint8Array | null;
};

export type Renderer = {
  /**
   * @param isKnown whether the client holds the picture with this validator
   * @throws {LineupError}
   */
  render(
    player: string,
    request: RenderRequest,
    isKnown: (etag: string) => boolean,
  ): Promise<Render>;
};

/** Who is drawn, and whether somebody else stands in. */
type Subject = Pick<Render, 'isFallback' | 'isProvisional'> & { readonly player: Player };

/** Fetch the player, work out the validator, and draw only what nobody has yet. */
export function createRenderer({ players, drawing, pictures }: RenderParts): Renderer {
  async function find(value: string, request: RenderRequest, trace: Trace): Promise<Subject> {
    const reference = players.parseReference(value);
    if (reference === null) throw badReference('path.player');
    const [result] = await players.resolveMany([reference], trace);
    if (result?.ok) return { player: result.player, isFallback: false, isProvisional: false };
    return standIn(result?.error ?? new LineupError('unknown-player'), request);
  }

  const standIn = (error: LineupError, request: RenderRequest): Subject =>
    standInFor(error, request, players.fallbackPlayer);

  const draw = createDrawer(players, drawing);

  async function finish(
    subject: Subject,
    request: RenderRequest,
    { trace, isKnown }: { trace: Trace; isKnown: (etag: string) => boolean },
  ): Promise<Render> {
    const { player, isFallback, isProvisional } = subject;
    const etag = etagOf(player, request);
    const answer = (bytes: Uint8Array | null): Render => ({
      etag,
      cache: trace.asked ? 'MISS' : 'HIT',
      isFallback,
      isProvisional,
      // Samples never change.
      freshUntilMs: trace.freshUntilMs ?? Number.POSITIVE_INFINITY,
      bytes,
    });
    if (isKnown(etag)) return answer(null);
    try {
      return answer(await pictures.get(etag, () => draw(player, request, trace), trace));
    } catch (error) {
      if (error instanceof UnusableCapeError && player.cape !== null) {
        // A file that is no cape will not become one; one that can't be had may come back.
        const isPassingTrouble = error.cause !== undefined;
        const bare = {
          player: { ...player, cape: null },
          isFallback,
          isProvisional: isProvisional || isPassingTrouble,
        };
        return finish(bare, request, { trace, isKnown });
      }
      // Nobody can stand in for what is wrong with the service or with the stand-in itself.
      if (!(error instanceof LineupError) || !mayStandIn(error) || isFallback) throw error;
      return finish(standIn(error, request), request, { trace, isKnown });
    }
  }

  return {
    render: async (player, request, isKnown) => {
      const trace: Trace = { asked: false };
      return finish(await find(player, request, trace), request, { trace, isKnown });
    },
  };
}

/** Loads what a player wears and draws it. Rejects with UnusableCapeError for trouble with the cape. */
function createDrawer(players: Players, drawing: Drawing) {
  const load = async (source: SkinSource, trace: Trace): Promise<SheetBytes> => ({
    revision: source.revision,
    png: await players.loadSheet(source, trace),
  });

  const loadCape = (source: SkinSource, trace: Trace): Promise<SheetBytes> =>
    load(source, trace).catch((error: unknown) => {
      // Where the service has too much to do, it is the same for the rest of the picture.
      if (!(error instanceof LineupError) || !mayStandIn(error)) throw error;
      throw new UnusableCapeError('can’t be had', { cause: error });
    });

  return async (player: Player, request: RenderRequest, trace: Trace): Promise<Uint8Array> => {
    const [skin, cape] = await Promise.all([
      load(player.skin, trace),
      request.cape && player.cape !== null ? loadCape(player.cape, trace) : null,
    ]);
    const { figure, format, background } = request;
    return drawing.figure({
      ...figure,
      model: request.model ?? player.model,
      upsideDown: isUpsideDown(player),
      skin,
      cape,
      format,
      background,
    });
  };
}

/** The default skin, where the client asked for it and the error allows it. */
function standInFor(error: LineupError, request: RenderRequest, player: Player): Subject {
  if (!request.standIn || !mayStandIn(error)) throw error.at('path.player');
  return { player, isFallback: true, isProvisional: isPassing(error) };
}

/** Made of everything that the pixels depend on, and of nothing else. */
function etagOf(player: Player, { figure, format, background, ...request }: RenderRequest): string {
  return strongEtag([
    'figure',
    pictureVersion,
    figure,
    format,
    background,
    request.model ?? player.model,
    isUpsideDown(player),
    player.skin.revision,
    request.cape ? (player.cape?.revision ?? null) : null,
  ]);
}
