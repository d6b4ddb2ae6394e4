import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cellsOf, columns } from './show.ts';
import type { Report, Table } from './report.ts';

/** A stored report, with its environment and date. */
export type Kept = Report & {
  /** Day, as `2026-01-31`. */
  readonly date: string;
  readonly machine: string;
};

/** By name of the benchmark. */
export type Results = Readonly<Record<string, Kept>>;

const folder = join(import.meta.dirname, '..');
const jsonFile = join(folder, 'results.json');
const markdownFile = join(folder, 'results.md');

/** The stored results; empty if there are none. */
export function readResults(): Results {
  if (!existsSync(jsonFile)) return {};
  const results: Results = JSON.parse(readFileSync(jsonFile, 'utf8'));
  return results;
}

/** Writes both files: one to compare the next run with, one to read. */
export function writeResults(results: Results): void {
  writeFileSync(jsonFile, `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(markdownFile, markdownOf(results));
  spawnSync('oxfmt', [jsonFile, markdownFile]);
}

function markdownOf(results: Results): string {
  const parts = Object.entries(results).map(([name, kept]) => sectionOf(name, kept));
  const head = [
    '# Benchmarks',
    '',
    'Written by `npm run bench`: medians, what is compared measured in turns in the same run. Times of',
    'drawing, compiling and encoding are processor time; a limit is met at its exact value too.',
    'A ratio is ours / theirs, except where it says how many times faster ours is.',
  ];
  return `${[head.join('\n'), ...parts].join('\n\n')}\n`;
}

function sectionOf(name: string, { rows, tables, remarks, date, machine }: Kept): string {
  return [
    `## ${name}`,
    `${date}, ${machine}.`,
    tableOf(
      columns,
      rows.map((row) => columns.map((column) => cellsOf(row)[column])),
    ),
    ...(remarks === undefined ? [] : [remarks.map((remark) => `- ${remark}`).join('\n')]),
    ...(tables ?? []).flatMap(({ title, head, body }) => [`### ${title}`, tableOf(head, body)]),
  ].join('\n\n');
}

function tableOf(head: Table['head'], body: Table['body']): string {
  const rule = head.map((_, index) => (index === 0 ? '---' : '---:'));
  return [head, rule, ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
