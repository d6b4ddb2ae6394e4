import type { Clock } from '../common/async/clock.ts';
import { LineupError } from '../common/errors/lineup-error.ts';
import type { CompatFigure } from './routes/compat/picture.ts';
import type { CompatParts } from './routes/compat/route.ts';
import type { PlayerInfo } from './routes/player-info/service.ts';
import { readRender } from './routes/player-render/route.ts';
import type { Renderer } from './routes/player-render/service.ts';
import type { ServerStatuses } from './routes/server-status/service.ts';
import { respondWith } from './pictures/respond.ts';
import type { Players } from '../upstreams/players/players.ts';
import { defaultIconPng } from '../engine/cards/heads.ts';

type Sources = Pick<CompatParts, 'publicUrl'> & {
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly renderer: Renderer;
  readonly info: PlayerInfo;
  readonly statuses: Pick<ServerStatuses, 'describe' | 'icon' | 'widget'>;
  readonly players: Pick<Players, 'parseReference'>;
};

/** Longest text that counts as the name of somebody whom nobody knows. */
const longestName = 64;

/** Serves other services' paths with our own pictures and data. */
export function compatParts(sources: Sources): CompatParts {
  const { renderer, info, statuses, players, publicUrl, clock } = sources;

  /** `null` for a text that no player can have, if any text is taken. */
  function named(player: string, takesAnyText = false): string | null {
    const isName = !takesAnyText || player.length > longestName;
    return isName || players.parseReference(player) !== null ? player : null;
  }

  return {
    publicUrl,
    nowMs: clock.nowMs,
    render: (figure, request) =>
      figure.skinUrl === undefined
        ? renderer.render(named(figure.player, figure.takesAnyText), requestOf(figure), request)
        : renderer.renderUrl(figure.skinUrl, requestOf(figure), request),
    skin: async ({ player, form, takesAnyText }, request) => {
      if (player === null) return info.defaultSkin(form, request);
      const value = named(player, takesAnyText);
      if (value === null) throw new LineupError('unknown-player');
      return info.skin({ value }, form, request);
    },
    cape: (player, request) => info.cape({ value: player }, request),
    status: statuses.describe,
    icon: statuses.icon,
    defaultIcon: (request) =>
      respondWith(
        { inputs: ['server-icon'], policy: 'render', load: () => defaultIconPng },
        request,
      ),
    widget: (server, widget, request) => statuses.widget(server, { scale: 1, ...widget }, request),
    profile: async (player, request) => {
      const { value, ...served } = await info.describe({ value: player }, request);
      const { uuid, name } = value;
      if (uuid === null || name === null) throw new LineupError('unknown-player').at('path.player');
      return { ...served, value: { ...value, uuid, name } };
    },
    sheets: async ({ uuid, cape }, { context }) => {
      const whole = { context, isKnown: () => false };
      const [skinSheet, capeSheet] = await Promise.all([
        info.skin({ value: uuid }, 'original', whole),
        cape && info.cape({ value: uuid }, whole),
      ]);
      return { skin: base64(skinSheet.bytes), cape: base64(capeSheet?.bytes ?? null) };
    },
  };
}

function base64(bytes: Uint8Array | null): string | null {
  return bytes && Buffer.from(bytes).toString('base64');
}

/** The equivalent request to our own endpoint, in the size of the other service. */
function requestOf({ looks: [type, crop], box, options, skinUrl }: CompatFigure) {
  const { spec, place } = readRender(
    { render_type: type, crop },
    options,
    skinUrl === undefined ? 'path.player' : 'query.skinUrl',
  );
  return { place, spec: { ...spec, box } };
}
