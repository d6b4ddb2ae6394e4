import { createSocket } from 'node:dgram';

type SrvData = readonly [priority: number, weight: number, port: number, host: string];

type Records = {
  readonly a?: readonly string[];
  readonly aaaa?: readonly number[][];
  readonly srv?: readonly SrvData[];
};

/** The response for a name: records, a response code, or none. */
export type Zone = Readonly<Record<string, Records | RCode>>;

type RCode = 'NXDOMAIN' | 'SERVFAIL' | 'REFUSED' | 'silent';

const codes = { NXDOMAIN: 3, SERVFAIL: 2, REFUSED: 5 } as const;
export const typeA = 1;
export const typeAaaa = 28;
export const typeSrv = 33;

/** Responds by UDP on loopback; a name that is not in `zone` does not exist. */
export async function startNameServer(zone: Zone, silentTypes: readonly number[] = []) {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  const askedTypes: number[] = [];
  let current = zone;
  socket.on('message', (query, peer) => {
    const end = endOfName(query);
    const type = query.readUInt16BE(end);
    const name = nameIn(query);
    asked.push(name);
    askedTypes.push(type);
    const entry = current[name] ?? 'NXDOMAIN';
    if (entry === 'silent' || silentTypes.includes(type)) return;
    const records = typeof entry === 'string' ? [] : recordsOf(entry, type);
    const code = typeof entry === 'string' ? codes[entry] : 0;
    socket.send(reply(query, { type, records, code }), peer.port, peer.address);
  });
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.1', resolve);
  });
  return {
    server: `127.0.0.1:${socket.address().port}`,
    asked,
    askedTypes,
    change: (next: Zone) => void (current = next),
    close: () => socket.close(),
  };
}

function recordsOf({ a = [], aaaa = [], srv = [] }: Records, type: number): readonly Buffer[] {
  if (type === typeSrv) return srv.map(srvBytes);
  if (type === typeA) return a.map((address) => Buffer.from(address.split('.').map(Number)));
  if (type !== typeAaaa) return [];
  return aaaa.map((words) => Buffer.from(words.flatMap((word) => [word >> 8, word & 255])));
}

/** RFC 2782. */
function srvBytes([priority, weight, port, host]: SrvData): Buffer {
  const numbers = [priority, weight, port].flatMap((number) => [number >> 8, number & 255]);
  const labels = host.split('.').flatMap((label) => [label.length, ...Buffer.from(label)]);
  return Buffer.from([...numbers, ...labels, 0]);
}

function endOfName(query: Buffer): number {
  let at = 12;
  while (query[at] !== 0) at += (query[at] ?? 0) + 1;
  return at + 1;
}

function nameIn(query: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; query[at] !== 0; at += (query[at] ?? 0) + 1) {
    labels.push(query.subarray(at + 1, at + 1 + (query[at] ?? 0)).toString('latin1'));
  }
  return labels.join('.').toLowerCase();
}

type Reply = { readonly type: number; readonly records: readonly Buffer[]; readonly code: number };

/** RFC 1035: header, the question repeated, and the records. */
function reply(query: Buffer, { type, records, code }: Reply): Buffer {
  const question = query.subarray(12, endOfName(query) + 4);
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(records.length, 6);
  header.writeUInt16BE(0, 8);
  header.writeUInt16BE(0, 10);
  const answers = records.map((bytes) => {
    const fixed = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length]);
    return Buffer.concat([fixed, bytes]);
  });
  return Buffer.concat([header, question, ...answers]);
}
