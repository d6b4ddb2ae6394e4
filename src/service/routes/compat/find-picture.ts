import type { RequestContext } from '../../../common/cache/context.ts';
import { isTemporary, mayFallBack } from '../../../common/errors/failure-of.ts';
import { LineupError } from '../../../common/errors/lineup-error.ts';
import { defaultIconPng } from '../../../engine/cards/heads.ts';
import type { Players } from '../../../upstreams/players/players.ts';
import { respondWith } from '../../pictures/respond.ts';
import type { SentPicture } from '../../pictures/send-picture.ts';
import type { PlayerInfo } from '../player-info/service.ts';
import { readRender, type Renderer } from '../player-render/service.ts';
import type { CompatFigure, CompatPicture, CompatResponse } from './define-service.ts';

export type PictureDeps = {
  readonly renderer: Pick<Renderer, 'render' | 'renderUrl'>;
  readonly info: Pick<PlayerInfo, 'skin' | 'defaultSkin' | 'cape'>;
  readonly players: Pick<Players, 'parseReference'>;
};

/** What another service showed, in its size. Throws LineupError. */
export async function findPicture(
  found: Exclude<CompatResponse, { kind: 'status' | 'profile' }>,
  client: RequestContext,
  deps: PictureDeps,
): Promise<SentPicture> {
  if (found.kind === 'default-icon') {
    const icon = { inputs: ['server-icon'], policy: 'render', load: () => defaultIconPng } as const;
    return { ...(await respondWith(icon, client)), file: { name: 'server', type: 'icon' } };
  }
  const { player, kind } = found;
  if (kind === 'cape') {
    const cape = await deps.info.cape({ value: player }, client);
    return { ...cape, file: { name: player, type: kind } };
  }
  if (kind === 'skin') {
    const { attempts, isDownload } = found;
    const skin = await firstKnown(attempts, (one) => skinOf(one, found, copyOf(client), deps));
    return { ...skin, file: { name: player, type: kind, isDownload } };
  }
  const { looks, options } = found.attempts[0];
  const picture = await firstKnown(found.attempts, (figure) =>
    draw(figure, found, copyOf(client), deps),
  );
  return { ...picture, file: { name: player, type: looks[0], format: options.format } };
}

/** For one attempt: what another one loads and waits for says nothing about it. */
function copyOf({ isKnown, context }: RequestContext): RequestContext {
  return { isKnown, context: { ...context } };
}

type Loaded = Omit<SentPicture, 'file'>;

/** Loads the first whose player is known; a temporary fallback is not cached. */
async function firstKnown<Attempt>(
  [attempt, ...others]: readonly [Attempt, ...Attempt[]],
  load: (attempt: Attempt) => Promise<Loaded>,
): Promise<Loaded> {
  const [next, ...rest] = others;
  try {
    return await load(attempt);
  } catch (error) {
    if (next === undefined || !(error instanceof LineupError) || !mayFallBack(error)) throw error;
    const known = await firstKnown([next, ...rest], load);
    return { ...known, fallbacks: [0], policy: isTemporary(error) ? 'never' : known.policy };
  }
}

/** A figure as our own endpoint draws it, in the size of the other service. */
function draw(
  { player, looks: [type, crop], box, options, skinUrl }: CompatFigure,
  found: CompatPicture,
  client: RequestContext,
  { renderer, players }: PictureDeps,
): Promise<Loaded> {
  const valuePath = skinUrl === undefined ? 'path.player' : 'query.skinUrl';
  const { spec, place } = readRender({ render_type: type, crop }, options, valuePath);
  const requested = { place, spec: { ...spec, box } };
  return skinUrl === undefined
    ? renderer.render(possibleName(player, found, players), requested, client)
    : renderer.renderUrl(skinUrl, requested, client);
}

/** @param player `null` for our default skin */
async function skinOf(
  player: string | null,
  found: Extract<CompatPicture, { kind: 'skin' }>,
  client: RequestContext,
  { info, players }: PictureDeps,
): Promise<Loaded> {
  if (player === null) return info.defaultSkin(found.form, client);
  const value = possibleName(player, found, players);
  if (value === null) throw new LineupError('unknown-player');
  return info.skin({ value }, found.form, client);
}

/** Longest text that counts as the name of somebody whom nobody knows. */
const longestName = 64;

/** `null` for a text that no player can have, if any text is taken. */
function possibleName(
  player: string,
  { takesAnyText = false }: CompatPicture,
  players: PictureDeps['players'],
): string | null {
  const isName = !takesAnyText || player.length > longestName;
  return isName || players.parseReference(player) !== null ? player : null;
}
