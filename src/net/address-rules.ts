import { isIP, isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Which addresses the service may connect to on behalf of a client. Pure: nothing here resolves names.
 *
 * The rule is an allow-list: globally routable unicast, minus every block of the IANA special-purpose
 * registries, including those marked as globally reachable (relays, anycast services and sinks host no
 * skins). Addresses that cannot be parsed are refused.
 */

type Block = readonly [cidr: string, why: string];
type Range<T> = readonly [address: T, prefixBits: number];

const specialIpv4: readonly Block[] = [
  ['0.0.0.0/8', 'this network (RFC 791); Linux takes 0.0.0.0 for the machine itself'],
  ['10.0.0.0/8', 'private (RFC 1918)'],
  ['100.64.0.0/10', 'carrier-grade NAT (RFC 6598); some clouds keep metadata services here'],
  ['127.0.0.0/8', 'loopback (RFC 1122)'],
  ['169.254.0.0/16', 'link-local (RFC 3927), the usual place of cloud metadata'],
  ['172.16.0.0/12', 'private (RFC 1918)'],
  ['192.0.0.0/24', 'IETF protocol assignments (RFC 6890)'],
  ['192.0.2.0/24', 'documentation, TEST-NET-1 (RFC 5737)'],
  ['192.31.196.0/24', 'AS112 sink (RFC 7535)'],
  ['192.52.193.0/24', 'multicast tunnels, AMT (RFC 7450)'],
  ['192.88.99.0/24', '6to4 relays (RFC 7526)'],
  ['192.168.0.0/16', 'private (RFC 1918)'],
  ['192.175.48.0/24', 'AS112 sink (RFC 7534)'],
  ['198.18.0.0/15', 'benchmarking (RFC 2544)'],
  ['198.51.100.0/24', 'documentation, TEST-NET-2 (RFC 5737)'],
  ['203.0.113.0/24', 'documentation, TEST-NET-3 (RFC 5737)'],
  ['224.0.0.0/4', 'multicast (RFC 5771)'],
  ['240.0.0.0/4', 'reserved and limited broadcast (RFC 1112, RFC 919)'],
];

/** The only range from which global unicast has ever been assigned (RFC 4291, IANA). */
const globalIpv6: Block = ['2000::/3', 'global unicast'];

const specialIpv6: readonly Block[] = [
  ['2001::/23', 'IETF protocol assignments: Teredo, benchmarking, AMT, ORCHID (RFC 2928)'],
  ['2001:db8::/32', 'documentation (RFC 3849)'],
  ['2002::/16', '6to4: a tunnel to the IPv4 inside it, retired (RFC 3056, RFC 7526)'],
  ['2620:4f:8000::/48', 'AS112 sink (RFC 7534)'],
  ['3fff::/20', 'documentation (RFC 9637)'],
];

/**
 * Forms that contain an IPv4 address in their last four bytes and really reach it: the socket layer treats
 * a mapped address as its IPv4 address, and on an IPv6-only network every IPv4 host is reachable through
 * the well-known NAT64 prefix. The embedded address decides. The other embeddings (compatible ::/96,
 * translated ::ffff:0:0:0/96, local NAT64 64:ff9b:1::/48) lie outside 2000::/3 and are always refused.
 */
const transparentIpv6: readonly Block[] = [
  ['::ffff:0:0/96', 'IPv4-mapped (RFC 4291)'],
  ['64:ff9b::/96', 'NAT64 well-known prefix (RFC 6052)'],
];

/**
 * Names reserved for private use, which never lead to the public internet (RFC 6761, 6762 with appendix
 * G, 8375, and ICANN's .internal). They are not resolved, because a resolver's search list, hosts file
 * or multicast could return anything for them.
 */
const privateSuffixes = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'home.arpa',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
] as const;

// Parsed once: a name may have thousands of addresses, and each is compared with every block.
const ipv4Ranges = specialIpv4.map(([cidr]): Range<ipaddr.IPv4> => ipaddr.IPv4.parseCIDR(cidr));
const ipv6RangesOf = (blocks: readonly Block[]) =>
  blocks.map(([cidr]): Range<ipaddr.IPv6> => ipaddr.IPv6.parseCIDR(cidr));
const ipv6Ranges = {
  global: ipv6RangesOf([globalIpv6]),
  special: ipv6RangesOf(specialIpv6),
  transparent: ipv6RangesOf(transparentIpv6),
};

/**
 * True if `ip` is canonical IPv4 or IPv6 text of a public internet host. False for everything else,
 * including invalid text and addresses with a zone.
 */
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

/**
 * In characters, as a client writes it: the most that a name of the DNS may have (RFC 1035, section
 * 2.3.4). Parsing takes a time that grows with the square of the marks in a name.
 */
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

/**
 * The canonical address if `hostname` is an IP literal in any spelling; null for a name or an invalid
 * host.
 */
export function literalAddress(hostname: string): string | null {
  const host = canonicalHost(hostname);
  return host !== null && isIP(host) !== 0 ? host : null;
}

/** True when `hostname` is, or lies under, a name reserved for private use. */
export function isPrivateName(hostname: string): boolean {
  const name = (canonicalHost(hostname) ?? hostname.toLowerCase()).replace(/(?<!\.)\.+$/, '');
  return privateSuffixes.some((suffix) => name === suffix || name.endsWith(`.${suffix}`));
}
