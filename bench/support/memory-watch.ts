import { createPoster, keepBusy, type Composing } from './composing.ts';
import { coresHere } from './machine.ts';
import { valueRow, type Row } from './report.ts';
import type { ServerProcess } from './server-process.ts';
import { slope } from './timing.ts';

const sampleEvery = 250;
const connections = 16;

/** Growth that counts as flat: over 20,000 it would be 20 MB. */
const flatMbPerThousand = 1;

/** Clearly unbounded growth; stops before the machine runs out of memory. */
const mostMegabytes = 2000;

/** A measurement: number of pictures so far, and the resident set in MB. */
type Sample = { readonly at: number; readonly megabytes: number };

/** What is drawn, all different, and its limits. */
export type Drawing = {
  /** Prefix of the row ids. */
  readonly id: string;
  readonly what: string;
  readonly count: number;
  readonly composing: (number: number) => Composing;
  readonly mostMegabytes: number;
  /** Time limit: on a busy machine a picture takes several times as long. */
  readonly mostMinutes: number;
};

/** The rows of the measurements: peak, growth at the end, and whether it finished. */
export function memoryRows(samples: readonly Sample[], drawing: Drawing): Row[] {
  const { id, what, count } = drawing;
  const peak = Math.max(...samples.map(({ megabytes }) => megabytes));
  const last = samples.at(-1)?.at ?? 0;
  const lastQuarter = samples
    .slice(-Math.floor(samples.length / 4))
    .map(({ at, megabytes }) => [at, megabytes] as const);
  const different = `${count.toLocaleString('en')} different ${what}`;
  const rows: Row[] = [
    valueRow({
      id: `${id}/peak`,
      what: `highest resident set during ${different}, ${coresHere()} workers`,
      value: peak,
      unit: 'MB',
      target: { atMost: drawing.mostMegabytes },
    }),
    valueRow({
      id: `${id}/growth`,
      what: 'growth of the resident set over the last quarter of them',
      value: slope(lastQuarter) * 1000,
      unit: 'MB per 1,000',
      target: { atMost: flatMbPerThousand },
    }),
  ];
  if (last >= count) return rows;
  const problem = `given up after ${last}, at ${peak.toFixed(0)} MB`;
  return [...rows, { id: `${id}/whole`, what: `drawing ${different}`, problem }];
}

/** Draws all of them, sixteen at a time, and measures the server regularly. */
export async function watchMemory(
  lineup: ServerProcess,
  { count, composing, mostMinutes }: Drawing,
): Promise<Sample[]> {
  const poster = createPoster(lineup.origin, connections);
  const samples: Sample[] = [];
  const deadlineMs = performance.now() + mostMinutes * 60_000;
  const isOver = (number: number): boolean =>
    number >= count ||
    performance.now() > deadlineMs ||
    (samples.at(-1)?.megabytes ?? 0) > mostMegabytes;
  let drawn = 0;
  await keepBusy(connections, isOver, async (number) => {
    await poster.post(composing(number));
    drawn += 1;
    if (drawn % sampleEvery !== 0) return;
    const at = drawn;
    const { rssBytes } = await lineup.vitals();
    samples.push({ at, megabytes: rssBytes / 1e6 });
  });
  poster.close();
  return samples;
}

export function memorySteps(samples: readonly Sample[], { count }: Drawing): string {
  return samples
    .filter(({ at }) => at % (count / 20) === 0)
    .map(({ megabytes }) => megabytes.toFixed(0))
    .join(', ');
}
