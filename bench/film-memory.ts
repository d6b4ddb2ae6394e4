import { setTimeout as delay } from 'node:timers/promises';
import { createPoster, animationVariety, keepBusy, variety } from './support/composing.ts';
import { coresHere } from './support/machine.ts';
import { valueRow, type Report } from './support/report.ts';
import { readSampleSkins } from './support/sample-skins.ts';
import { startLineup } from './support/server-process.ts';
import { slope } from './support/timing.ts';

const animations = Number(process.env.FILMS ?? 2000);
const restMinutes = Number(process.env.REST_MINUTES ?? 5);
/** More than are drawn in time: some are told to come again. */
const connections = 16;
/** Before them, so that fonts are open and the service has drawn what it always draws. */
const stills = 300;
/** Other animations before them, which fill the caches and the store of plans: both are full at rest, too. */
const otherAnimations = 600;
const sampleEvery = 25;

/** The resident set of the service while it draws thousands of different animations, and when it rests again. */
export async function run(): Promise<Report> {
  const skins = readSampleSkins();
  const lineup = await startLineup({ core: null });
  const megabytes = async (): Promise<number> => (await lineup.vitals()).rssBytes / 1e6;
  const poster = createPoster(lineup.origin, connections, true);
  const samples: [number, number][] = [];
  try {
    const isOver = (max: number) => (number: number) => number >= max;
    await keepBusy(connections, isOver(stills), (number) => poster.post(variety(number, skins)));
    const withEmptyCaches = await megabytes();
    await keepBusy(connections, isOver(otherAnimations), (number) =>
      poster.post(animationVariety(animations + number, skins)),
    );
    await delay(restMinutes * 60_000);
    const before = await megabytes();
    let drawn = 0;
    await keepBusy(connections, isOver(animations), async (number) => {
      await poster.post(animationVariety(number, skins));
      drawn += 1;
      if (drawn % sampleEvery === 0) samples.push([drawn, await megabytes()]);
    });
    await delay(restMinutes * 60_000);
    const after = await megabytes();
    return reportOf(samples, { withEmptyCaches, before, after });
  } finally {
    poster.close();
    await lineup.close();
  }
}

function reportOf(
  samples: readonly (readonly [number, number])[],
  at: { readonly withEmptyCaches: number; readonly before: number; readonly after: number },
): Report {
  const what = `${animations.toLocaleString('en')} different films`;
  const steps = samples.filter((_, index) => index % Math.ceil(samples.length / 20) === 0);
  return {
    rows: [
      valueRow({
        id: 'film-memory/peak',
        what: `highest resident set during ${what}, ${coresHere()} workers`,
        value: Math.max(...samples.map(([, megabytes]) => megabytes)),
        unit: 'MB',
        target: { atMost: 600 },
      }),
      valueRow({
        id: 'film-memory/growth',
        what: 'growth of the resident set over the second half of them',
        value: slope(samples.slice(-Math.floor(samples.length / 2))) * 1000,
        unit: 'MB per 1,000',
        target: { atMost: 10 },
      }),
      valueRow({
        id: 'film-memory/rest',
        what: `resident set ${restMinutes} minutes later, more than ${restMinutes} minutes after ${otherAnimations} other films`,
        value: at.after - at.before,
        unit: 'MB',
        target: { atMost: 50 },
      }),
    ],
    remarks: [
      `After ${stills} pictures: ${at.withEmptyCaches.toFixed(0)} MB, after ${otherAnimations} films and a rest: ${at.before.toFixed(0)} MB. During: ${steps.map(([count, megabytes]) => `${megabytes.toFixed(0)} at ${count}`).join(', ')}. After: ${at.after.toFixed(0)} MB.`,
    ],
  };
}
