import { drawAndWatch, requestsPerWorker, watchedMs } from './support/busy-loop.ts';
import { sceneVariety, tenInScene } from './support/composing.ts';
import { coresHere } from './support/machine.ts';
import { memoryRows, memorySteps, watchMemory, type Drawing } from './support/memory-watch.ts';
import { valueRow, type Report } from './support/report.ts';
import { readSampleSkins } from './support/sample-skins.ts';
import { startLineup, type ServerProcess } from './support/server-process.ts';
import { median } from './support/timing.ts';

const skins = readSampleSkins();
const drawing: Drawing = {
  id: 'scene-load',
  what: 'scenes',
  count: 20_000,
  composing: (number) => sceneVariety(number, skins),
  mostMegabytes: 450,
  mostMinutes: 40,
};

/** A service that draws only scenes: its memory, and the delay of its main thread. */
export async function run(): Promise<Report> {
  const samples = await withLineup((lineup) => watchMemory(lineup, drawing));
  const load = await withLineup((lineup) =>
    drawAndWatch(lineup, (number) => tenInScene(number, skins)),
  );
  return {
    rows: [
      ...memoryRows(samples, drawing),
      valueRow({
        id: 'scene-load/p99',
        what: 'delay of the main thread, 99th percentile, while scenes of ten are drawn at full load',
        value: load.delayMs.p99,
        unit: 'ms',
        target: { atMost: 20 },
      }),
    ],
    remarks: [
      `Resident set in MB, in steps of ${drawing.count / 20}: ${memorySteps(samples, drawing)}.`,
      `${load.drawn} scenes of ten in ${watchedMs / 1000} s, ${coresHere() * requestsPerWorker} requests always in progress; one took ${median(load.rowsMs).toFixed(0)} ms in the median, the queue included.`,
    ],
  };
}

async function withLineup<T>(watch: (lineup: ServerProcess) => Promise<T>): Promise<T> {
  const lineup = await startLineup({ core: null });
  try {
    return await watch(lineup);
  } finally {
    await lineup.close();
  }
}
