import { execSync } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { cachedHead, keepBusy, served, shareServed } from './clients.ts';
import { rowsOf, type Report } from './report.ts';
import { withServer } from './server-process.ts';

const clients = 20;
/** In all more than the service keeps. */
const ofEach = 512;
const openingAtOnce = 64;
/** Of the bench, and of the service, with some to spare. */
const openFiles = clients * ofEach + 500;

type AddressOf = (client: number) => string;

/** Clients that hold idle connections, as many as they get: whether others still get one. */
export async function heldConnections(
  id: string,
  whose: string,
  addressOf: AddressOf,
  watchedMs: number,
): Promise<Report> {
  // Node has raised the limit as far as it may, and the service inherits it.
  const limit = Number(execSync('ulimit -n', { encoding: 'utf8' }));
  if (limit < openFiles) throw new Error(`needs ${openFiles} open files; ulimit -n is ${limit}`);
  return withServer({}, async ({ origin }) => {
    await (await fetch(origin + cachedHead)).bytes();
    const held = await hold(Number(new URL(origin).port), addressOf);
    const row = rowsOf(id, `${clients} × ${ofEach} idle connections of ${whose}`);
    const share = await shareServed(origin, watchedMs);
    const left = held.filter(({ destroyed }) => !destroyed).length;
    for (const socket of held) socket.destroy();
    return {
      rows: [row('', served, [share, '%'], { atLeast: 100 })],
      remarks: [`${left.toLocaleString('en')} idle connections of ${whose} were left.`],
    };
  });
}

async function hold(port: number, addressOf: AddressOf): Promise<Socket[]> {
  const sockets: Socket[] = [];
  const isOver = (number: number): boolean => number >= clients * ofEach;
  await keepBusy(openingAtOnce, isOver, async (number) => {
    const localAddress = addressOf(1 + (number % clients));
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    sockets.push(socket);
    socket.on('error', () => {}).write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
    await new Promise((resolve) => socket.once('data', resolve).once('close', resolve));
  });
  return sockets;
}
