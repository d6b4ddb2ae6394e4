import { connect } from 'node:net';
import { createImage } from '../../src/engine/image/canvas.ts';
import { encodePng } from '../../src/engine/image/encode.ts';
import { attacks } from './attacks.ts';
import { compositionPath, get, post, type Sent } from './clients.ts';
import { groupFilm } from './fair-mix.ts';
import { turnOf } from './sample-skins.ts';
import { largeSheets } from './sheets.ts';

/** Bytes on sockets of their own, which nobody reads from, and which are cut after a while. */
export type HeldBytes = {
  readonly bytes: string;
  readonly heldMs?: number;
  readonly sockets?: number;
  /** The address of this machine that they come from: by default that of the trusted proxy. */
  readonly from?: string;
};

export type HostileHosts = {
  /** Skin URLs of a host that never sends a valid skin. */
  readonly skinUrls: readonly string[];
  /** `host:port` of game servers that send too much, or nothing. */
  readonly gameServers: readonly string[];
};

const render = '/api/blockgame/render';
const types = ['default', 'dead', 'sleeping', 'archer', 'kicking', 'cheering', 'isometric'];
const rareText = 'ꦀ༺日本語한국어عربي😀👨‍👩‍👧';
const marks = 'a\u0301\u0316'.repeat(3000);

const composed = (body: string | object): Sent => post(compositionPath, body);
const tenTimes = (item: (index: number) => object): Sent =>
  composed(Array.from({ length: 10 }, (_, index) => item(index)));
const idle = { bytes: 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n', sockets: 7, heldMs: 70_000 };
const ofOneNetwork = (number: number) => ({ from: `127.70.0.${1 + (number % 20)}` });

type Maker = readonly [kind: string, make: (number: number) => Sent | HeldBytes];

/** The requests of each client, chosen by their number, so that two runs send the same. */
export function hostileMix({ skinUrls, gameServers }: HostileHosts) {
  const ofGameServer = (what: string) => (number: number) =>
    get(`/api/blockgame/server/java/${turnOf(gameServers, number)}/${what}`);
  const makers: readonly Maker[] = [
    ['cached', () => get(`${render}/head/sample-fox/full`)],
    ['cached', () => get(`${compositionPath}?value=sample-fox&value=sample-chef&height=64`)],
    ['large sheets', largeSheets],
    [
      'rare angle',
      (number) => {
        const options = `height=${900 + (number % 125)}&yaw=${number % 180}.${number % 7}&shadow=true`;
        return get(`${render}/${turnOf(types, number)}/sample-punk/full?${options}`);
      },
    ],
    [
      'large format',
      (number) => {
        const options = `height=${700 + (number % 300)}&format=${turnOf(['webp', 'avif'], number)}`;
        return get(`${render}/default/sample-dj/full?${options}`);
      },
    ],
    [
      'scene',
      (number) => {
        const title = encodeURIComponent(`${rareText} ${number}`);
        const options = `scene=night&size=${1800 + (number % 200)}x1220&title=${title}`;
        return get(`${compositionPath}/sample-fox,sample-chef,sample-dj?${options}`);
      },
    ],
    [
      'rare letters',
      (number) =>
        tenTimes((index) => {
          const letter = String.fromCodePoint(0x4e00 + ((number * 131 + index * 977) % 20_000));
          return { value: 'sample-fox', label: letter + rareText };
        }),
    ],
    ['marks', () => composed([{ value: marks, label: marks }])],
    ['depth', () => composed('['.repeat(60_000))],
    [
      'hostile host',
      (number) => tenTimes((index) => ({ value: turnOf(skinUrls, number + index) })),
    ],
    ['game server', ofGameServer('widget')],
    ['game server', ofGameServer('status')],
    [
      'webhook',
      (number) =>
        post(`/api/chat/webhook/${100_000_000_000_000_000 + number}/token`, {
          content: '@everyone '.repeat(150),
        }),
    ],
    ['not JSON', (number) => composed(`{"a":${number}`)],
    ['nothing', (number) => get(`/api/nothing/${number}/${'a'.repeat(4000)}`)],
    [
      'a body that stops',
      (number) => ({
        bytes: `POST ${compositionPath}?${number} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n[`,
      }),
    ],
    ['no HTTP', () => ({ bytes: '\u0016\u0003\u0001\u0002\u0000' })],
    [
      'a head that stops',
      (number) => ({ bytes: `GET /api/${number} HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(8000)}` }),
    ],
    ['largest film', (number) => get(groupFilm.largest(number))],
    // For so long that in the end they are all that there may be.
    ['idle connections', (number) => ({ ...idle, ...ofOneNetwork(number) })],
    // One behind the other: the kernel takes the first ones.
    [
      'unread films',
      (number) => ({
        bytes: `GET ${groupFilm.usual(0)} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(3),
        ...ofOneNetwork(number),
      }),
    ],
    ...attacks.map(({ id, sent }): Maker => [id, () => sent]),
  ];
  return (number: number) => {
    const [kind, make] = turnOf(makers, number);
    return { kind, sent: make(number) };
  };
}

/** Any outcome is fine. */
export function sendBytes(origin: string, held: HeldBytes): void {
  const { bytes, heldMs = 8000, sockets = 1, from: localAddress = '127.0.0.1' } = held;
  for (let count = 0; count < sockets; count += 1) {
    const socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1', localAddress });
    socket.on('error', () => {});
    socket.write(bytes, 'latin1');
    setTimeout(() => socket.destroy(), heldMs).unref();
  }
}

/** A PNG whose header does not match its pixels. */
export function brokenSheet(): Buffer {
  const whole = encodePng(createImage(1024, 1024));
  return whole.subarray(0, Math.floor(whole.length / 2));
}
