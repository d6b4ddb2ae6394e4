import { text } from 'node:stream/consumers';
import { fastify } from 'fastify';
import type { BareAnswer } from '../support/server-process.ts';

// A Fastify that does nothing but send given bytes: the peer of bench/http.ts. It reads what it is
// to answer from its standard input, as JSON, and listens at PORT.

const answer: BareAnswer = JSON.parse(await text(process.stdin));
const body = answer.bodyBase64 === null ? undefined : Buffer.from(answer.bodyBase64, 'base64');
const app = fastify();
app.get('/healthz', () => ({ status: 'ok' }));
app.route({
  method: ['GET', 'POST'],
  url: '/picture',
  handler: (_request, reply) => reply.code(answer.status).headers(answer.headers).send(body),
});
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
