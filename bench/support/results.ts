import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { markdownOf } from './show.ts';
import type { Report } from './report.ts';

/** A stored report, with its environment and date. */
type Kept = Report & {
  /** Day, as `2026-01-31`. */
  readonly date: string;
  readonly machine: string;
};

/** By name of the benchmark. */
export type Results = Readonly<Record<string, Kept>>;

const folder = join(import.meta.dirname, '..');
const jsonFile = join(folder, 'results.json');
const markdownFile = join(folder, 'results.md');

/** The stored results. */
export function readResults(): Results {
  const results: Results = JSON.parse(readFileSync(jsonFile, 'utf8'));
  return results;
}

/** Writes both files: one that the next run adds to, one to read. */
export function writeResults(results: Results): void {
  writeFileSync(jsonFile, `${JSON.stringify(results, null, 2)}\n`);
  const sections = Object.entries(results).map(
    ([name, kept]) => `## ${name}\n\n${kept.date}, ${kept.machine}.\n\n${markdownOf(kept)}`,
  );
  writeFileSync(markdownFile, `${[introduction, ...sections].join('\n\n')}\n`);
  spawnSync('oxfmt', [jsonFile, markdownFile]);
}

const introduction = `# Benchmarks

Written by \`npm run bench\`: medians, what is compared measured in turns in the same run. Times of
drawing, compiling and encoding are processor time; a limit is met at its exact value too.
A ratio is ours / theirs.`;
