import type { Opened } from './define-upstream.ts';
import { chatLookups, chatRelay } from './discord/upstream.ts';
import { gameServers } from './game-servers/upstream.ts';
import { players } from './players/upstream.ts';
import { roblox } from './roblox/upstream.ts';

/** All upstreams, in the order of /readyz and of the settings table. */
export const upstreams = { players, chatLookups, roblox, chatRelay, gameServers } as const;

export type Upstreams = Opened<typeof upstreams>;
