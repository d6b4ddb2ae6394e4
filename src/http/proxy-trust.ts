import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4 } from 'node:net';

/**
 * Whether to believe what the host at `address` says of whom it speaks for. `hop` is how far away it
 * is: 0 is the other end of the connection.
 */
export type ProxyTrust = (address: string, hop: number) => boolean;

/**
 * Nobody, the last n hops, or the addresses and networks of a list. (Fastify takes a bare number for
 * a setting that can't be checked, and trusts nobody.)
 */
export function proxyTrust(setting: false | number | readonly string[]): ProxyTrust {
  if (setting === false) return () => false;
  if (typeof setting === 'number') return (_address, hop) => hop < setting;
  const networks = new BlockList();
  for (const entry of setting) {
    const [address = '', prefix] = entry.split('/');
    const family = familyOf(address);
    if (prefix === undefined) networks.addAddress(address, family);
    else networks.addSubnet(address, Number(prefix), family);
  }
  return (address) => isIP(address) !== 0 && networks.check(address, familyOf(address));
}

/** The client's address: the nearest host in the chain of proxies that is not trusted. */
export function clientAddressOf(request: IncomingMessage, trust: ProxyTrust): string {
  const nearest = request.socket.remoteAddress ?? '';
  if (request.headers['x-forwarded-for'] === undefined) return nearest;
  const header = [request.headers['x-forwarded-for'] ?? []].flat().join(',');
  if (header === '' || !trust(nearest, 0)) return nearest;
  const chain = header
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')
    .toReversed();
  return chain.find((address, index) => !trust(address, index + 1)) ?? chain.at(-1) ?? nearest;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6';
}
