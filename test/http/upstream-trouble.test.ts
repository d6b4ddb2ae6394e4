import { expect, it, onTestFinished } from 'vitest';
import type { HttpServer } from '../../src/service/http/server.ts';
import { createNameResolver } from '../../src/upstreams/net/name-lookup.ts';
import { startNameServer } from '../support/name-server.ts';
import { openApp } from '../support/open-app.ts';

// Whoever runs the service sees at once which upstream is in trouble, and how: in the line of each
// 502, and at /readyz.

/** Reserved, and nobody listens there. */
const nobody = 'http://127.0.0.1:1';
const chatPath = `/api/chat/webhook/${'1'.repeat(18)}/${'t'.repeat(68)}`;

const lines: string[] = [];
const logStream = { write: (line: string) => void lines.push(line) };
/** The line of the last response. */
const lastLine = (): Record<string, unknown> => JSON.parse(lines.at(-1) ?? '{}');

/** An instance of its own: after five failures of one test, another would see an open circuit. */
async function openInstance(): Promise<HttpServer> {
  const settings = {
    LOG_LEVEL: 'info',
    MOJANG_API_URL: nobody,
    MOJANG_SESSION_URL: nobody,
    MOJANG_TEXTURES_URL: nobody,
    GEYSER_API_URL: nobody,
    DISCORD_API_URL: nobody,
    ROBLOX_URL: nobody,
    ACCOUNT_SERVICES: `ely=${nobody}`,
    ALLOW_PRIVATE_ADDRESSES: 'true',
  };
  const app = await openApp(settings, { logStream });
  onTestFinished(() => app.close());
  return app;
}

const uuid = '069a79f444e94726a5befca90e38aaf5';
const head = (player: string) => `/api/blockgame/render/head/${player}/full`;

it.each([
  [head('Notch'), 'account names'],
  [head(uuid), 'account profiles'],
  [head('ab'.repeat(32)), 'textures'],
  [head('.Steve'), 'Bedrock players'],
  [`${head('Notch')}?service=ely`, 'account service ely'],
  ['/api/roblox/user/builderman', 'Roblox users'],
  ['/api/roblox/game/1818', 'Roblox apis'],
  ['/api/roblox/group/7', 'Roblox groups'],
  ['/api/chat/invite/abcdef', 'chat look-ups'],
  ['/api/chat/guild/197038439483310086', 'chat look-ups'],
  [chatPath, 'chat platform'],
])('the log line of a 502 names service and cause: %s', async (url, service) => {
  const app = await openInstance();
  const isPost = url === chatPath;
  const answer = await app.inject(
    isPost ? { method: 'POST', url, payload: { content: 'Hello' } } : { url },
  );
  expect(answer.statusCode).toBe(502);
  expect(lastLine()).toMatchObject({ status: 502, service, cause: 'unreachable: ECONNREFUSED' });
});

it('lists failing upstreams at /readyz, and continues', async () => {
  const app = await openInstance();
  for (let attempt = 0; attempt < 5; attempt += 1) await app.inject(head(`Nobody${attempt}`));
  const answer = await app.inject('/readyz');
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({ status: 'degraded' });
  expect(answer.json().degraded).toContain('account names');
  expect((await app.inject(head('sample-fox'))).statusCode).toBe(200);
});

it('reports that no name can be looked up', async () => {
  const dns = await startNameServer({ 'skins.example': 'SERVFAIL', '': 'SERVFAIL' });
  // Patient, because the machine of the tests may be busy.
  const patient = { attemptTimeoutMs: 30_000, lookupTimeoutMs: 60_000 };
  const names = createNameResolver({ servers: [dns.server], ...patient });
  const blind = await openApp({ LOG_LEVEL: 'info' }, { logStream, names });
  const answer = await blind.inject(`${head('from-url')}?skin=http://skins.example/a.png`);
  expect(answer.statusCode).toBe(502);
  expect(lastLine()).toMatchObject({ status: 502, cause: 'dns-failure: ESERVFAIL' });
  const degraded = async () => (await blind.inject('/readyz')).json().degraded;
  await expect.poll(degraded).toContain('DNS');
  await blind.close();
  dns.close();
});
