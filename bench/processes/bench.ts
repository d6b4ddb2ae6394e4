import { benches } from '../support/benches.ts';
import { sendable } from '../support/report.ts';

// Runs the bench named by its argument and sends its report to whoever started it.

const [name = ''] = process.argv.slice(2);
const bench = benches[name];
if (bench === undefined) throw new Error('started by bench/run.ts, with the name of a bench');
const { run } = await bench.load();
const report = await run();
const sent = { ...report, rows: report.rows.map((row) => sendable(row)) };
// A browser that tests share would keep the process alive.
process.send?.(sent, () => process.exit());
