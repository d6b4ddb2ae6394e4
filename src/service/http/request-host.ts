import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { contextOf } from './conditional.ts';

/** The host name of a `Host` header in lower case, without port and final dot. */
export function hostName(host: string | undefined): string {
  return (host ?? '').replace(/\.?(?::\d{1,5})?$/, '').toLowerCase();
}

/** Whether to trust the forwarded headers of `address`; hop 0 is the connection's other end. */
export type ProxyTrust = (address: string, hop: number) => boolean;

/** Trusts nobody, the last n hops, or networks. (Fastify would take a number for nobody.) */
export function proxyTrust(setting: false | number | readonly string[]): ProxyTrust {
  if (setting === false) return () => false;
  if (typeof setting === 'number') return (_address, hop) => hop < setting;
  return proxyAddress.compile([...setting]);
}

/** A name in ASCII, an IPv4 address or an IPv6 address in brackets, each with or without a port. */
const hostForm = /^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

function isHost(text: string): boolean {
  return hostForm.test(text) && URL.canParse(`http://${text}`);
}

/**
 * The base of links and commands, without a slash at the end: the operator's, or that of the request. Unusual hosts
 * are not repeated, because people paste what contains them.
 */
export function baseUrlOf(
  { protocol, host }: { readonly protocol: string; readonly host: string },
  publicUrl: string | undefined,
): string {
  if (publicUrl !== undefined && publicUrl !== '') return publicUrl;
  const isPlain = /^https?$/i.test(protocol) && isHost(host);
  const sent = isPlain ? URL.parse(`${protocol}://${host}`) : null;
  return sent?.origin ?? 'http://localhost';
}

export type LinkedRequest = ReturnType<typeof linkedRequestOf>;

/** The same as `contextOf`, with the base of the links in the response; see `baseUrlOf`. */
export function linkedRequestOf(request: FastifyRequest, reply: FastifyReply, publicUrl: string) {
  return { ...contextOf(request, reply), baseUrl: baseUrlOf(request, publicUrl) };
}

/** The form of each entry of the forwarded headers. Addresses are checked when they are used. */
const forwardedForms = [
  ['x-forwarded-host', isHost],
  ['x-forwarded-proto', (text: string) => /^https?$/i.test(text)],
] as const;

/**
 * The error for invalid host headers, or `null`: a `Host` that is missing, repeated (RFC 9112, section
 * 3.2) or malformed, and malformed forwarded headers of a trusted proxy.
 */
export function hostRefusal(
  { headers, httpVersion, socket }: IncomingMessage,
  clientKey: string,
  trust: ProxyTrust,
): string | null {
  const { host } = headers;
  if (host === undefined) return httpVersion === '1.1' ? 'The request has no Host header.' : null;
  // The server joins the values of repeated headers.
  if (host.includes(',')) return 'The request has more than one Host header.';
  if (!isHost(host)) return 'The Host header is not a host.';
  if (!trust(socket.remoteAddress ?? '', 0)) return null;
  for (const [name, isSound] of forwardedForms) {
    const entries = String(headers[name] ?? '').split(',');
    const isValid = entries.every((entry) => entry.trim() === '' || isSound(entry.trim()));
    if (!isValid) return `header.${name}: is not valid`;
  }
  if (headers['x-forwarded-for'] === undefined || clientKey !== 'unknown') return null;
  return 'header.x-forwarded-for: is not valid';
}
