import { hash } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { hourMs, minuteMs, type Clock } from '../../common/async/clock.ts';
import type { CacheContext } from '../../common/cache/context.ts';
import { createCache } from '../../common/cache/swr-cache.ts';
import type { ServiceClient, ServiceRules } from '../net/service-client.ts';

/** SHA-1 digests of host patterns, 40 hex digits each, as the session service publishes them. */
export type BlockedServers = ReadonlySet<string>;

/** How the session service is asked for it: not for longer, as it is only a detail of a status. */
export const blockedRules: ServiceRules = {
  serviceName: 'Mojang',
  request: { timeoutMs: 1000 },
  meanings: { 200: 'found' },
  breaker: null,
};

/** Some three thousand digests of 40 digits; cached for an hour, a failure for a minute. */
const blockedCache = {
  name: 'blockedServers',
  freshMs: hourMs,
  staleMs: 0,
  negativeMs: minuteMs,
  sizeBytes: (list: BlockedServers | null) => (list?.size ?? 0) * 128,
  maxBytes: 4 * 1024 * 1024,
} as const;

/** The list of the session service; null while it is not available. */
export function createBlockedServers(session: Pick<ServiceClient, 'call'>, clock: Clock) {
  const lists = createCache<BlockedServers | null>({ ...blockedCache, clock });
  const load = () => session.call({ path: '/blockedservers', read: readList }).catch(() => null);
  return (context: CacheContext) => lists.get('list', load, context);
}

const readList = (bytes: Uint8Array) => readBlockedServers(Buffer.from(bytes).toString('latin1'));

/** Parses the list, one digest per line; other lines are ignored. */
export function readBlockedServers(text: string): BlockedServers {
  return new Set(text.split(/\s+/).filter((line) => /^[0-9a-f]{40}$/.test(line)));
}

/** Whether the game refuses to connect to a server with one of these names or addresses. */
export function isBlocked(list: BlockedServers, hosts: readonly string[]): boolean {
  return hosts.flatMap((host) => patternsOf(host)).some((pattern) => list.has(digest(pattern)));
}

/** The host; for a name its parent domains after `*.`, for an address its networks before `.*`. */
function patternsOf(host: string): readonly string[] {
  const lower = host.toLowerCase();
  const parts = lower.split('.');
  const shorter = parts.map((_, count) =>
    isIPv4(lower) ? `${parts.slice(0, count).join('.')}.*` : `*.${parts.slice(count).join('.')}`,
  );
  return [lower, ...(isIPv4(lower) ? shorter.slice(1) : shorter)];
}

/** The game hashes one byte per character; names are ASCII here. */
function digest(pattern: string): string {
  return hash('sha1', Buffer.from(pattern, 'latin1'), 'hex');
}
