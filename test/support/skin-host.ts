import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenOnLoopback } from './loopback.ts';

/** How one path of the host responds. */
export type Page = (response: ServerResponse, request: IncomingMessage) => void;

export type SkinHost = {
  readonly origin: string;
  readonly port: number;
  /** The URL of a path that responds with `page` from now on. */
  readonly put: (path: string, page: Page) => string;
  /** Requested paths, in order. */
  readonly asked: readonly string[];
  readonly forgetAsked: () => void;
  readonly close: () => Promise<void>;
};

/** A web server on loopback such as people keep skins on; unknown paths are 404. */
export async function startSkinHost(): Promise<SkinHost> {
  const pages = new Map<string, Page>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    // Many tests are about clients that disconnect.
    response.on('error', () => {});
    (pages.get(path) ?? page.status(404))(response, request);
  });
  const { origin, port, close } = await listenOnLoopback(server);
  return {
    origin,
    port,
    put: (path, one) => {
      pages.set(path, one);
      return origin + path;
    },
    asked,
    forgetAsked: () => void asked.splice(0),
    close,
  };
}

const dripEveryMs = 50;

/** Pages of a host with every kind of failure. */
export const page = {
  png: (bytes: Uint8Array): Page => {
    return (response) => response.writeHead(200, { 'content-type': 'image/png' }).end(bytes);
  },
  body: (bytes: Uint8Array | string, type = 'text/html'): Page => {
    return (response) => response.writeHead(200, { 'content-type': type }).end(bytes);
  },
  status: (status: number): Page => {
    return (response) => response.writeHead(status, { 'content-type': 'text/plain' }).end('no');
  },
  redirect: (location: string, status = 302): Page => {
    return (response) => response.writeHead(status, { location }).end();
  },
  /** Accepts the request and sends nothing. */
  silence: (): Page => () => {},
  reset: (): Page => (response) => response.socket?.resetAndDestroy(),
  /** Announces more than it sends, then disconnects. */
  cutShort: (bytes: Uint8Array): Page => {
    return (response) => {
      response.writeHead(200, { 'content-length': bytes.length + 1 });
      response.write(bytes, () => response.socket?.destroy());
    };
  },
  /** Bytes that are not HTTP. */
  noise: (): Page => (response) => response.socket?.end('SSH-2.0-OpenSSH_9.2\r\n'),
  /** A body as fast as it is read, that never ends. */
  endless: (): Page => (response) => {
    response.writeHead(200, { 'content-type': 'image/png' });
    const chunk = Buffer.alloc(64 * 1024);
    const pour = (): void => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once('drain', pour);
    };
    pour();
  },
  /** The right body, byte by byte with pauses. */
  drip:
    (bytes: Uint8Array): Page =>
    (response) => {
      response.writeHead(200, { 'content-type': 'image/png' });
      let sent = 0;
      const timer = setInterval(() => {
        response.write(bytes.subarray(sent, sent + 1));
        sent += 1;
      }, dripEveryMs);
      response.on('close', () => clearInterval(timer));
    },
} as const satisfies Record<string, (...parameters: never[]) => Page>;
