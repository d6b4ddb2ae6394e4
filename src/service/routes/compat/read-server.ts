import type { Edition } from '../../../upstreams/game-servers/target.ts';
import type { ListedLines, StatusResponse } from '../server-status/schema.ts';
import type { CompatQuery, CompatRow, CompatStatus, WriteStatus } from './define-service.ts';

// Helpers for the rows of services that show the status of game servers.

type ServerRow = Pick<CompatRow, 'aliases' | 'shows'> & {
  readonly form: CompatStatus['form'] | ((query: CompatQuery) => CompatStatus['form']);
  /** Java by default. */
  readonly edition?: Edition | ((host: string) => Edition);
  /** Whether the original used the query protocol, too. */
  readonly hasQuery?: boolean | ((query: CompatQuery) => boolean);
  /** How the request names the server; by default `/{host}` or `/{host}:{port}`. */
  readonly address?: Address;
  /** Documented after that. */
  readonly options?: string;
};

type Address = {
  readonly after: string;
  readonly subjectIn: NonNullable<CompatRow['subjectIn']>;
  /** Where it is, for errors. */
  readonly fieldPath?: string;
};

/** A path about a server. */
export function serverRow({ address = onlySegment, options = '', ...row }: ServerRow): CompatRow {
  const { form, edition = 'java', hasQuery = false, ...documented } = row;
  const { after, subjectIn, ...place } = address;
  return {
    ...documented,
    after: after + options,
    subjectIn,
    read: (host, { query }) => ({
      kind: 'status',
      server: {
        edition: typeof edition === 'function' ? edition(host) : edition,
        host,
        query: typeof hasQuery === 'function' ? hasQuery(query) : hasQuery,
        ...timeoutOf(query),
        ...place,
      },
      form: typeof form === 'function' ? form(query) : form,
    }),
  };
}

/** The status in a form of its own. */
export const asJson = (write: WriteStatus, indent?: number) => ({
  shows: 'the status as JSON',
  form: { kind: 'json', write, indent } as const,
});

export const asIcon = { shows: 'the icon', form: { kind: 'icon' } } as const;

const onlySegment: Address = {
  after: '/{host}:{port}',
  // A host ends with letters that may look like a file extension: `play.example.png` is none.
  subjectIn: ({ pathValues: [host, ...rest], suffix }) =>
    host === undefined || rest.length > 0 ? undefined : host + suffix,
};

/** `/{host}` or `/{host}/{port}`. */
export const twoSegments: Address = {
  after: '/{host}/{port}',
  subjectIn: ({ pathValues: [host, port, ...rest], suffix }) => {
    if (host === undefined || rest.length > 0) return undefined;
    return port === undefined ? host + suffix : joined(host, port + suffix);
  },
};

export const inQuery: Address = {
  after: '?ip={host}&port={port}',
  subjectIn: ({ pathValues, query: { ip = '', port = '' } }) =>
    pathValues.length > 0 ? undefined : joined(ip, port),
  fieldPath: 'query.ip',
};

/** A port in the host wins. */
function joined(host: string, port: string): string {
  return port === '' || /:\d+$/.test(host) ? host : `${host}:${port}`;
}

/** Seconds; within our own bounds. */
function timeoutOf({ timeout }: CompatQuery): { readonly timeout?: number } {
  const seconds = Number(timeout);
  return seconds > 0 ? { timeout: Math.min(5, Math.max(0.5, seconds)) } : {};
}

/** All players that are known: from the query protocol, or those that the server chose. */
export function playersOf({ players }: StatusResponse): ListedLines {
  return players?.list ?? players?.sample ?? [];
}

/** The sample as servers send it themselves. */
export function sampleOf(listed: ListedLines) {
  return listed.map(({ id, raw }) => ({ id: id ?? '', name: raw }));
}

/** Unix time. */
export function secondsOf(time: string): number {
  return Math.floor(Date.parse(time) / 1000);
}

/** The name of a mod or plugin, with its version if it has one. */
export function labelOf({ name, version }: Versioned): string {
  return [name, version ?? ''].join(' ').trim();
}

export type Versioned = { readonly name: string; readonly version: string | null };
