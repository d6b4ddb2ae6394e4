import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { createHttpServer } from '../http/create-server.ts';
import { loadAssets } from './assets.ts';
import { collectRoutes } from './collect.ts';
import { addDocsRoutes } from './route.ts';

const docs = {
  id: 'postThing',
  summary: 'Post a thing',
  description: ['A <b>thing</b>.'],
  errors: [],
  caching: 'never',
  examples: [{ title: 'A thing', path: { id: '7' }, body: { a: 1 }, isRunnable: false }],
} as const;

test('routes of plugins are documented too, hidden ones are not', async () => {
  const app = createHttpServer({ trustProxy: false, logLevel: 'silent' });
  const routes = collectRoutes(app);
  app.get('/api/hidden', () => 'x');
  void app.register((scope, _options, done) => {
    const schema = {
      params: Type.Object({ id: Type.String() }),
      headers: Type.Object({ 'x-kind': Type.Optional(Type.String({ description: 'Its kind.' })) }),
      body: { content: { 'application/json': { schema: Type.Object({ a: Type.Integer() }) } } },
      response: { 204: { description: 'Done.', type: 'null' } },
    };
    scope.post('/api/things/:id', { schema, config: { docs } }, (_request, reply) =>
      reply.code(204).send(),
    );
    done();
  });
  addDocsRoutes(app, {
    routes,
    assets: await loadAssets(),
    version: '0',
    checkHost: () => {},
    publicUrl: undefined,
    samples: [],
    limits: { api: 240, webhook: 10 },
    settings: [],
  });
  await app.ready();

  const listed = routes.map(({ method, path }) => `${method} ${path}`);
  expect(listed.filter((one) => !one.includes('/live/'))).toEqual(['POST /api/things/:id']);
  const page = (await app.inject('/api/things/templates')).body;
  expect(page).toContain('A &lt;b&gt;thing&lt;/b&gt;.');
  expect(page).toContain('Its kind.');
  expect(page).toContain('a whole number');
  // Never run by itself.
  expect(page).not.toContain('data-live');
  const { paths } = (await app.inject('/api/openapi.json')).json();
  expect(paths['/api/things/{id}'].post).toMatchObject({
    operationId: 'postThing',
    requestBody: {
      content: {
        'application/json': { schema: { $ref: '#/components/schemas/PostThingRequest' } },
      },
    },
    responses: { 204: { description: 'Done.' } },
  });
  expect(paths['/api/things/{id}'].post.responses[204]).not.toHaveProperty('content');
  await app.close();
});
