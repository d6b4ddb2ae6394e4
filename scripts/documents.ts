import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compatServices } from '../src/service/routes/compat/services.ts';
import { statusResponse } from '../src/service/routes/server-status/schema.ts';
import { defaultServerLimits, type ServerLimits } from '../src/service/http/server.ts';
import { readSettings, settingRows } from '../src/service/settings.ts';
import { fieldOf, type Field } from '../src/service/site/field.ts';
import { facts, markdownTable } from '../src/service/site/guides/facts.ts';
import { guideNames } from '../src/service/site/guides/guides.ts';
import { topicOf } from '../src/service/site/site.ts';

const root = join(import.meta.dirname, '..');

/** A generated part of a document, between `<!-- name -->` and `<!-- /name -->`. */
type Block = {
  readonly file: string;
  readonly name: string;
  /** @param current its content now */
  readonly make: (current: string) => string;
};

export const blocks: readonly Block[] = [
  { file: 'docs/operating.md', name: 'bounds', make: boundsTable },
  { file: 'docs/migrating.md', name: 'compat', make: compatTables },
  { file: 'docs/server-status.md', name: 'status-fields', make: statusFieldsTable },
  ...guideNames.flatMap(guideBlocks),
];

/** Title and lead of a guide, and what it says of the code, with the default settings. */
function guideBlocks(guide: string): readonly Block[] {
  const file = `docs/${guide}.md`;
  const text = readDocument(file);
  const { title, lead } = topicOf(`/docs/${guide}`, 'en');
  const { rateLimitMax: api, webhookProxyRateLimitMax: webhook } = readSettings({});
  const settings = { limits: { api, webhook }, settings: settingRows() };
  return [
    { file, name: 'topic', make: () => `# ${title}\n\n${lead}` },
    ...[...facts]
      .filter(([name]) => text.includes(`<!-- ${name} -->`))
      .map(([name, fact]) => ({ file, name, make: () => fact(settings) })),
  ];
}

/** Paths of other services and ours, one table for each service. */
function compatTables(): string {
  return [...compatServices]
    .map(([service, { host, rows }]) => {
      const table = rows.map(({ path, shows, size }) => [
        `\`https://${host}${path}\``,
        `\`/api/compat/${service}${path}\``,
        shows,
        size,
      ]);
      return `### ${service}\n\n${markdownTable(['From', 'To', 'Shows', 'Sizes'], table)}`;
    })
    .join('\n\n');
}

/** All fields of a status; the names at other services are written by hand in the table as it is. */
function statusFieldsTable(current: string): string {
  const [heads, rule, ...known] = current.trim().split('\n');
  const rows = leavesOf(fieldOf(statusResponse)).map(([name, description]) => {
    const row = known.find((line) => line.startsWith(`| \`${name}\` |`));
    if (row === undefined) throw new Error(`nothing is said of the field ${name}`);
    return [...row.split(' | ').slice(0, -1), `${firstSentence(description)} |`].join(' | ');
  });
  return [heads, rule, ...rows].join('\n');
}

/** The fields with no others within, in the order of the response. */
function leavesOf(field: Field, name = ''): (readonly [name: string, description: string])[] {
  const { items, properties } = [field, ...(field.anyOf ?? [])].find(isNested) ?? {};
  if (items !== undefined) return leavesOf(items, `${name}[]`);
  if (properties === undefined) return [[name, field.description ?? '']];
  const prefix = name === '' ? '' : `${name}.`;
  return Object.entries(properties).flatMap(([key, inner]) => leavesOf(inner, prefix + key));
}

const isNested = ({ items, properties }: Field): boolean => (items ?? properties) !== undefined;

function firstSentence(text: string): string {
  return text
    .replaceAll('|', '\\|')
    .replace(/(?<=[.:;]) .*$/s, '')
    .replace(/[;:]$/, '.');
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

/** The document with the current content of the block, on lines of its own or within one. */
export function fillBlock(text: string, { name, make }: Block): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const block = new RegExp(`${start}(\\n?)([^]*?)${end}`, 'g');
  if (text.search(block) === -1) throw new Error(`there is no block ${name}`);
  return text.replaceAll(
    block,
    (_whole, gap: string, current: string) => `${start}${gap}${make(current)}${gap}${end}`,
  );
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
