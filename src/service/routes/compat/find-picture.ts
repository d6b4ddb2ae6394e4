import type { RequestContext } from '../../../common/cache/context.ts';
import { isTemporary, mayFallBack, LineupError } from '../../../common/errors/lineup-error.ts';
import { defaultIconPng } from '../../../engine/cards/heads.ts';
import type { Players } from '../../../upstreams/players/players.ts';
import { respondWith } from '../../pictures/respond.ts';
import type { SentPicture } from '../../pictures/send-picture.ts';
import type { PlayerInfo } from '../player-info/service.ts';
import { readRender, type Renderer } from '../player-render/service.ts';
import type { CompatFigure, CompatResponse } from './define-service.ts';

export type PictureDeps = {
  readonly renderer: Pick<Renderer, 'render' | 'renderUrl'>;
  readonly info: Pick<PlayerInfo, 'skin' | 'defaultSkin' | 'cape'>;
  readonly players: Pick<Players, 'parseReference'>;
};

/** What another service showed, in its size. Throws LineupError. */
export async function findPicture(
  found: Exclude<CompatResponse, { kind: 'status' | 'profile' }>,
  client: RequestContext,
  { renderer, info, players }: PictureDeps,
): Promise<SentPicture> {
  if (found.kind === 'default-icon') {
    const icon = { inputs: ['server-icon'], policy: 'render', load: () => defaultIconPng } as const;
    return { ...(await respondWith(icon, client)), file: { name: 'server', type: 'icon' } };
  }
  const { player, kind, takesAnyText } = found;
  const file = { name: player, type: kind };
  /** `null` for a text that no player can have, if any text is taken. */
  const possible = (name: string) =>
    takesAnyText && name.length <= longestName && players.parseReference(name) === null
      ? null
      : name;
  if (kind === 'cape') return { ...(await info.cape({ value: player }, client)), file };
  if (kind === 'skin') {
    const { attempts, form, isDownload } = found;
    const skin = await firstKnown(attempts, client, async (one, attempt) => {
      if (one === null) return info.defaultSkin(form, attempt);
      const value = possible(one);
      if (value === null) throw new LineupError('unknown-player');
      return info.skin({ value }, form, attempt);
    });
    return { ...skin, file: { ...file, isDownload } };
  }
  const picture = await firstKnown(found.attempts, client, (figure, attempt) =>
    figure.skinUrl === undefined
      ? renderer.render(possible(figure.player), requestOf(figure, 'path.player'), attempt)
      : renderer.renderUrl(figure.skinUrl, requestOf(figure, 'query.skinUrl'), attempt),
  );
  const { looks, options } = found.attempts[0];
  return { ...picture, file: { ...file, type: looks[0], format: options.format } };
}

/** Longest text that counts as the name of somebody whom nobody knows. */
const longestName = 64;

/** The equivalent request to our own endpoint, in the size of the other service. */
function requestOf({ looks: [type, crop], box, options }: CompatFigure, valuePath: string) {
  const { spec, place } = readRender({ render_type: type, crop }, options, valuePath);
  return { place, spec: { ...spec, box } };
}

type Loaded = Omit<SentPicture, 'file'>;

/** Loads the first whose player is known; a temporary fallback is not cached. */
async function firstKnown<Attempt>(
  [attempt, ...others]: readonly [Attempt, ...Attempt[]],
  client: RequestContext,
  load: (attempt: Attempt, client: RequestContext) => Promise<Loaded>,
): Promise<Loaded> {
  const [next, ...rest] = others;
  try {
    // In a context of its own: what one attempt loads says nothing about the next.
    return await load(attempt, { ...client, context: { ...client.context } });
  } catch (error) {
    if (next === undefined || !(error instanceof LineupError) || !mayFallBack(error)) throw error;
    const known = await firstKnown([next, ...rest], client, load);
    return { ...known, fallbacks: [0], policy: isTemporary(error) ? 'never' : known.policy };
  }
}
