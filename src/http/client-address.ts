import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * What a log may hold of a client's address: the /24 of IPv4, the /48 of IPv6. Enough to see where
 * trouble comes from, too little to tell who it is.
 */
export function truncatedAddress(address: string | undefined): string {
  // A connection that is gone has none.
  if (address === undefined) return 'unknown';
  const kind = isIP(address);
  if (kind === 4) return truncatedIpv4(address);
  const bare = address.split('%', 1)[0] ?? '';
  if (isIP(bare) !== 6) return 'unknown';
  const parsed = ipaddr.process(bare);
  if (parsed instanceof ipaddr.IPv4) return truncatedIpv4(parsed.toString());
  const groups = parsed.parts.slice(0, 3).map((group) => group.toString(16));
  return `${groups.join(':')}::/48`;
}

function truncatedIpv4(address: string): string {
  return `${address.slice(0, address.lastIndexOf('.'))}.0/24`;
}
