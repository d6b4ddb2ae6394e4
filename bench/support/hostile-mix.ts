import { connect } from 'node:net';
import { createImage } from '../../src/render/image/canvas.ts';
import { encodePng } from '../../src/render/image/encode.ts';
import { attacks, type Attack } from './attacks.ts';
import { largeSheets } from './large-sheets.ts';
import { turnOf } from './sample-skins.ts';

/** A request of a hostile client, or of a normal one beside it. */
export type HostileRequest =
  | {
      readonly kind: string;
      readonly method: Attack['method'];
      readonly path: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  /** Bytes on a socket of its own, which stays open for a while and is then cut. */
  | { readonly kind: string; readonly bytes: string };

export type HostileHosts = {
  /** Skin URLs of a host that never sends a valid skin. */
  readonly skinUrls: readonly string[];
  /** `host:port` of game servers that send too much, or nothing. */
  readonly gameServers: readonly string[];
};

const json = { 'content-type': 'application/json' };
const composition = '/api/blockgame/render/composition';
const types = ['default', 'dead', 'sleeping', 'archer', 'kicking', 'cheering', 'isometric'];
const rareText = 'ꦀ༺日本語한국어عربي😀👨‍👩‍👧';
const marks = 'a\u0301\u0316'.repeat(3000);

/** The requests of each client, chosen by their number, so that two runs send the same. */
export function hostileMix({ skinUrls, gameServers }: HostileHosts) {
  const sheets = largeSheets();
  /** Cached by number: the same bodies are sent repeatedly with other heights. */
  const bodies = new Map<number, string>();
  const post = (kind: string, path: string, value: unknown): HostileRequest => ({
    kind,
    method: 'POST',
    path,
    headers: json,
    body: JSON.stringify(value),
  });
  const get = (kind: string, path: string): HostileRequest => ({ kind, method: 'GET', path });
  const makers: readonly ((number: number) => HostileRequest)[] = [
    () => get('cached', '/api/blockgame/render/head/sample-fox/full'),
    () => get('cached', `${composition}?value=sample-fox&value=sample-chef&height=64`),
    (number) => {
      const { query, items } = sheets(number);
      const body = bodies.get(items.length) ?? JSON.stringify(items);
      bodies.set(items.length, body);
      return {
        kind: 'large sheets',
        method: 'POST',
        path: composition + query,
        headers: json,
        body,
      };
    },
    (number) =>
      get(
        'rare angle',
        `/api/blockgame/render/${turnOf(types, number)}/sample-punk/full?height=${900 + (number % 125)}&yaw=${number % 180}.${number % 7}&shadow=true`,
      ),
    (number) =>
      get(
        'large format',
        `/api/blockgame/render/default/sample-dj/full?height=${700 + (number % 300)}&format=${number % 2 === 0 ? 'webp' : 'avif'}`,
      ),
    (number) =>
      get(
        'scene',
        `${composition}/sample-fox,sample-chef,sample-dj?scene=night&size=${1800 + (number % 200)}x1220&title=${encodeURIComponent(`${rareText} ${number}`)}`,
      ),
    (number) =>
      post(
        'rare letters',
        composition,
        Array.from({ length: 10 }, (_, index) => ({
          value: 'sample-fox',
          label: `${String.fromCodePoint(0x4e00 + ((number * 131 + index * 977) % 20_000))}${rareText}`,
        })),
      ),
    () => post('marks', composition, [{ value: marks, label: marks }]),
    () => ({
      kind: 'depth',
      method: 'POST',
      path: composition,
      headers: json,
      body: '['.repeat(60_000),
    }),
    (number) =>
      post(
        'hostile host',
        composition,
        Array.from({ length: 10 }, (_, index) => ({ value: turnOf(skinUrls, number + index) })),
      ),
    (number) =>
      get('game server', `/api/blockgame/server/java/${turnOf(gameServers, number)}/widget`),
    (number) =>
      get('game server', `/api/blockgame/server/java/${turnOf(gameServers, number)}/status`),
    (number) =>
      post('webhook', `/api/chat/webhook/${100_000_000_000_000_000 + number}/token`, {
        content: '@everyone '.repeat(150),
      }),
    (number) => post('not JSON', composition, `{"a":${number}`),
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
    ...attacks.map((attack) => () => ({ ...attack, kind: attack.id })),
  ];
  return (number: number): HostileRequest => turnOf(makers, number)(number);
}

/** Sends bytes on a connection of its own; any outcome is fine. */
export function sendBytes(origin: string, bytes: string, heldMs: number): void {
  const { port } = new URL(origin);
  const socket = connect({ port: Number(port), host: '127.0.0.1' });
  socket.on('error', () => {});
  socket.write(bytes, 'latin1');
  setTimeout(() => socket.destroy(), heldMs).unref();
}

/** A PNG whose header does not match its pixels. */
export function brokenSheet(): Buffer {
  const whole = encodePng(createImage(1024, 1024));
  return whole.subarray(0, Math.floor(whole.length / 2));
}
