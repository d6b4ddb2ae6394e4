import { countText } from '../../../engine/cards/invite-words.ts';
import {
  stateOf,
  stateWords,
  type ServerStatus,
} from '../../../upstreams/game-servers/server-status.ts';
import type { GroupRequest } from '../../../engine/entry/draw-group.ts';
import type { LineupQuery } from './schema.ts';

/** Maximum number of players in a picture. */
const mostPlayers = 10;

/** A valid account name, perhaps with Floodgate's dot; servers also list text lines. */
const accountName = /^(?:\w{1,25}|\.\w{1,16})$/;

/** The players and titles of a server's picture. */
export type Lineup = Pick<GroupRequest, 'items' | 'options'>;

/**
 * The players that a server lists as online, by day. If it is offline a sleeping sample at night; if
 * nobody is there, or nobody knows, the empty place.
 * @param sleeper the sample that sleeps, if there is one
 */
export function lineupOf(
  host: string,
  status: ServerStatus,
  { query, sleeper }: { readonly query: LineupQuery; readonly sleeper: string | undefined },
): Lineup {
  const sample = status.details?.players?.sample ?? [];
  const names = [...new Set(sample.map(({ name }) => name))].filter((name) =>
    accountName.test(name),
  );
  // Whole, whatever the crop: a part of somebody who lies there is a heap of limbs.
  const asleep =
    sleeper === undefined
      ? []
      : [{ value: sleeper, label: '', render_type: 'sleeping', crop: 'full' } as const];
  const state = stateOf(status);
  const players = names.slice(0, mostPlayers).map((value) => ({ value }));
  return {
    items: state === 'offline' ? asleep : players,
    options: {
      ...query,
      scene: query.scene ?? (state === 'offline' ? 'night' : 'meadow'),
      render_type: query.render_type ?? 'varied',
      size: query.size ?? 'banner',
      title: query.title ?? cut(host),
      subtitle: query.subtitle ?? countOf(status),
      // A listed player without an account is still drawn.
      fallback:
        query.fallback === undefined || query.fallback === 'none' ? 'silhouette' : query.fallback,
    },
  };
}

/** A host name may have 253 characters, a title 80. */
function cut(host: string): string {
  return host.length > 80 ? `${host.slice(0, 79)}…` : host;
}

function countOf(status: ServerStatus): string {
  const players = status.details?.players;
  if (!players) return stateWords[stateOf(status)];
  return `${countText('en', players.online)} of ${countText('en', players.max)} online`;
}
