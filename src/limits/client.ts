import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Who is counted as one client, as two 32-bit words: an IPv4 address, or the first 64 bits of an
 * IPv6 address. A household or a server gets a whole /64, so counting single addresses there would
 * count nobody.
 */
export type Client = { readonly high: number; readonly low: number };

/**
 * The high word of IPv4 clients. As IPv6 it would be ff.. (multicast), which can't be the source of
 * a connection.
 */
const ipv4Mark = 0xff_ff_ff_ff;

/**
 * The client behind an address, or `null` when it is none. An IPv4-mapped address is the IPv4
 * address inside it; brackets, zone and port, which some proxies write, are left away.
 */
export function clientOf(address: string): Client | null {
  const octets = ipv4Bits(address);
  if (octets !== null) return { high: ipv4Mark, low: octets };
  if (isIPv6(address)) return ipv6Client(address);
  const bare = bareAddress(address);
  return bare === address ? null : clientOf(bare);
}

/** The name that a client has in a store shared with other instances. */
export function clientName({ high, low }: Client): string {
  return `${high.toString(16)}-${low.toString(16)}`;
}

/** The same for any address, also one that is none: a connection that is gone has no address left. */
export function clientKey(address: string | undefined): string {
  const client = address === undefined ? null : clientOf(address);
  return client === null ? (address ?? '') : clientName(client);
}

function ipv6Client(address: string): Client {
  const client = plainIpv6Client(address);
  if (client !== null) return client;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) {
    return { high: ipv4Mark, low: ipv4Bits(parsed.toString()) ?? 0 };
  }
  const [a = 0, b = 0, c = 0, d = 0] = parsed.parts;
  return { high: a * 0x1_00_00 + b, low: c * 0x1_00_00 + d };
}

/**
 * The usual form of an address, read ten times as fast as any form: it begins with a group, and what
 * stands behind `::`, if there is one, is of its second half. `null` for another one.
 */
function plainIpv6Client(address: string): Client | null {
  const gap = address.indexOf('::');
  if (gap === 0 || address.includes('.') || address.includes('%')) return null;
  if (gap > 0 && address.split(':', 8).length > 6) return null;
  const words = [0, 0, 0, 0];
  let [word, at] = [0, 0];
  for (let index = 0; index < address.length && at < 4; index += 1) {
    const code = address.charCodeAt(index);
    if (code !== colon) word = word * 16 + hexDigit(code);
    if (code !== colon && index < address.length - 1) continue;
    words[at] = word;
    at += 1;
    word = 0;
    if (index === gap) break;
  }
  const [a = 0, b = 0, c = 0, d = 0] = words;
  return { high: a * 0x1_00_00 + b, low: c * 0x1_00_00 + d };
}

function hexDigit(code: number): number {
  // Letters of either case have these four bits, nine less than what they stand for.
  return code <= nine ? code - zero : (code & 0x0f) + 9;
}

const [zero, nine, dot, colon] = [48, 57, 46, 58];

/** The 32 bits of a dotted address. By hand: it is done for every request, several times. */
function ipv4Bits(text: string): number | null {
  if (text.length > 15) return null;
  let [bits, octet, digits, dots] = [0, 0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= zero && code <= nine) {
      octet = octet * 10 + code - zero;
      digits += 1;
      // `01` is octal to some and decimal to others.
      if (octet > 255 || (digits > 1 && octet < 10)) return null;
    } else {
      if (code !== dot || digits === 0 || dots === 3) return null;
      bits = bits * 256 + octet;
      dots += 1;
      octet = 0;
      digits = 0;
    }
  }
  return dots === 3 && digits > 0 ? bits * 256 + octet : null;
}

/** `[2001:db8::1]:443`, `192.0.2.1:443` and `fe80::1%eth0` without what does not belong to them. */
function bareAddress(text: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1];
  const ported = /^([\d.]+):\d+$/.exec(text)?.[1];
  return (bracketed ?? ported ?? text).split('%', 1)[0] ?? '';
}
