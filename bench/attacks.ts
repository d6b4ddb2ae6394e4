import { attacks, type Attack } from './support/attacks.ts';
import { cachedHead, repeat, send } from './support/clients.ts';
import { probe } from './support/probe.ts';
import { rowsOf, type Report, type Row } from './support/report.ts';
import { withServer } from './support/server-process.ts';
import { percentile } from './support/timing.ts';

const seconds = Number(process.env.ATTACK_SECONDS ?? 12);
const row = rowsOf('attacks/');

/** One client that sends one expensive request, as often as it may: what others see of it. */
export function run(): Promise<Report> {
  return withServer({}, async ({ origin }) => {
    const rows: Row[] = [];
    // Drawn, then cached.
    for (let time = 0; time < 3; time += 1) await (await fetch(origin + cachedHead)).bytes();
    for (const attack of attacks) rows.push(...(await rowsDuring(origin, attack)));
    return { rows };
  });
}

async function rowsDuring(origin: string, attack: Attack): Promise<Row[]> {
  const { id, what, sent, perSecond } = attack;
  const pictures = await probe(origin + cachedHead);
  const health = await probe(`${origin}/healthz`);
  const isOver = (number: number): boolean => number >= seconds * perSecond;
  await repeat(1000 / perSecond, isOver, () => send(origin, sent));
  const [pictureMs, healthMs] = [percentile(pictures(), 0.95), percentile(health(), 0.99)];
  const during = `during ${what}, ${perSecond} times a second for ${seconds} s`;
  const others = `cached pictures of others ${during}, 95th percentile`;
  const checks = `GET /healthz ${during}, 99th percentile`;
  return [
    row(`${id}-pictures`, others, [pictureMs, 'ms'], { atMost: 25 }),
    row(`${id}-health`, checks, [healthMs, 'ms'], { atMost: 50 }),
  ];
}
