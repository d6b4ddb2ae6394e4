import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The shared key of clients without a usable address, or that have disconnected already. */
export const unknownClient = 'unknown';

/**
 * The key of a client: an IPv4 address, or the first 64 bits of an IPv6 address (`2001:db8:1:2`). A
 * household or server gets a whole /64, so counting single addresses would be useless. An IPv4-mapped
 * address is its IPv4 address. Brackets, zone and port, which some proxies add, are removed.
 */
export function clientKey(address: string | undefined): string {
  if (address === undefined) return unknownClient;
  const family = isIP(address);
  if (family === 4) return address;
  if (family === 6) return ipv6Key(address);
  const bare = bareAddress(address);
  return bare === address ? unknownClient : clientKey(bare);
}

function ipv6Key(address: string): string {
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.parts.slice(0, 4);
  return groups.map((group) => group.toString(16)).join(':');
}

/** Removes what is not part of the address: `[2001:db8::1]:443`, `192.0.2.1:443`, `fe80::1%eth0`. */
function bareAddress(text: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1];
  const ported = /^([\d.]+):\d+$/.exec(text)?.[1];
  return (bracketed ?? ported ?? text).split('%', 1)[0] ?? '';
}
