import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The key of all whose address can't be told, or who have gone already: they share one window. */
export const unknownClient = 'unknown';

/**
 * Who is counted as one client: an IPv4 address, or the first 64 bits of an IPv6 address
 * (`2001:db8:1:2`). A household or a server gets a whole /64, so counting single addresses there would
 * count nobody. An IPv4-mapped address is the IPv4 address inside it; brackets, zone and port, which
 * some proxies write, are left away.
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

/** `[2001:db8::1]:443`, `192.0.2.1:443` and `fe80::1%eth0` without what does not belong to them. */
function bareAddress(text: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1];
  const ported = /^([\d.]+):\d+$/.exec(text)?.[1];
  return (bracketed ?? ported ?? text).split('%', 1)[0] ?? '';
}
