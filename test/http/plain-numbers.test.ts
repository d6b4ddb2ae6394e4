import { afterAll, expect, it } from 'vitest';
import { modernScript, startFakeJavaServer, statusPacket } from '../support/fake-game-server.ts';
import { openApp } from '../support/open-app.ts';

// Thousands are separated for people, and never for programs, whatever their language.

const players = { online: 48_213, max: 200_000 };
const [app, server] = await Promise.all([
  openApp({ ALLOW_PRIVATE_ADDRESSES: 'true', RATE_LIMIT_MAX: '1000' }),
  startFakeJavaServer(modernScript(statusPacket({ players, description: 'Hi' }))),
]);
afterAll(() => Promise.all([app.close(), server.close()]));

const read = async (path: string): Promise<string> => {
  const { port } = server;
  const url = path.replace('{host}', `127.0.0.1:${port}`).replace('{port}', String(port));
  const answer = await app.inject({ url, headers: { 'accept-language': 'de' } });
  return answer.body;
};

it.each([
  '/api/blockgame/server/java/{host}/status-text',
  '/api/blockgame/server/java/{host}/status-text?lang=de',
  '/api/blockgame/server/java/{host}/status',
  '/api/compat/mcsrvstat/1/{host}',
  '/api/compat/mcsrvstat/2/{host}',
  '/api/compat/mcsrvstat/3/{host}',
  '/api/compat/mcstatus/v2/status/java/{host}',
  '/api/compat/mcapi/server/status?ip=127.0.0.1&port={port}',
  '/api/compat/minetools/ping/127.0.0.1/{port}',
])('%s says how many in plain digits', async (path) => {
  const body = await read(path);
  expect(body).toMatch(/\b48213\b.*\b200000\b|\b200000\b.*\b48213\b/s);
  expect(body).not.toMatch(/48[.,\s\u00A0\u202F]213|200[.,\s\u00A0\u202F]000/);
});

it.each(['', '?style=for-the-badge'])('a badge separates them: %s', async (query) => {
  const badge = await read(`/api/blockgame/server/java/{host}/badge${query}`);
  expect(badge).toContain('48,213/200,000');
});
