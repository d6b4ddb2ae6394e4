import type { OpenArea } from '../../world/world.test.ts';
import {
  legacyScript,
  modernScript,
  packet,
  pong,
  startFakeBedrockServer,
  startFakeJavaServer,
  statusPacket,
  type BedrockScript,
  type JavaScript,
} from '../fake-game-server.ts';

/** What a server sends; by default there is none of that kind. */
type Sent = {
  /** The JSON of a status; `text` if it is none. */
  readonly json?: object;
  readonly text?: string;
  /** What a mod appends to the JSON, within its packet. */
  readonly after?: string;
  /** The same to clients whose handshake names this protocol or a newer one. */
  readonly since?: { readonly protocol: number; readonly json: object };
  /** The response of a server of version 1.6 or older. */
  readonly legacy?: string;
  /** The text of a pong, or all bytes of one, in hexadecimal digits. */
  readonly pong?: string;
  readonly pongHex?: string;
  /** What follows the head of a reply to a query, in hexadecimal digits or as Latin-1. */
  readonly statHex?: string;
  readonly stat?: string;
  /** Where to ask; `{host}` and `{port}` are the server's. */
  readonly path?: string;
};

/** Of a query; the number and the session are before it. */
const statHead = 'splitnum\0\x80\0';

/** The game servers: a server sends what it sends, and we see what a client gets. */
export const open: OpenArea = async ({ startWorld }) => {
  const world = await startWorld();
  return async (input, file) => {
    const sent: Sent = Object(file === null ? input : { ...input, text: file.toString() });
    const server = await startServer(sent);
    const path = (sent.path ?? defaultPath(sent))
      .replace('{host}', '127.0.0.1')
      .replace('{port}', `${server.port}`);
    const answer = await world.app.inject(path);
    await server.close();
    // The next server may get the same port, and a status is kept for half a minute.
    await world.clock.advance(31_000);
    return answer.json();
  };
};

function defaultPath({ pong: text, pongHex, stat, statHex }: Sent): string {
  const edition = (text ?? pongHex) === undefined ? 'java' : 'bedrock';
  const query = (stat ?? statHex) === undefined ? '' : '?query=true';
  return `/api/blockgame/server/${edition}/{host}:{port}/status${query}`;
}

/** Both servers have one port, which TCP may have given to somebody else. */
async function startServer(sent: Sent, attempts = 5): ReturnType<typeof startFakeJavaServer> {
  const { pong: text, pongHex, stat, statHex } = sent;
  // A closed port answers at once that there is nobody.
  if ((text ?? pongHex ?? stat ?? statHex) === undefined) {
    return startFakeJavaServer(streamScript(sent));
  }
  const datagrams = await startFakeBedrockServer(datagramScript(sent));
  try {
    const java = await startFakeJavaServer(streamScript(sent), '127.0.0.1', datagrams.port);
    const close = async () => void (await Promise.all([datagrams.close(), java.close()]));
    return { ...java, close };
  } catch (error) {
    await datagrams.close();
    if (attempts === 1) throw error;
    return startServer(sent, attempts - 1);
  }
}

function streamScript({ json = {}, text, after = '', since, legacy }: Sent): JavaScript {
  if (legacy !== undefined) return legacyScript(legacy);
  return (socket, received, connection) => {
    if (received[0] === 0xfe) socket.destroy();
    const isNewer = since !== undefined && protocolOf(received) >= since.protocol;
    const status = statusPacket(isNewer ? since.json : (text ?? json));
    // Behind its length and its number, which is 0.
    const body = status.subarray(status.indexOf(0) + 1);
    const whole = packet(0, Buffer.concat([body, Buffer.from(after)]));
    modernScript(whole)(socket, received, connection);
  };
}

/** Behind the length and the number of the packet; two bytes are enough for what we send. */
function protocolOf(handshake: Buffer): number {
  const [, , low = 0, high = 0] = handshake;
  return low < 0x80 ? low : (low & 0x7f) | (high << 7);
}

function datagramScript({ pong: text, pongHex, stat = '', statHex }: Sent): BedrockScript {
  const details = statHex === undefined ? Buffer.from(stat, 'latin1') : bytesOf(statHex);
  return (question) => {
    if (question[0] === 0xfe) {
      const session = question.subarray(3, 7);
      if (question[2] === 9) return [Buffer.concat([Buffer.of(9), session, Buffer.from('77\0')])];
      const head = details.indexOf('splitnum') === 0 ? '' : statHead;
      const body = Buffer.concat([Buffer.from(head, 'latin1'), details]);
      return details.length === 0 ? [] : [Buffer.concat([Buffer.of(0), session, body])];
    }
    if (text !== undefined) return [pong(question, text)];
    if (pongHex === undefined) return [];
    const datagram = bytesOf(pongHex);
    // The time of the ping, which the server sends back.
    question.copy(datagram, 1, 1, 9);
    return [datagram];
  };
}

function bytesOf(hex: string): Buffer {
  return Buffer.from(hex, 'hex');
}
