import { createSocket } from 'node:dgram';
import { afterEach, describe, expect, it } from 'vitest';
import { createSrvLookup, orderTargets } from './srv-lookup.ts';

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

type SrvData = readonly [priority: number, weight: number, port: number, host: string];

/** A name server that answers every question with these records; null keeps it silent. */
async function startNameServer(records: readonly SrvData[] | null) {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (query, peer) => {
    const { name, end } = readName(query);
    asked.push(`${query.readUInt16BE(end)} ${name}`);
    if (records !== null) socket.send(reply(query, end, records), peer.port, peer.address);
  });
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.1', resolve);
  });
  cleanUps.push(() => socket.close());
  return { server: `127.0.0.1:${socket.address().port}`, asked };
}

function readName(query: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.'), end: at + 1 };
}

/** RFC 1035 and 2782: header, the question repeated, the records. */
function reply(query: Buffer, endOfName: number, records: readonly SrvData[]): Buffer {
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(records.length === 0 ? 0x8183 : 0x8180, 2);
  header.writeUInt16BE(records.length, 6);
  header.writeUInt32BE(0, 8);
  const answers = records.map(([priority, weight, port, host]) => {
    const name = host
      .split('.')
      .filter((label) => label !== '')
      .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
    const numbers = Buffer.alloc(6);
    [priority, weight, port].forEach((value, i) => numbers.writeUInt16BE(value, i * 2));
    const data = Buffer.concat([numbers, ...name, Buffer.from([0])]);
    const fixed = Buffer.from([0xc0, 12, 0, 33, 0, 1, 0, 0, 0, 60, 0, data.length]);
    return Buffer.concat([fixed, data]);
  });
  return Buffer.concat([header, query.subarray(12, endOfName + 4), ...answers]);
}

const signal = (): AbortSignal => new AbortController().signal;

describe('createSrvLookup', () => {
  it('finds the targets of a service, best first', async () => {
    const { server, asked } = await startNameServer([
      [10, 5, 25_570, 'second.example'],
      [5, 1, 25_571, 'light.example'],
      [5, 9, 25_572, 'heavy.example'],
    ]);
    const lookup = createSrvLookup({ servers: [server], attemptTimeoutMs: 30_000 });
    expect(await lookup('_minecraft._tcp.play.example', signal())).toEqual([
      { host: 'heavy.example', port: 25_572 },
      { host: 'light.example', port: 25_571 },
      { host: 'second.example', port: 25_570 },
    ]);
    expect(asked).toEqual(['33 _minecraft._tcp.play.example']);
  });

  it('returns none for a name without a record', async () => {
    const { server } = await startNameServer([]);
    const lookup = createSrvLookup({ servers: [server], attemptTimeoutMs: 30_000 });
    expect(await lookup('x.example', signal())).toEqual([]);
  });

  it('returns none if the name server is silent', async () => {
    const { server, asked } = await startNameServer(null);
    const lookup = createSrvLookup({ servers: [server], attemptTimeoutMs: 30 });
    expect(await lookup('x.example', signal())).toEqual([]);
    await expect.poll(() => asked.length).toBeGreaterThanOrEqual(1);
  });

  it('ends when its caller aborts', async () => {
    const { server } = await startNameServer(null);
    const controller = new AbortController();
    // Its own timeout is longer than a test may take.
    const lookup = createSrvLookup({ servers: [server], attemptTimeoutMs: 600_000 });
    const found = lookup('x.example', controller.signal);
    setImmediate(() => controller.abort());
    expect(await found).toEqual([]);
  });
});

describe('orderTargets', () => {
  it('omits targets that declare there is no service', () => {
    const record = { priority: 0, weight: 0 };
    expect(
      orderTargets([
        { ...record, name: '', port: 25_565 },
        { ...record, name: '.', port: 25_565 },
        { ...record, name: 'a.example', port: 0 },
      ]),
    ).toEqual([]);
  });
});
