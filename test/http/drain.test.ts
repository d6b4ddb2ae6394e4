import { Agent, request } from 'node:http';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { createHttpServer } from '../../src/http/server.ts';

test('a stop does not wait for the connections of those who were just answered', async () => {
  const app = createHttpServer({ trustProxy: false, logLevel: 'silent' });
  const started = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const stopping = Promise.withResolvers<void>();
  app.addHook('preClose', (done) => {
    stopping.resolve();
    done();
  });
  app.get('/slow', async () => {
    started.resolve();
    await held.promise;
    return { done: true };
  });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true });
  const asking = request(`${origin}/slow`, { agent });
  asking.end();
  await started.promise;
  const closed = app.close();
  await stopping.promise;
  held.resolve();
  const [answer] = await once(asking, 'response');
  expect(answer.statusCode).toBe(200);
  expect(answer.headers.connection).toBe('close');
  answer.resume();
  // The client would have kept its connection for good.
  await closed;
  agent.destroy();
});
