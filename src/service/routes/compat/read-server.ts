import type { Edition } from '../../../upstreams/game-servers/target.ts';
import type { ListedLines, StatusResponse } from '../server-status/schema.ts';
import type { CompatQuery, CompatRequest, CompatRow, CompatStatus } from './picture.ts';

// Helpers for the rows of services that show the status of game servers.

type ServerRow = Pick<CompatRow, 'path' | 'shows'> & {
  readonly edition: Edition | ((host: string) => Edition);
  readonly form: CompatStatus['form'] | ((query: CompatQuery) => CompatStatus['form']);
  /** Whether the original used the query protocol, too. */
  readonly hasQuery?: boolean | ((query: CompatQuery) => boolean);
  /** The server in the request; by default `{host}` or `{host}:{port}` as the only segment. */
  readonly addressOf?: (request: CompatRequest) => string | null;
  /** Where that is, for errors. */
  readonly fieldPath?: string;
};

/** A path about a server. */
export function serverRow(row: ServerRow): CompatRow {
  const { path, shows, edition, form, hasQuery = false, addressOf = onlySegment, fieldPath } = row;
  return {
    path,
    shows,
    size: '–',
    read: (request) => {
      const host = addressOf(request);
      if (host === null) return null;
      const { query } = request;
      const isQueried = typeof hasQuery === 'function' ? hasQuery(query) : hasQuery;
      return {
        kind: 'status',
        server: {
          edition: typeof edition === 'function' ? edition(host) : edition,
          host,
          query: isQueried,
          ...timeoutOf(query),
          ...(fieldPath !== undefined && { fieldPath }),
        },
        form: typeof form === 'function' ? form(query) : form,
      };
    },
  };
}

/** A host ends with letters that may look like a file extension: `play.example.png` is none. */
function onlySegment({ pathValues: [host, ...rest], suffix }: CompatRequest): string | null {
  return host === undefined || rest.length > 0 ? null : host + suffix;
}

/** `{host}` or `{host}/{port}`. */
export function hostAndPort({ pathValues: [host, port, ...rest], suffix }: CompatRequest) {
  if (host === undefined || rest.length > 0) return null;
  return port === undefined ? host + suffix : joined(host, port + suffix);
}

/** `?ip={host}&port={port}`. */
export function queryAddress({ pathValues, query: { ip = '', port = '' } }: CompatRequest) {
  return pathValues.length > 0 ? null : joined(ip, port);
}

/** A port in the host wins. */
function joined(host: string, port: string): string {
  return port === '' || /:\d+$/.test(host) ? host : `${host}:${port}`;
}

/** Seconds; within our own bounds. */
function timeoutOf({ timeout }: CompatQuery): { readonly timeout?: number } {
  const seconds = Number(timeout);
  return seconds > 0 ? { timeout: Math.min(5, Math.max(0.5, seconds)) } : {};
}

/** Off only if it says so. */
export function isNotOff(text: string | undefined): boolean {
  return !/^(?:false|0)$/i.test(text ?? '');
}

/** All players that are known: from the query protocol, or those that the server chose. */
export function playersOf({ players }: StatusResponse): ListedLines {
  return players?.list ?? players?.sample ?? [];
}

/** Unix time. */
export function secondsOf(time: string): number {
  return Math.floor(Date.parse(time) / 1000);
}
