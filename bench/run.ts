import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startCommand } from '../scripts/start-service.ts';
import { benches } from './support/benches.ts';
import { machineLine, pinned } from './support/machine.ts';
import { outcomeOf, type Report } from './support/report.ts';
import { readResults, writeResults, type Results } from './support/results.ts';
import { markdownOf } from './support/show.ts';

// `npm run bench -- [name…] [--check] [--dry]`: runs the named benchmarks, or all, one after the other;
// prints the results, with how long each took, and stores them (not with --dry). With --check the exit code is
// 1 if a target was missed.

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean' }, dry: { type: 'boolean' } },
});

process.exitCode = await main();

async function main(): Promise<number> {
  const unknown = positionals.filter((name) => benches[name] === undefined);
  if (unknown.length > 0) {
    console.error(
      `No bench: ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}.`,
    );
    return 2;
  }
  const machine = machineLine();
  console.log(machine);
  const results = { ...readResults() };
  const chosen = positionals.length > 0 ? positionals : Object.keys(benches);
  const startMs = performance.now();
  for (const name of chosen) {
    const beginMs = performance.now();
    const report = await runBench(name);
    console.log(`\n## ${name}, ${minutesSince(beginMs)}\n\n${markdownOf(report)}`);
    results[name] = { date: new Date().toISOString().slice(0, 10), machine, ...report };
    if (options.dry !== true) writeResults(inOrder(results));
  }
  const outcomes = chosen.flatMap((name) => results[name]!.rows.map((row) => outcomeOf(row)));
  const missed = outcomes.filter((outcome) => outcome === 'MISSED').length;
  const met = outcomes.length - missed;
  console.log(`\n${met} rows met or told, ${missed} missed, ${minutesSince(startMs)}`);
  return options.check === true && missed > 0 ? 1 : 0;
}

function minutesSince(ms: number): string {
  return `${((performance.now() - ms) / 60_000).toFixed(1)} min`;
}

/** Runs a benchmark in a process of its own, so that none depends on another. */
async function runBench(name: string): Promise<Report> {
  const script = fileURLToPath(new URL('./processes/bench.ts', import.meta.url));
  // With the flags of the service.
  const { flags, settings } = startCommand;
  const command = [...flags, script, name, ...(options.dry === true ? ['--dry'] : [])];
  const [program, args] = pinned(benches[name]?.core ?? null, process.execPath, command);
  const env = { ...process.env, ...settings };
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env });
  const deadline = setTimeout(() => child.kill(), (benches[name]?.minutes ?? 8) * 60_000);
  let report: Report | undefined;
  child.on('message', (message: Report) => {
    report = message;
  });
  await once(child, 'exit');
  clearTimeout(deadline);
  const problem = 'The bench broke off; see above.';
  return report ?? { rows: [{ id: name, what: name, problem }] };
}

/** In the order of the list of benchmarks. */
function inOrder(results: Results): Results {
  return Object.fromEntries(
    Object.keys(benches).flatMap((name) => {
      const kept = results[name];
      return kept === undefined ? [] : [[name, kept]];
    }),
  );
}
