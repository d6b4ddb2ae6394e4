import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  detailOf,
  pictureOf,
  small,
  startWorld,
  type World,
  type WorldOptions,
} from '../support/composition-world.ts';
import { skinFile } from '../support/skin-files.ts';
import { watchDrawing } from '../support/watched-drawing.ts';

const hash = 'ab'.repeat(32);
const notch = { name: 'Notch', uuid: '069a79f444e94726a5befca90e38aaf5', skin: { hash } };
const items = [{ value: 'sample-fox' }, { value: 'Notch' }];
const sentence = 'items[1].value: Mojang isn’t answering right now.';

const drawing = await watchDrawing();
let world: World;
let lines: string[];

async function openWorld(env: WorldOptions['env'] = {}): Promise<void> {
  lines = [];
  const logStream = { write: (line: string) => void lines.push(line) };
  const shown = { LOG_LEVEL: 'info', ...env };
  world = await startWorld({ drawing, env: shown, parts: { logStream } });
  world.accounts.addPlayer(notch);
  world.accounts.addTexture(hash, skinFile(1));
}

/** The line of the last response. */
function lastLine(): Record<string, unknown> {
  return JSON.parse(lines.at(-1) ?? '{}');
}

beforeEach(() => openWorld());
afterEach(() => world.close());

it.each([
  [{ kind: 'status', status: 500 }, 'lookup', 'account names', 'status 500'],
  [{ kind: 'status', status: 429 }, 'profile', 'account profiles', 'status 429'],
  [{ kind: 'garbage' }, 'profile', 'account profiles', 'invalid-response'],
  [{ kind: 'close' }, 'texture', 'textures', 'unreachable: UND_ERR_SOCKET'],
] as const)(
  'the log line of a 502 names service and cause: %j',
  async (behaviour, endpoint, service, cause) => {
    world.accounts.behave(behaviour, endpoint);
    expect(detailOf(await world.compose(items), 502)).toBe(sentence);
    expect(lastLine()).toMatchObject({ status: 502, service, cause });
  },
);

it.each([
  ['http://127.0.0.1:2', 'unreachable: ECONNREFUSED'],
  ['http://nowhere.invalid', /^(?:unresolvable|dns-failure)\b/],
])('also if nothing listens at %s', async (url, cause) => {
  await world.close();
  await openWorld({ MOJANG_API_URL: url });
  expect(detailOf(await world.compose(items), 502)).toBe(sentence);
  const expected = typeof cause === 'string' ? cause : expect.stringMatching(cause);
  expect(lastLine()).toMatchObject({ service: 'account names', cause: expected });
});

it('while names can’t be had, profiles that have expired are renewed', async () => {
  const one = [{ value: notch.uuid }];
  await world.compose(one);
  await world.clock.advance(20 * 60_000);
  world.accounts.behave({ kind: 'status', status: 500 }, 'lookup', 'bulk');
  for (let at = 0; at < 10; at += 1) await world.compose([{ value: `Other${at}` }]);
  const before = world.accounts.count('profile');
  expect((await world.compose(one)).statusCode).toBe(200);
  expect(world.accounts.count('profile')).toBe(before + 1);
});

it('a hanging service is a 502 after one deadline, logged as a timeout', async () => {
  world.accounts.behave({ kind: 'hang' });
  const answer = world.compose(items);
  await world.accounts.counted(1);
  await world.clock.advance(5000);
  expect(detailOf(await answer, 502)).toBe(sentence);
  expect(lastLine()).toMatchObject({ service: 'account names', cause: 'timeout' });
});

it.each(['lookup', 'profile', 'texture'] as const)(
  'with fallback=default a %s that hangs is a 200 after one deadline',
  async (endpoint) => {
    world.accounts.behave({ kind: 'hang' }, endpoint);
    let isOver = false;
    const answer = world.compose(items, `${small}&fallback=default`).finally(() => (isOver = true));
    await world.accounts.counted(1, endpoint);
    await world.clock.advance(4999);
    expect(isOver).toBe(false);
    const callCount = world.accounts.count();
    await world.clock.advance(1);
    const response = await answer;
    pictureOf(response);
    expect(response.headers['x-fallback']).toBe('1');
    // Nothing else was looked up or waited for meanwhile.
    expect(world.accounts.count()).toBe(callCount);
    expect(world.clock.pending()).toBe(0);
  },
);

it('a 502 has Retry-After if the service sent one, and while requests back off', async () => {
  const headers = { 'retry-after': '17' };
  world.accounts.behave({ kind: 'status', status: 429, headers }, 'lookup');
  const refused = await world.compose(items);
  detailOf(refused, 502);
  expect(refused.headers['retry-after']).toBe('17');
  world.accounts.forgetCalls();
  const next = await world.compose(items);
  detailOf(next, 502);
  expect(Number(next.headers['retry-after'])).toBeGreaterThan(0);
  expect(lastLine()).toMatchObject({ service: 'account names', cause: 'circuit-open' });
  expect(world.accounts.count()).toBe(0);
});

it('a 502 without a known wait has no Retry-After', async () => {
  world.accounts.behave({ kind: 'status', status: 500 }, 'lookup');
  expect((await world.compose(items)).headers['retry-after']).toBeUndefined();
});

it('a name that the service refuses fails alone, even in a row of ten', async () => {
  world.accounts.refuseName('Bad_Name');
  const row = [...Array.from({ length: 9 }, () => ({ value: 'Notch' })), { value: 'Bad_Name' }];
  const answer = await world.compose(row, `${small}&fallback=default`);
  pictureOf(answer);
  expect(answer.headers['x-fallback']).toBe('9');
});
