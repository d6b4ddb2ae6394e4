import { createServer, request as connectTo, type IncomingMessage } from 'node:http';
import { listenOnLoopback, type Loopback } from './loopback.ts';

/** One address for several servers: passes each request on to the origin that is chosen for it. */
export async function startFront(choose: (request: IncomingMessage) => string): Promise<Loopback> {
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
  return listenOnLoopback(server);
}
