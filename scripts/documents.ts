import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../src/errors/catalogue.ts';
import { defaultBounds, type Bounds } from '../src/http/bounds.ts';
import { settingsTable } from '../src/settings.ts';

const root = join(import.meta.dirname, '..');

/** A part of a document that is made from the code: between `<!-- name -->` and `<!-- /name -->`. */
type Block = {
  readonly file: string;
  readonly name: string;
  readonly make: () => string;
};

export const blocks: readonly Block[] = [
  { file: 'README.md', name: 'settings', make: settingsTable },
  { file: 'docs/operating.md', name: 'settings', make: settingsTable },
  { file: 'docs/operating.md', name: 'bounds', make: boundsTable },
  { file: 'docs/errors.md', name: 'errors', make: errorsTable },
];

function errorsTable(): string {
  const rows = Object.entries(catalogue)
    .toSorted(([, a], [, b]) => a.status - b.status)
    .map(([code, { status, sentence }]) => `| ${status} | ${code} | ${sentence} |`);
  return [
    '| Status | Code | Sentence, where nothing more exact is known |',
    '| --- | --- | --- |',
    ...rows,
  ].join('\n');
}

/** What each bound holds back, and what happens there. */
const boundWords = {
  bodyBytes: 'a request body; a larger one is a 413',
  headerBytes: 'request line and headers together; more is a 431',
  headersTimeoutMs: 'for the headers to arrive; then 408',
  requestTimeoutMs: 'for the whole request to arrive; then 408',
  timeoutCheckMs: 'between two looks at who is late',
  silenceTimeoutMs: 'without a byte in either direction while a request is under way',
  keepAliveTimeoutMs: 'until an idle connection is closed',
  connections: 'connections in all',
  connectionsPerClient: 'connections of one client; for a new one its longest idle one is closed',
  requestsUnderWay: 'requests under way; then 503',
  bodyBytesUnderWay: 'bodies being received or worked on, all together; then 503',
  bodyBytesPerClient: 'the same of one client',
} as const satisfies Record<keyof Bounds, string>;

function boundsTable(): string {
  const rows = Object.entries(boundWords).map(([name, words]) => {
    const bound = Object.entries(defaultBounds).find(([key]) => key === name)?.[1] ?? 0;
    return `| ${shownBound(name, bound)} | ${words} |`;
  });
  return ['| Bound | Of |', '| ---: | --- |', ...rows].join('\n');
}

function shownBound(name: string, bound: number): string {
  if (name.endsWith('Ms')) return `${bound / 1000} s`;
  if (!name.includes('Bytes') && !name.startsWith('bytes')) return bound.toLocaleString('en');
  const kibibytes = bound / 1024;
  return kibibytes < 1024 ? `${kibibytes} KiB` : `${kibibytes / 1024} MiB`;
}

/** The document with the block as the code makes it now. */
export function fillBlock(text: string, { name, make }: Block): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [before, rest] = text.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`there is no block ${name}`);
  return `${before}${start}\n${make()}\n${end}${after}`;
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
