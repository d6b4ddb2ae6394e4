import { Type } from 'typebox';
import { cachePolicies } from '../../http/cache-headers.ts';
import type { RouteDocs } from '../../site/route-docs.ts';
import type { HttpServer } from '../../http/server.ts';
import type { HealthPart } from '../../../upstreams/net/upstream-deps.ts';

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

/** `/healthz`: alive. `/readyz`: what is degraded; 503 while closing, for load balancers. */
export function addHealthRoutes(app: HttpServer, parts: readonly HealthPart[]): void {
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  app.get(
    '/healthz',
    { ...watched('healthz'), schema: { response: { 200: alive } } },
    async (_, reply) => {
      void reply.header('cache-control', cachePolicies.never);
      return { status: 'ok' as const };
    },
  );
  const schema = { response: { 200: ready, 503: closing } };
  app.get('/readyz', { ...watched('readyz'), schema }, async (_, reply) => {
    void reply.header('cache-control', cachePolicies.never);
    const degraded = parts.filter(({ isHealthy }) => !isHealthy()).map(({ name }) => name);
    if (!isClosing) return { status: degraded.length === 0 ? 'ready' : 'degraded', degraded };
    void reply.code(503).header('retry-after', '1');
    return { status: 'closing', degraded, detail: 'The service is closing.' };
  });
}

const sameDocs = { errors: [], caching: 'never', hasValidator: false } as const;

const docs = {
  healthz: {
    ...sameDocs,
    id: 'getHealth',
    summary: 'Health check',
    description: ['Answers while the process is alive.'],
    examples: [{ title: 'Is it up?' }],
  },
  readyz: {
    ...sameDocs,
    id: 'getReadiness',
    summary: 'Readiness check',
    description: [
      '`degraded` lists the degraded components; what needs them may fail or be older than usual.',
      'Answers 503 once the service is closing.',
    ],
    examples: [{ title: 'Can it serve?' }],
  },
} as const satisfies Record<string, RouteDocs>;

/** Requested every few seconds by monitors: only failures are logged. */
function watched(route: keyof typeof docs) {
  return { logLevel: 'warn', config: { docs: docs[route] } } as const;
}
