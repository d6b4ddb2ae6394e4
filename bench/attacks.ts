import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { attacks, type Attack } from './support/attacks.ts';
import { probe } from './support/probe.ts';
import { valueRow, type Report, type Row } from './support/report.ts';
import { withServer } from './support/server-process.ts';
import { percentile } from './support/timing.ts';

const seconds = 18;
const picture = '/api/blockgame/render/head/sample-fox/full';

/** One client that sends one expensive request, as often as it may: what others see of it. */
export function run(): Promise<Report> {
  return withServer({}, async ({ origin }) => {
    const rows: Row[] = [];
    // Drawn, then cached.
    for (let time = 0; time < 3; time += 1) await (await fetch(origin + picture)).bytes();
    for (const attack of attacks) rows.push(...(await rowsOf(origin, attack)));
    return { rows };
  });
}

async function rowsOf(origin: string, attack: Attack): Promise<Row[]> {
  const pictures = await probe(origin + picture);
  const health = await probe(`${origin}/healthz`);
  await repeat(origin, attack);
  const [pictureMs, healthMs] = [pictures(), health()];
  const what = `during ${attack.what}, ${attack.perSecond} times a second for ${seconds} s`;
  return [
    valueRow({
      id: `attacks/${attack.id}-pictures`,
      what: `cached pictures of others ${what}, 95th percentile`,
      value: percentile(pictureMs, 0.95),
      unit: 'ms',
      target: { atMost: 25 },
    }),
    valueRow({
      id: `attacks/${attack.id}-health`,
      what: `GET /healthz ${what}, 99th percentile`,
      value: percentile(healthMs, 0.99),
      unit: 'ms',
      target: { atMost: 50 },
    }),
  ];
}

/** Sends it at its pace, whether it was answered or not. */
async function repeat(origin: string, attack: Attack): Promise<void> {
  const { method, path, headers, body, perSecond } = attack;
  const pool = new Pool(origin);
  for (let sent = 0; sent < seconds * perSecond; sent += 1) {
    // A refused body may be cut.
    void pool
      .request({ method, path, headers: headers ?? {}, body: body ?? null })
      .then((response) => response.body.dump({ limit: Infinity }))
      .catch(() => {});
    await delay(1000 / perSecond);
  }
  await pool.destroy();
}
