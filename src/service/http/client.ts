import { addHeaders, publicHeaders } from './public-headers.ts';
import type { HttpServer, Shared } from './server.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The key of its client for limits and shares. */
    clientKey: string;
  }
}

/** Finds out whose request it is and which limit it has, and sets the headers of every response. */
export function addClient(app: HttpServer, { keyOf, targetOf }: Shared): void {
  app.decorateRequest('clientKey', '');
  app.addHook('onRequest', (request, reply, done) => {
    request.clientKey = reply.raw.clientKey = keyOf(request.ip);
    const { limitScope } = targetOf(request.raw);
    // What does not exist has the limit of the pages also among paths without one.
    request.limitScope = limitScope ?? (request.is404 ? 'pages' : null);
    request.raw.socket.latestReply = reply;
    addHeaders(reply, publicHeaders(request.id, request.limitScope));
    done();
  });
}
