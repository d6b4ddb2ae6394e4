import { Type } from 'typebox';
import { badRequest, LineupError } from '../../common/errors/lineup-error.ts';
import { canonicalHost, literalAddress, longestHost, isGamePort } from '../net/address-rules.ts';

export const editions = ['java', 'bedrock'] as const;
export type Edition = (typeof editions)[number];

export const defaultPorts = { java: 25565, bedrock: 19132 } as const satisfies Record<
  Edition,
  number
>;

/** A server as a client named it. */
export type ServerTarget = {
  readonly edition: Edition;
  /** Canonical: ASCII, lower case, IPv6 without brackets. */
  readonly host: string;
  /** Null if none was given. */
  readonly port: number | null;
  readonly isLiteral: boolean;
};

export const serverPath = Type.Object({
  // Checked by the route: an unknown edition is a 404.
  edition: Type.String({
    maxLength: 32,
    description: 'The edition of the game that the server is of, in lower case.',
  }),
  host: Type.String({
    minLength: 1,
    // A name of 253 characters and a port, in any spelling.
    maxLength: 512,
    description:
      'A host name, an IPv4 address or an IPv6 address in brackets, each with an optional `:port`.',
  }),
});

/**
 * Parses `<host>` or `<host>:<port>`, where the host is a name, an international name, an IPv4 address,
 * or an IPv6 address in brackets.
 * @throws {LineupError} `bad-request` if it is malformed, `forbidden-address` for a refused port
 */
export function parseTarget(text: string, edition: Edition): ServerTarget {
  const [, hostText = '', portText] = /^(\[[^[\]]+\]|[^:[\]]+)(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = readHost(hostText);
  if (host === null) throw badHost();
  const port = portText === undefined ? null : Number(portText);
  if (port !== null && (port < 1 || port > 65_535)) throw badHost();
  if (port !== null && !isGamePort(port)) throw forbiddenPort(port);
  return { edition, host, port, isLiteral: literalAddress(host) !== null };
}

/** The error for a port in a request, or in the SRV record of a host. */
export function forbiddenPort(port: number): LineupError {
  return new LineupError(
    'forbidden-address',
    `Port ${port} belongs to another kind of service and is refused.`,
  );
}

function badHost(): LineupError {
  return badRequest(
    'must be a host name, an IPv4 address or an IPv6 address in brackets, each with an optional :port',
  );
}

function readHost(text: string): string | null {
  // The URL parser would decode these again, or ignore them.
  if (text === '' || /[%\s@/\\?#]/.test(text)) return null;
  const host = canonicalHost(text)?.replace(/\.$/, '') ?? null;
  if (host === null || text.startsWith('[') || literalAddress(host) !== null) return host;
  return isHostName(host) ? host : null;
}

/**
 * Labels of letters, digits, hyphens and underscores. The names that hosters give to servers have them in any
 * place, as name servers allow.
 */
function isHostName(host: string): boolean {
  const label = /^[a-z0-9_-]{1,63}$/;
  return host.length <= longestHost && host.split('.').every((part) => label.test(part));
}
