import { Type } from 'typebox';
import { cachePolicies } from '../../http/cache-headers.ts';
import { defineRoute, ownResponse } from '../../http/define-route.ts';
import type { HttpServer } from '../../http/server.ts';
import type { HealthPart } from '../../../upstreams/define-upstream.ts';

const alive = Type.Object(
  { status: Type.Literal('ok') },
  { description: 'The process is alive.', examples: [{ status: 'ok' }] },
);
const readinessFields = {
  status: Type.String({ description: '`ready`, `degraded` or `closing`.' }),
  degraded: Type.Array(Type.String(), { description: 'The parts that are degraded.' }),
  detail: Type.Optional(
    Type.String({ description: 'Why it cannot serve requests, in one sentence.' }),
  ),
};
const ready = Type.Object(readinessFields, {
  description: 'It can serve requests, though some parts may be degraded.',
  examples: [{ status: 'ready', degraded: [] }],
});
const closing = Type.Object(readinessFields, {
  description: 'It is closing and takes no more requests.',
  examples: [{ status: 'closing', degraded: [], detail: 'The service is closing.' }],
});

/** Whether it is alive, and what is degraded; 503 while it is closing, for load balancers. */
export function healthRoutes(app: Pick<HttpServer, 'addHook'>, parts: readonly HealthPart[]) {
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  return [
    defineRoute({
      ...watched,
      path: '/healthz',
      id: 'getHealth',
      summary: 'Health check',
      description: ['Answers while the process is alive.'],
      examples: [{ title: 'Is it up?' }],
      response: ownResponse({ 200: alive }),
      handler: (_request, _client, reply) => reply.headers(notCached).send({ status: 'ok' }),
    }),
    defineRoute({
      ...watched,
      path: '/readyz',
      id: 'getReadiness',
      summary: 'Readiness check',
      description: [
        '`degraded` lists the degraded components; what needs them may fail or be older than usual.',
        'Answers 503 once the service is closing.',
      ],
      examples: [{ title: 'Can it serve?' }],
      response: ownResponse({ 200: ready, 503: closing }),
      handler: (_request, _client, reply) => {
        void reply.headers(notCached);
        const degraded = parts.filter(({ isHealthy }) => !isHealthy()).map(({ name }) => name);
        if (!isClosing) {
          return reply.send({ status: degraded.length === 0 ? 'ready' : 'degraded', degraded });
        }
        void reply.code(503).header('retry-after', '1');
        return reply.send({ status: 'closing', degraded, detail: 'The service is closing.' });
      },
    }),
  ];
}

const notCached = { 'cache-control': cachePolicies.never };

/** Requested every few seconds by monitors: only failures are logged. */
const watched = {
  errors: [],
  caching: 'never',
  limit: null,
  logLevel: 'warn',
} as const;
