import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** A Java server on loopback that sends exactly the given bytes. */
export type FakeJavaServer = {
  readonly port: number;
  /** What was received on each connection, in the order of the connections. */
  readonly received: readonly Buffer[];
  readonly connections: () => number;
  /** Connections that are open now. */
  readonly open: () => number;
  /** Settles once none is. */
  readonly allClosed: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Called for every chunk, with all bytes received on this connection. */
export type JavaScript = (socket: Socket, received: Buffer, connection: number) => void;

export async function startFakeJavaServer(
  script: JavaScript,
  host = '127.0.0.1',
  port = 0,
): Promise<FakeJavaServer> {
  const received: Buffer[] = [];
  const open = new Set<Socket>();
  let onAllClosed: (() => void) | undefined;
  const server = createServer((socket) => {
    const connection = received.push(Buffer.alloc(0)) - 1;
    open.add(socket);
    // Many tests are about broken connections.
    socket.on('error', () => {});
    socket.on('close', () => {
      open.delete(socket);
      if (open.size === 0) onAllClosed?.();
    });
    socket.on('data', (chunk: Buffer) => {
      const all = Buffer.concat([received[connection] ?? Buffer.alloc(0), chunk]);
      received[connection] = all;
      script(socket, all, connection);
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: portOf(server.address()),
    received,
    connections: () => received.length,
    open: () => open.size,
    allClosed: () =>
      new Promise((resolve) => {
        onAllClosed = resolve;
        if (open.size === 0) resolve();
      }),
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function portOf(address: ReturnType<ReturnType<typeof createServer>['address']>): number {
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return address.port;
}

/** The parts of the protocol, written for the tests from its description. */
export function varInt(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = BigInt.asUintN(32, BigInt(value)); ; rest >>= 7n) {
    const low = Number(rest & 127n);
    if (rest < 128n) return Buffer.from([...bytes, low]);
    bytes.push(low | 128);
  }
}

export function packet(id: number, body: Uint8Array): Buffer {
  return Buffer.concat([varInt(body.length + varInt(id).length), varInt(id), body]);
}

export function statusPacket(json: string | object): Buffer {
  const bytes = Buffer.from(typeof json === 'string' ? json : JSON.stringify(json));
  return packet(0, Buffer.concat([varInt(bytes.length), bytes]));
}

/** The two bytes of a status request, after any handshake. */
const request = Buffer.from([1, 0]);
const pingLength = 10;

/** Answers the status request with this packet, and the ping after it as it should. */
export function modernScript(status: Buffer, answersPing = true): JavaScript {
  return (socket, received) => {
    const asked = endOfRequest(received);
    if (asked === null) return;
    if (received.length === asked) socket.write(status);
    // The ping is echoed.
    else if (received.length === asked + pingLength && answersPing) {
      socket.write(received.subarray(asked));
    }
  };
}

/** Where the handshake and the request end; null until they do. */
export function endOfRequest(received: Buffer): number | null {
  const length = received[0] ?? 0;
  if (received[0] === 0xfe || received.length < length + 1 + request.length) return null;
  return received.subarray(length + 1, length + 3).equals(request) ? length + 3 : null;
}

/** The response of a server of version 1.6 or older. */
export function kickPacket(text: string): Buffer {
  const units = Buffer.from(text, 'utf16le').swap16();
  const head = Buffer.from([0xff, 0, 0]);
  head.writeUInt16BE(text.length, 1);
  return Buffer.concat([head, units]);
}

/** A server of version 1.6: knows its own ping only, and closes on anything else. */
export function legacyScript(text: string): JavaScript {
  return (socket, received) => {
    if (received[0] === 0xfe) socket.end(kickPacket(text));
    else socket.destroy();
  };
}

export type FakeBedrockServer = {
  readonly port: number;
  readonly received: readonly Buffer[];
  readonly close: () => Promise<void>;
};

/** The reply to the n-th datagram. */
export type BedrockScript = (question: Buffer, count: number) => readonly Uint8Array[];

export async function startFakeBedrockServer(
  script: BedrockScript,
  host = '127.0.0.1',
): Promise<FakeBedrockServer> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  const received: Buffer[] = [];
  socket.on('message', (question, peer) => {
    received.push(question);
    for (const answer of script(question, received.length)) {
      socket.send(answer, peer.port, peer.address);
    }
  });
  socket.bind(0, host);
  await once(socket, 'listening');
  return {
    port: socket.address().port,
    received,
    close: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}

const magic = Buffer.from('00ffff00fefefefefdfdfdfd12345678', 'hex');

/** The response to a ping; `changes` make it a wrong one. */
export function pong(
  question: Buffer,
  text: string,
  changes: { readonly id?: number; readonly time?: bigint; readonly textBytes?: number } = {},
): Buffer {
  const body = Buffer.from(text);
  const head = Buffer.alloc(17);
  head[0] = changes.id ?? 0x1c;
  head.writeBigInt64BE(changes.time ?? question.readBigInt64BE(1), 1);
  head.writeBigInt64BE(42n, 9);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(changes.textBytes ?? body.length);
  return Buffer.concat([head, magic, length, body]);
}
