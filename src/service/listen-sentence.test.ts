import { createServer } from 'node:net';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { listenSentence } from './listen-sentence.ts';

test('an address of another machine is said to be none of this one', async () => {
  const place = { host: '192.0.2.1', port: 8080, setting: 'PORT' };
  const [error]: unknown[] = await once(createServer().listen(0, place.host), 'error').catch(
    (reason: unknown) => [reason],
  );
  expect(listenSentence(error, place)).toBe('HOST: 192.0.2.1 is not an address of this machine.');
});

test('what nobody thought of is told as it is', () => {
  const place = { host: '::', port: 80, setting: 'METRICS_PORT' };
  expect(listenSentence(new Error('no luck'), place)).toBe(
    "The service can't listen at ::, port 80: Error: no luck",
  );
});
