import { once } from 'node:events';
import { createServer, request as connectTo, type IncomingMessage } from 'node:http';

/** One address for several servers on loopback. */
export type Front = { readonly origin: string; readonly close: () => Promise<void> };

/** Passes each request on to the origin that is chosen for it. */
export async function startFront(choose: (request: IncomingMessage) => string): Promise<Front> {
  const server = createServer((request, response) => {
    const { method, headers, url = '' } = request;
    const upstream = connectTo(`${choose(request)}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    upstream.on('error', () => response.destroy());
    response.on('close', () => upstream.destroy());
    request.pipe(upstream);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
