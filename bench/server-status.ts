import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { valueRow, type Report } from './support/report.ts';
import { startLineup, type ServerProcess } from './support/server-process.ts';
import { median } from './support/timing.ts';
import { delayResolutionMs } from './support/vitals.ts';

const servers = 500;
/** Every fifth server is silent. */
const silentEvery = 5;
/** The others send their status in small pieces over this time. */
const dripMs = 3000;
const drops = 60;
/** The service's own limit, plus a second for sending 500 responses. */
const mostMs = 6000;

/**
 * Requests the status of 500 slow game servers at the same time, each in its own network: time of the
 * last response, memory, and delay of the main thread.
 */
export async function run(): Promise<Report> {
  const slow = await startSlowServers();
  const lineup = await startLineup({ core: null, env: { ALLOW_PRIVATE_ADDRESSES: 'true' } });
  try {
    // The first request compiles code that the others use.
    await ask(lineup, slow.port, servers + 1);
    lineup.watchDelay();
    const before = await lineup.vitals();
    const startMs = performance.now();
    const answers = await Promise.all(
      Array.from({ length: servers }, (_, number) => ask(lineup, slow.port, number)),
    );
    const allMs = performance.now() - startMs;
    // Includes temporary memory that is not freed yet.
    const { rssBytes, delayMs, cpuMs } = await lineup.vitals();
    const wrong = answers.filter(({ body }, number) => !body.startsWith(wordFor(number))).length;
    const what = `while ${servers} slow servers are requested at the same time`;
    return {
      rows: [
        valueRow({
          id: 'server-status/last',
          what: `${servers} slow servers requested at the same time: the last response`,
          value: wrong === 0 ? allMs : Number.POSITIVE_INFINITY,
          unit: 'ms',
          target: { atMost: mostMs },
        }),
        valueRow({
          id: 'server-status/p99',
          what: `delay of the main thread, 99th percentile, ${what}`,
          value: delayMs.p99,
          unit: 'ms',
          target: { atMost: 20 },
        }),
        valueRow({
          id: 'server-status/max',
          what: 'the same, the longest: 500 requests arrive at once',
          value: delayMs.max,
          unit: 'ms',
          target: null,
        }),
        valueRow({
          id: 'server-status/memory',
          what: `growth of the resident set ${what}`,
          value: (rssBytes - before.rssBytes) / 1e6,
          unit: 'MB',
          target: { atMost: 128 },
        }),
      ],
      remarks: [
        `Each took ${(cpuMs / servers).toFixed(1)} ms of processor time, its pieces of a status that come one by one included.`,
        `One in ${silentEvery} says nothing and is offline after five seconds; the others send 20 kB over ${dripMs / 1000} s. ${wrong} answers were wrong; the median took ${median(answers.map(({ ms }) => ms)).toFixed(0)} ms.`,
        `The delay includes the ${delayResolutionMs} ms of its timer.`,
      ],
    };
  } finally {
    await lineup.close();
    slow.close();
  }
}

function isSilent(number: number): boolean {
  return number % silentEvery === 0;
}

function wordFor(number: number): string {
  return isSilent(number) ? 'Offline' : 'Online';
}

/** Several clients, because each may have only a few hundred connections. */
const askedByClient = 100;

async function ask(lineup: ServerProcess, port: number, number: number) {
  const startMs = performance.now();
  // 127.0.0.0/8 is this machine; the third byte determines the network.
  const host = `127.${1 + (number >> 8)}.${number & 255}.${isSilent(number) ? 2 : 1}:${port}`;
  const asked = get(`${lineup.origin}/api/blockgame/server/java/${host}/status-text`, {
    localAddress: `127.0.1.${1 + Math.floor(number / askedByClient)}`,
    agent: false,
  });
  const [answer]: IncomingMessage[] = await once(asked, 'response');
  const body = answer === undefined ? '' : await text(answer);
  return { body, ms: performance.now() - startMs };
}

async function startSlowServers(): Promise<{ readonly port: number; readonly close: () => void }> {
  const status = statusPacket();
  const open = new Set<Socket>();
  const server: Server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => open.delete(socket));
    const isQuiet = socket.localAddress?.endsWith('.2') === true;
    socket.once('data', (first: Buffer) => {
      // The legacy ping of silent servers gets no response either.
      if (!isQuiet && first[0] !== 0xfe) void drip(socket, status);
    });
  });
  server.listen({ port: 0, host: '0.0.0.0', backlog: 2 * servers });
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    close: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

async function drip(socket: Socket, bytes: Buffer): Promise<void> {
  const size = Math.ceil(bytes.length / drops);
  for (let at = 0; at < bytes.length && !socket.destroyed; at += size) {
    socket.write(bytes.subarray(at, at + size));
    await delay(dripMs / drops);
  }
  socket.end();
}

/** A status with an icon of typical size. */
function statusPacket(): Buffer {
  const json = Buffer.from(
    JSON.stringify({
      version: { name: 'Paper 1.21.4', protocol: 769 },
      players: { online: 17, max: 60 },
      description: { text: 'A slow server', color: 'gold' },
      favicon: `data:image/png;base64,${Buffer.alloc(15_000, 7).toString('base64')}`,
    }),
  );
  const packet = Buffer.concat([Buffer.from([0]), varInt(json.length), json]);
  return Buffer.concat([varInt(packet.length), packet]);
}

function varInt(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest >>= 7) bytes.push((rest & 127) | 128);
  return Buffer.from([...bytes, rest]);
}
