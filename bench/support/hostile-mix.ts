import { connect } from 'node:net';
import { createImage } from '../../src/engine/image/canvas.ts';
import { encodePng } from '../../src/engine/image/encode.ts';
import { attacks, type Attack } from './attacks.ts';
import { groupFilm } from './fair-mix.ts';
import { largeSheets } from './large-sheets.ts';
import { turnOf } from './sample-skins.ts';

/** A request of a hostile client, or of a normal one beside it. */
export type HostileRequest =
  | (Pick<Attack, 'method' | 'path' | 'headers' | 'body'> & { readonly kind: string })
  | HeldBytes;

/** Bytes on sockets of their own, which nobody reads from, and which are cut after a while. */
export type HeldBytes = {
  readonly kind: string;
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
const composition = `${render}/composition`;
const types = ['default', 'dead', 'sleeping', 'archer', 'kicking', 'cheering', 'isometric'];
const rareText = 'ꦀ༺日本語한국어عربي😀👨‍👩‍👧';
const marks = 'a\u0301\u0316'.repeat(3000);

/** The requests of each client, chosen by their number, so that two runs send the same. */
export function hostileMix({ skinUrls, gameServers }: HostileHosts) {
  const sheets = largeSheets();
  /** Cached by number: the same bodies are sent repeatedly with other heights. */
  const bodies = new Map<number, string>();
  const get = (kind: string, path: string): HostileRequest => ({ kind, method: 'GET', path });
  const post = (kind: string, body: string, path = composition): HostileRequest => {
    const headers = { 'content-type': 'application/json' };
    return { kind, method: 'POST', path, headers, body };
  };
  const tenTimes = (item: (index: number) => object): string =>
    JSON.stringify(Array.from({ length: 10 }, (_, index) => item(index)));
  const makers: readonly ((number: number) => HostileRequest)[] = [
    () => get('cached', `${render}/head/sample-fox/full`),
    () => get('cached', `${composition}?value=sample-fox&value=sample-chef&height=64`),
    (number) => {
      const { query, items } = sheets(number);
      const body = bodies.get(items.length) ?? JSON.stringify(items);
      bodies.set(items.length, body);
      return post('large sheets', body, composition + query);
    },
    (number) => {
      const options = `height=${900 + (number % 125)}&yaw=${number % 180}.${number % 7}&shadow=true`;
      return get('rare angle', `${render}/${turnOf(types, number)}/sample-punk/full?${options}`);
    },
    (number) => {
      const options = `height=${700 + (number % 300)}&format=${turnOf(['webp', 'avif'], number)}`;
      return get('large format', `${render}/default/sample-dj/full?${options}`);
    },
    (number) => {
      const title = encodeURIComponent(`${rareText} ${number}`);
      const options = `scene=night&size=${1800 + (number % 200)}x1220&title=${title}`;
      return get('scene', `${composition}/sample-fox,sample-chef,sample-dj?${options}`);
    },
    (number) => {
      const letter = (index: number) =>
        String.fromCodePoint(0x4e00 + ((number * 131 + index * 977) % 20_000));
      const item = (index: number) => ({ value: 'sample-fox', label: letter(index) + rareText });
      return post('rare letters', tenTimes(item));
    },
    () => post('marks', JSON.stringify([{ value: marks, label: marks }])),
    () => post('depth', '['.repeat(60_000)),
    (number) =>
      post(
        'hostile host',
        tenTimes((index) => ({ value: turnOf(skinUrls, number + index) })),
      ),
    ...['widget', 'status'].map((what) => (number: number) => {
      const server = turnOf(gameServers, number);
      return get('game server', `/api/blockgame/server/java/${server}/${what}`);
    }),
    (number) => {
      const path = `/api/chat/webhook/${100_000_000_000_000_000 + number}/token`;
      return post('webhook', JSON.stringify({ content: '@everyone '.repeat(150) }), path);
    },
    (number) => post('not JSON', `{"a":${number}`),
    (number) => get('nothing', `/api/nothing/${number}/${'a'.repeat(4000)}`),
    (number) => ({
      kind: 'a body that stops',
      bytes: `POST ${composition}?${number} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n[`,
    }),
    () => ({ kind: 'no HTTP', bytes: '\u0016\u0003\u0001\u0002\u0000' }),
    (number) => ({
      kind: 'a head that stops',
      bytes: `GET /api/${number} HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(8000)}`,
    }),
    (number) => get('largest film', groupFilm.largest(number)),
    // Of one network, and for so long that in the end they are all that there may be.
    (number) => ({
      kind: 'idle connections',
      bytes: 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n',
      from: `127.70.0.${1 + (number % 20)}`,
      sockets: 7,
      heldMs: 70_000,
    }),
    // One behind the other: the kernel takes the first ones.
    (number) => ({
      kind: 'unread films',
      bytes: `GET ${groupFilm.usual(0)} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(3),
      from: `127.70.0.${1 + (number % 20)}`,
    }),
    ...attacks.map((attack) => () => ({ ...attack, kind: attack.id })),
  ];
  return (number: number): HostileRequest => turnOf(makers, number)(number);
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
