import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { measureThroughput } from './support/load.ts';
import { clientCore, pinned, serverCore } from './support/machine.ts';
import type { Report } from './support/report.ts';
import { median } from './support/timing.ts';

const webhooks = 64;
const seconds = 2;
const rounds = 5;

const message = JSON.stringify({
  content: 'The server is back, <@123456789012345678>!',
  username: 'Server',
  embeds: [
    {
      title: 'Round 3',
      description: 'Red wins by **12** points.',
      fields: [{ name: 'Best player', value: 'Somebody', inline: true }],
    },
  ],
});

type Server = { readonly origin: string; readonly child: ChildProcess };
type Rates = { readonly perSecond: number; readonly cpuMicroseconds: number };

/**
 * Messages relayed per second: each webhook has one connection that posts the next message after each
 * response. Compared with a bare Fastify that forwards them with undici, without checks, order or
 * limits.
 */
export async function run(): Promise<Report> {
  const platform = await start(clientCore, 'platform');
  const relay = await start(serverCore, 'relay', platform.origin);
  const bare = await start(serverCore, 'bare', platform.origin);
  try {
    const [ours, peer] = await compare([relay, bare]);
    if (ours === undefined || peer === undefined) throw new Error('nothing was measured');
    const what = `messages through ${webhooks} webhooks at a time, with \`wait=true\``;
    const peerName = 'bare Fastify with undici';
    return {
      rows: [
        {
          id: 'webhook/cpu',
          what: `${what}, by processor time`,
          value: 1e6 / ours.cpuMicroseconds,
          unit: 'requests/s',
          peer: { name: peerName, value: 1e6 / peer.cpuMicroseconds },
          judged: 'slower',
          target: null,
        },
        {
          id: 'webhook/clock',
          what: `${what}, on the clock`,
          value: ours.perSecond,
          unit: 'requests/s',
          peer: { name: peerName, value: peer.perSecond },
          judged: 'slower',
          target: null,
        },
      ],
      remarks: [
        `${rounds} runs of ${seconds} s each in turn; each server on one core, the platform and the clients on another.`,
        'The limits of the platform are lifted for this: it lets fifty messages a second through from one address, and the relay stays below.',
      ],
    };
  } finally {
    for (const { child } of [relay, bare, platform]) child.kill('SIGKILL');
  }
}

async function start(core: number, ...args: readonly string[]): Promise<Server> {
  const script = fileURLToPath(new URL('./processes/webhook-server.ts', import.meta.url));
  const [program, allArgs] = pinned(core, process.execPath, [script, ...args]);
  const child = spawn(program, allArgs, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const [told]: { origin: string }[] = await once(child, 'message');
  if (told === undefined) throw new Error('the server did not tell its address');
  return { origin: told.origin, child };
}

async function compare(servers: readonly Server[]): Promise<Rates[]> {
  for (const { origin } of servers) await measure(origin, 1);
  const runs: Rates[][] = servers.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, { origin, child }] of servers.entries()) {
      const beforeUs = await cpuMicroseconds(child);
      const perSecond = await measure(origin, seconds);
      const usedUs = (await cpuMicroseconds(child)) - beforeUs;
      runs[index]?.push({ perSecond, cpuMicroseconds: usedUs / (perSecond * seconds) });
    }
  }
  return runs.map((ofOne) => ({
    perSecond: median(ofOne.map((rates) => rates.perSecond)),
    cpuMicroseconds: median(ofOne.map((rates) => rates.cpuMicroseconds)),
  }));
}

async function cpuMicroseconds(child: ChildProcess): Promise<number> {
  const answered = once(child, 'message');
  child.send('cpu');
  const [usage]: NodeJS.CpuUsage[] = await answered;
  return (usage?.user ?? 0) + (usage?.system ?? 0);
}

/** One connection per webhook: several would only wait for each other. */
async function measure(origin: string, forSeconds: number): Promise<number> {
  const rates = await Promise.all(
    Array.from({ length: webhooks }, (_, number) =>
      measureThroughput(
        {
          url: `${origin}/api/chat/webhook/${String(100_000_000_000_000_000n + BigInt(number))}/${'t'.repeat(68)}?wait=true`,
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: message,
        },
        { connections: 1, seconds: forSeconds, status: 200 },
      ),
    ),
  );
  return rates.reduce((all, rate) => all + rate, 0);
}
