import { createSocket } from 'node:dgram';
import { afterEach, describe, expect, it } from 'vitest';
import { createDnsLookup, lookupBySystem, withFamily } from './name-lookup.ts';

type Records = { readonly a?: readonly string[]; readonly aaaa?: readonly number[][] };

const typeA = 1;
const typeAaaa = 28;
const cleanUps: (() => void)[] = [];

afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

/** A name server that answers every name alike; `silent` questions are dropped. */
async function startNameServer(records: Records, silent: readonly number[] = []) {
  const socket = createSocket('udp4');
  const asked: number[] = [];
  socket.on('message', (query, peer) => {
    const type = query.readUInt16BE(endOfName(query));
    asked.push(type);
    if (silent.includes(type)) return;
    const data =
      type === typeA
        ? (records.a ?? []).map((address) => Buffer.from(address.split('.').map(Number)))
        : (records.aaaa ?? []).map((words) => Buffer.from(words.flatMap((w) => [w >> 8, w & 255])));
    socket.send(reply(query, type, data), peer.port, peer.address);
  });
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.1', resolve);
  });
  cleanUps.push(() => socket.close());
  return { server: `127.0.0.1:${socket.address().port}`, asked };
}

function endOfName(query: Buffer): number {
  let at = 12;
  while (query[at] !== 0) at += (query[at] ?? 0) + 1;
  return at + 1;
}

/** RFC 1035: header, the question repeated, and one record an address. */
function reply(query: Buffer, type: number, data: readonly Buffer[]): Buffer {
  const question = query.subarray(12, endOfName(query) + 4);
  const header = Buffer.from(query.subarray(0, 12));
  // A name that has no record of either kind does not exist (3).
  header.writeUInt16BE(data.length === 0 ? 0x8183 : 0x8180, 2);
  header.writeUInt16BE(data.length, 6);
  header.writeUInt16BE(0, 8);
  header.writeUInt16BE(0, 10);
  const answers = data.map((bytes) => {
    const fixed = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length]);
    return Buffer.concat([fixed, bytes]);
  });
  return Buffer.concat([header, question, ...answers]);
}

const signal = (): AbortSignal => new AbortController().signal;

describe('createDnsLookup', () => {
  it('asks for both families and gives both', async () => {
    const { server, asked } = await startNameServer({
      a: ['93.184.216.34', '93.184.216.35'],
      aaaa: [[0x2606, 0x2800, 0, 0, 0, 0, 0, 1]],
    });
    const found = await createDnsLookup({ servers: [server] })('skins.example', signal());
    expect(found).toEqual([
      { address: '93.184.216.34', family: 4 },
      { address: '93.184.216.35', family: 4 },
      { address: '2606:2800::1', family: 6 },
    ]);
    expect(asked.toSorted((a, b) => a - b)).toEqual([typeA, typeAaaa]);
  });

  it('is content with one family', async () => {
    const { server } = await startNameServer({ a: ['93.184.216.34'] });
    const found = await createDnsLookup({ servers: [server] })('skins.example', signal());
    expect(found).toEqual([{ address: '93.184.216.34', family: 4 }]);
  });

  it('finds nothing for a name that does not exist', async () => {
    const { server } = await startNameServer({});
    expect(await createDnsLookup({ servers: [server] })('skins.example', signal())).toEqual([]);
  });

  it('gives up a family whose server is silent', async () => {
    const { server } = await startNameServer({ a: ['93.184.216.34'] }, [typeAaaa]);
    const lookup = createDnsLookup({ servers: [server], attemptTimeoutMs: 30 });
    expect(await lookup('skins.example', signal())).toEqual([
      { address: '93.184.216.34', family: 4 },
    ]);
  });

  it('stops asking when nobody waits any more', async () => {
    const { server } = await startNameServer({}, [typeA, typeAaaa]);
    const controller = new AbortController();
    const lookup = createDnsLookup({ servers: [server], attemptTimeoutMs: 600_000 });
    const found = lookup('skins.example', controller.signal);
    controller.abort();
    expect(await found).toEqual([]);
  });
});

describe('lookupBySystem', () => {
  it('knows the hosts file', async () => {
    const found = await lookupBySystem('localhost', signal());
    expect(found.some(({ address }) => address === '127.0.0.1' || address === '::1')).toBe(true);
  });
});

describe('withFamily', () => {
  it('drops what is no address', () => {
    expect(withFamily(['1.2.3.4', 'nonsense', '', '::1'])).toEqual([
      { address: '1.2.3.4', family: 4 },
      { address: '::1', family: 6 },
    ]);
  });
});
