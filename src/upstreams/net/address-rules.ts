import { isIP, isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import special from './special-addresses.json' with { type: 'json' };
import servicePorts from './service-ports.json' with { type: 'json' };

/**
 * Which addresses the service may connect to on behalf of a client. Pure: nothing here resolves names.
 *
 * The rule is an allow-list: globally routable unicast, minus every block of the IANA special-purpose
 * registries (`special-addresses.json`), including those marked as globally reachable (relays, anycast
 * services and sinks host no skins). Addresses that cannot be parsed are refused.
 */

type Range<T> = readonly [address: T, prefixBits: number];

/** The only range from which global unicast has ever been assigned (RFC 4291, IANA). */
const globalIpv6 = '2000::/3';

/**
 * Forms that contain an IPv4 address in their last four bytes and really reach it: the socket layer treats
 * a mapped address as its IPv4 address, and on an IPv6-only network every IPv4 host is reachable through
 * the well-known NAT64 prefix. The embedded address decides. The other embeddings (compatible ::/96,
 * translated ::ffff:0:0:0/96, local NAT64 64:ff9b:1::/48) lie outside 2000::/3 and are always refused.
 */
const transparentIpv6 = [
  // IPv4-mapped (RFC 4291), and the well-known prefix of NAT64 (RFC 6052).
  '::ffff:0:0/96',
  '64:ff9b::/96',
] as const;

/**
 * Names reserved for private use, which never lead to the public internet (RFC 6761, 6762 with appendix
 * G, 8375, and ICANN's .internal). They are not resolved, because a resolver's search list, hosts file
 * or multicast could return anything for them.
 */
const privateSuffixes = special.names;

// Parsed once: a name may have thousands of addresses, and each is compared with every block.
const ipv4Ranges = Object.keys(special.ipv4).map((cidr): Range<ipaddr.IPv4> =>
  ipaddr.IPv4.parseCIDR(cidr),
);
const ipv6RangesOf = (cidrs: readonly string[]) =>
  cidrs.map((cidr): Range<ipaddr.IPv6> => ipaddr.IPv6.parseCIDR(cidr));
const ipv6Ranges = {
  global: ipv6RangesOf([globalIpv6]),
  special: ipv6RangesOf(Object.keys(special.ipv6)),
  transparent: ipv6RangesOf(transparentIpv6),
};

/** Whether `ip` is canonical text of a public address; false for all else, also with a zone. */
export function isPublicAddress(ip: string): boolean {
  if (isIPv4(ip)) return isPublicIpv4(ipaddr.IPv4.parse(ip));
  // A zone (fe80::1%eth0) selects one of our own interfaces, so it is never public.
  if (ip.includes('%')) return false;
  // Converted to hex groups first, because ipaddr.js takes ::1.2.3.4 for the mapped ::ffff:1.2.3.4.
  const hex = canonicalIpv6(ip);
  return hex !== null && isPublicIpv6(ipaddr.IPv6.parse(hex));
}

function isPublicIpv4(address: ipaddr.IPv4): boolean {
  return !ipv4Ranges.some(([range, bits]) => address.match(range, bits));
}

function isPublicIpv6(address: ipaddr.IPv6): boolean {
  const isIn = (ranges: readonly Range<ipaddr.IPv6>[]): boolean =>
    ranges.some(([range, bits]) => address.match(range, bits));
  const bytes = address.toByteArray();
  const lastFour = new ipaddr.IPv4(bytes.slice(12));
  if (isIn(ipv6Ranges.transparent)) return isPublicIpv4(lastFour);
  if (!isIn(ipv6Ranges.global) || isIn(ipv6Ranges.special)) return false;
  return !isIsatap(bytes) || isPublicIpv4(lastFour);
}

/** ISATAP (RFC 5214): interface id 0000:5efe or 0200:5efe, followed by the IPv4 address of the tunnel. */
function isIsatap(bytes: readonly number[]): boolean {
  return (
    (bytes[8] === 0 || bytes[8] === 2) && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe
  );
}

/** The longest name of the DNS (RFC 1035, 2.3.4); parsing takes the square of its marks. */
export const longestHost = 253;

/**
 * The canonical form of a host: dotted IPv4, compressed IPv6 without brackets or zone, or a lower-case
 * ASCII name. Null for an invalid host, or one that is too long.
 *
 * Uses the WHATWG URL parser, whose host rules cover what C resolvers accept: decimal, octal, hex and
 * short IPv4, percent-encoding, full-width and other compatibility digits.
 */
export function canonicalHost(hostname: string): string | null {
  if (hostname.length > longestHost) return null;
  const bare =
    hostname.startsWith('[') && hostname.endsWith(']') ? hostname.slice(1, -1) : hostname;
  if (bare.includes(':')) return canonicalIpv6(bare);
  // These would end the host part of the URL below and hide the rest.
  if (/[/\\?#@\s]/.test(hostname)) return null;
  return URL.parse(`http://${hostname}/`)?.hostname ?? null;
}

function canonicalIpv6(text: string): string | null {
  const [address = ''] = text.split('%', 1);
  if (!isIPv6(address)) return null;
  return URL.parse(`http://[${address}]/`)?.hostname.slice(1, -1) ?? null;
}

/** The canonical address of an IP literal in any spelling; null for a name or an invalid host. */
export function literalAddress(hostname: string): string | null {
  const host = canonicalHost(hostname);
  return host !== null && isIP(host) !== 0 ? host : null;
}

/** True when `hostname` is, or lies under, a name reserved for private use. */
export function isPrivateName(hostname: string): boolean {
  const name = (canonicalHost(hostname) ?? hostname.toLowerCase()).replace(/(?<!\.)\.+$/, '');
  return privateSuffixes.some((suffix) => name === suffix || name.endsWith(`.${suffix}`));
}

/**
 * The network of an address, as a key for counting: the /24 of an IPv4 address or the /48 of an IPv6
 * address, which is at least what one customer of a hosting company usually has. An IPv4-mapped address
 * counts as its IPv4 address.
 * @param address canonical IPv4 or IPv6 text; anything else is a network of its own
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv4
    ? `${parsed.octets.slice(0, 3).join('.')}.0/24`
    : `${parsed.parts
        .slice(0, 3)
        .map((part) => part.toString(16))
        .join(':')}::/48`;
}

/**
 * Ports that clients may not direct the service to, to find out what runs there or to send bytes that
 * would be misread. One table for URLs of pictures and for game servers.
 */

/** Ports below are reserved for system services. */
const firstUserPort = 1024;

/** Other ports that web servers commonly use. */
const webPorts: ReadonlySet<number> = new Set([8000, 8080, 8081, 8443, 8888]);

/** The only system ports that pictures may come from. */
const systemWebPorts: ReadonlySet<number> = new Set([80, 443]);

/** From 1024 on, by what they are for: databases, mail, remote control, proxies, queues and the like. */
const otherServices: ReadonlySet<number> = new Set(Object.values(servicePorts).flat());

export function isPicturePort(port: number): boolean {
  return systemWebPorts.has(port) || webPorts.has(port) || isUnclaimed(port);
}

export function isGamePort(port: number): boolean {
  return isUnclaimed(port) && !webPorts.has(port);
}

function isUnclaimed(port: number): boolean {
  return port >= firstUserPort && port <= 65_535 && !otherServices.has(port);
}
