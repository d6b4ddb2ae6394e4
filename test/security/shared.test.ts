import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// Whatever clients share is held in a fair pool or waits in a fair queue (`src/common/async`). A collection of our own
// that is keyed by clients, or their networks, is a bound that forgets one of them; so each has a reason here.

const root = join(import.meta.dirname, '..', '..');

const mechanisms = ['src/common/async/fair-pool.ts', 'src/common/async/fair-queue.ts'];

/** Collections keyed by clients that share nothing out. */
const reasons: Readonly<Record<string, string>> = {
  'src/common/async/batcher.ts':
    'for whom one batch is loaded; the token bucket takes turns for it',
  'src/common/async/token-bucket.ts': 'the lines of the fair queue in which one call waits',
  'src/upstreams/discord/webhook-guard.ts':
    'what a client did wrong in ten minutes, which refuses only itself',
  'src/service/limits/windows.ts':
    'requests a minute of each client: nobody else’s are fewer for it',
};

/** A method of a collection whose key names a client, a network or an address. */
const key = /(?:`[^`]*\$\{\s*)?(?:[\w.]*\.)?(?:client\w*|network\w*|address|ip|owner)\b(?!\s*=>)/i;
const keyedByClient = new RegExp(
  String.raw`\.(?:(?:get|set|has|delete|peek)\(\s*${key.source}|add\(\s*${key.source}[^,]*\))`,
  'i',
);
/** The key of a window is made of a client's. */
const keyed = /\b(?:new (?:Map|LRUCache|WeakMap|Set)\b|createWindows\()/;

async function sources(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for await (const name of glob('src/**/*.ts', { cwd: root })) {
    if (!name.endsWith('.test.ts')) files.set(name, await readFile(join(root, name), 'utf8'));
  }
  return files;
}

test('what is keyed by clients is one of the two mechanisms, or has its reason', async () => {
  const files = await sources();
  expect(files.size).toBeGreaterThan(400);
  const found = [...files]
    .filter(([, text]) => keyed.test(text) && keyedByClient.test(text))
    .map(([name]) => name);
  expect(found).toEqual(expect.arrayContaining(mechanisms));
  const others = found.filter((name) => !mechanisms.includes(name));
  // The windows know a client as a part of their keys.
  expect(others.concat('src/service/limits/windows.ts').toSorted()).toEqual(
    Object.keys(reasons).toSorted(),
  );
  expect(files.get('src/service/limits/limits.ts')).toMatch(
    /windows\.take\(`\$\{\w+\}:\$\{client\}`/,
  );
});

test.each([
  ['counts.get(client)', true],
  ['counts.set(request.clientKey, 1)', true],
  ['held.add(networkOf(client))', true],
  ['queue.add(client, job)', false],
  ['held.delete(network)', true],
  ['seen.has(`${client}:post`)', true],
  ['caches.users.get(key, (client) => byId(key, client))', false],
  ['names.get(name)', false],
])('%s: %s', (text, isKeyed) => {
  expect(keyedByClient.test(text)).toBe(isKeyed);
});
