import { hash } from 'node:crypto';
import { isIPv4 } from 'node:net';

/** SHA-1 digests of host patterns, 40 hex digits each, as the session service publishes them. */
export type BlockedServers = ReadonlySet<string>;

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
