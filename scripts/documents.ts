import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compatServices } from '../src/service/routes/compat/services.ts';
import { defaultServerLimits, type ServerLimits } from '../src/service/http/server.ts';
import { settingRows } from '../src/service/settings.ts';
import { statusFieldsTable } from './server-status-fields.ts';
import { catalogue } from '../src/common/errors/lineup-error.ts';

const root = join(import.meta.dirname, '..');

/** A generated part of a document, between `<!-- name -->` and `<!-- /name -->`. */
type Block = {
  readonly file: string;
  readonly name: string;
  /** @param current its content now */
  readonly make: (current: string) => string;
};

export const blocks: readonly Block[] = [
  { file: 'README.md', name: 'settings', make: settingsTable },
  { file: 'docs/operating.md', name: 'settings', make: settingsTable },
  { file: 'docs/operating.md', name: 'bounds', make: boundsTable },
  { file: 'docs/errors.md', name: 'errors', make: errorsTable },
  { file: 'docs/migrating.md', name: 'compat', make: compatTables },
  { file: 'docs/server-status.md', name: 'status-fields', make: statusFieldsTable },
];

/** Paths of other services and ours, one table for each service. */
function compatTables(): string {
  return [...compatServices]
    .map(([service, { host, rows }]) => {
      const lines = rows.map(({ path, shows, size }) => {
        const [from, to] = [`https://${host}${path}`, `/api/compat/${service}${path}`];
        return `| \`${from}\` | \`${to}\` | ${shows} | ${size} |`;
      });
      const head = ['| From | To | Shows | Sizes |', '| --- | --- | --- | --- |'];
      return [`### ${service}`, '', ...head, ...lines].join('\n');
    })
    .join('\n\n');
}

/** All settings: name, default, allowed values, meaning. */
function settingsTable(): string {
  const rows = settingRows().map(
    ({ name, allowed, help, fallback }) => `| \`${name}\` | ${fallback} | ${allowed} | ${help} |`,
  );
  const head = ['| Setting | Default | Allowed | Meaning |', '| --- | --- | --- | --- |'];
  return [...head, ...rows].join('\n');
}

function errorsTable(): string {
  const rows = Object.entries(catalogue)
    .toSorted(([, a], [, b]) => a.status - b.status)
    .map(([code, { status, sentence }]) => `| ${status} | ${code} | ${sentence} |`);
  return ['| Status | Code | Default sentence |', '| --- | --- | --- |', ...rows].join('\n');
}

/** What each limit applies to, and what happens beyond it. */
const limitWords = {
  bodyBytes: 'a request body; a larger one gets 413',
  headerBytes: 'request line and headers together; larger ones get 431',
  headersTimeoutMs: 'for all headers to arrive; then 408',
  requestTimeoutMs: 'for the whole request to arrive; then 408',
  bodyGraceMs: 'until a body has to arrive …',
  bodyBytesPerSecond: '… at this rate, on average since then; else 408',
  timeoutCheckMs: 'between two checks of these timeouts',
  keepAliveTimeoutMs: 'until an idle connection is closed',
  connections: 'connections; then whoever has most loses one that is idle',
  requestsPerConnection: 'requests sent ahead on one connection; then it is closed',
  requestsInProgress:
    'requests whose responses are not complete; then 503, for one network from half of them on',
  bodyBytesInProgress:
    'received bytes of request bodies in progress; then 503 for whoever has most',
  unreadBytes: 'bytes of complete responses that are not read; then whoever has most is cut',
  unreadGraceMs: 'until a response has to be read …',
  unreadBytesPerSecond: '… at this rate, on average since its beginning; else it is cut',
} as const satisfies Record<keyof ServerLimits, string>;

function boundsTable(): string {
  const rows = Object.entries(limitWords).map(([name, words]) => {
    const bound = Object.entries(defaultServerLimits).find(([key]) => key === name)?.[1] ?? 0;
    return `| ${shownBound(name, bound)} | ${words} |`;
  });
  return ['| Limit | Applies to |', '| ---: | --- |', ...rows].join('\n');
}

function shownBound(name: string, bound: number): string {
  if (name.endsWith('Ms')) return `${bound / 1000} s`;
  if (name.endsWith('BytesPerSecond')) return `${bound / 1000} kB/s`;
  if (!name.includes('Bytes') && !name.startsWith('bytes')) return bound.toLocaleString('en');
  const kibibytes = bound / 1024;
  return kibibytes < 1024 ? `${kibibytes} KiB` : `${kibibytes / 1024} MiB`;
}

/** The document with the current content of the block. */
export function fillBlock(text: string, { name, make }: Block): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [before, rest] = text.split(start);
  const [current, after] = rest?.split(end) ?? [];
  if (before === undefined || current === undefined || after === undefined)
    throw new Error(`there is no block ${name}`);
  return `${before}${start}\n${make(current)}\n${end}${after}`;
}

export function readDocument(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** Writes all blocks into their documents. */
export function writeBlocks(): void {
  for (const block of blocks) {
    writeFileSync(join(root, block.file), fillBlock(readDocument(block.file), block));
  }
}
