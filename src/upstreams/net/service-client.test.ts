import { describe, expect, it, test } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { bucketOpener } from '../../common/async/token-bucket.ts';
import { NetError } from './net-error.ts';
import { readJson } from './read-json.ts';
import {
  createServiceClient,
  isInvalidRequest,
  type Meaning,
  type ServiceRules,
  unavailable,
} from './service-client.ts';
import type { UpstreamRequest, UpstreamResponse } from './upstream-client.ts';

const rules: ServiceRules = {
  serviceName: 'Example',
  request: { timeoutMs: 1234, maxBytes: 10 },
  meanings: {
    200: 'found',
    204: 'none',
    401: 'refused',
    429: 'limited',
    503: 'spent',
    '4xx': 'invalid',
  },
  meaningOf: ({ headers }) => (headers['x-lost'] === undefined ? undefined : 'none'),
  backOffMsOf: ({ headers }) => Number(headers['retry-after'] ?? 0) * 1000,
  breaker: { failureLimit: 3, openMs: 1000 },
};

/** A service that says `status` with these headers; a NetError is thrown. */
function setUp(changes: Partial<ServiceRules> = {}) {
  const clock = createFakeClock();
  const world = { status: 200, body: '{}', headers: {}, error: null as Error | null };
  const requests: UpstreamRequest[] = [];
  const request = async (sent: UpstreamRequest): Promise<UpstreamResponse> => {
    requests.push(sent);
    if (world.error !== null) throw world.error;
    return { status: world.status, headers: world.headers, bytes: Buffer.from(world.body) };
  };
  const bucket = bucketOpener({ clock })({ ratePerSecond: 1, burst: 20 });
  const rateLimit = { bucket, maxWaitMs: 1500 };
  const parts = { name: 'example', client: { request }, clock, rateLimit };
  const service = createServiceClient({ ...rules, ...changes }, parts);
  const read = (bytes: Uint8Array) =>
    readJson({ Check: (value): value is object => typeof value === 'object' }, bytes);
  const call = (more = {}) => service.call({ path: '/a', read, ...more });
  const told = async (more = {}) => {
    const error = await call({ clients: ['a'], ...more }).then(String, (reason: unknown) => reason);
    if (!(error instanceof Error) || !('code' in error)) return [error];
    return 'retryAfterSeconds' in error && error.retryAfterSeconds !== undefined
      ? [error.code, error.retryAfterSeconds]
      : [error.code];
  };
  return { clock, world, requests, service, call, told };
}

it('a call has the limits of the service, or its own, and is a POST with JSON', async () => {
  const { requests, call } = setUp();
  expect(await call()).toEqual({});
  await call({ json: [1], maxBytes: 20 });
  expect(requests).toMatchObject([
    { method: 'GET', path: '/a', timeoutMs: 1234, maxBytes: 10 },
    { method: 'POST', path: '/a', json: [1], maxBytes: 20 },
  ]);
});

/** What a first call rejects with, and a second one at once; how many were sent. */
const cases: Record<Exclude<Meaning, 'found' | 'none'>, [number, unknown[], unknown[], number]> = {
  invalid: [400, ['upstream-failed'], ['upstream-failed'], 2],
  refused: [401, ['upstream-failed', 7], ['upstream-failed', 7], 1],
  limited: [429, ['upstream-failed', 7], ['upstream-failed', 7], 1],
  spent: [503, ['overloaded', 7], ['overloaded', 7], 1],
  failed: [500, ['upstream-failed'], ['upstream-failed'], 2],
};

describe.each(Object.entries(cases))('a response that means %s', (meaning, row) => {
  const [status, first, second, sent] = row;
  it('has its error and effect', async () => {
    const { clock, world, requests, told } = setUp();
    Object.assign(world, { status, headers: { 'retry-after': '7' } });
    expect([await told(), await told(), requests.length]).toEqual([first, second, sent]);
    world.status = 200;
    await clock.advance(7000);
    expect(await told()).toEqual(['[object Object]']);
    // A host that was paused gives no burst.
    const isPaused = meaning === 'limited' || meaning === 'spent';
    const burst = told({ clients: ['b'] });
    await clock.advance(0);
    expect(requests.length).toBe(sent + (isPaused ? 1 : 2));
    await clock.advance(1000);
    await burst;
  });
});

it('there is none by the status, by the response, and where an invalid request is a guess', async () => {
  const { world, call } = setUp();
  world.status = 204;
  expect(await call()).toBeNull();
  Object.assign(world, { status: 500, headers: { 'x-lost': '' } });
  expect(await call()).toBeNull();
  Object.assign(world, { status: 422, headers: {} });
  expect(await call({ isGuess: true })).toBeNull();
  const error: unknown = await call().catch((reason: unknown) => reason);
  expect(error).toSatisfy(isInvalidRequest);
});

it.each([
  [new NetError('timeout'), 'upstream-timeout', 'timeout'],
  [new NetError('unreachable'), 'upstream-failed', 'unreachable'],
  ['{', 'upstream-failed', 'invalid-response'],
  ['1', 'upstream-failed', 'invalid-response'],
])('no usable response opens the circuit after three: %s', async (trouble, code, kind) => {
  const { clock, world, requests, call, told } = setUp();
  if (typeof trouble === 'string') world.body = trouble;
  else world.error = trouble;
  await expect(call()).rejects.toMatchObject({
    code,
    message: 'Example isn’t answering right now.',
    cause: { service: 'example', cause: { kind } },
  });
  expect([await told(), await told(), await told()]).toEqual([
    [code],
    [code, 1],
    ['upstream-failed', 1],
  ]);
  expect(requests.length).toBe(3);
  Object.assign(world, { error: null, body: '{}' });
  await clock.advance(1000);
  expect(await call()).toEqual({});
});

it('our own full queue, and what depends on data, are no failures of the service', async () => {
  const { world, service, told } = setUp();
  world.error = new NetError('busy');
  for (let times = 0; times < 5; times += 1) expect(await told()).toEqual(['overloaded', 2]);
  const fail = () => service.attempt(() => JSON.parse('{'));
  expect(fail).toThrow(SyntaxError);
  const broken = () =>
    service.attempt(() => {
      throw new NetError('invalid-response');
    });
  for (let times = 0; times < 5; times += 1) {
    expect(broken).toThrow(expect.objectContaining({ code: 'upstream-failed' }));
  }
  expect(service.guards.isRefusing()).toBe(false);
});

it('without a breaker nothing opens, and the service has its own sentences', async () => {
  const busy = (seconds: number) => `Come again in ${seconds}.`;
  const { world, service, call } = setUp({ breaker: null, refused: 'Closed.', busy });
  world.status = 500;
  for (let times = 0; times < 9; times += 1) await expect(call()).rejects.toThrow('isn’t');
  world.status = 401;
  await expect(call()).rejects.toThrow('Closed.');
  world.status = 500;
  await expect(call()).rejects.toThrow('isn’t');
  Object.assign(world, { status: 503, headers: { 'retry-after': '9' } });
  await expect(call()).rejects.toThrow('Come again in 9.');
  expect(service.guards.isRefusing()).toBe(false);
});

test.each<[NetError['kind'], object]>([
  ['busy', { code: 'overloaded', message: 'Full.', retryAfterSeconds: 2 }],
  ['timeout', { code: 'upstream-timeout', message: 'Broken.', retryAfterSeconds: undefined }],
  [
    'invalid-response',
    { code: 'upstream-failed', message: 'Broken.', retryAfterSeconds: undefined },
  ],
])('what is %s is told to the client, with the cause for the log', (kind, told) => {
  const cause = new Error('for the log');
  for (const how of [kind, new NetError(kind)]) {
    const error = unavailable(how, { busy: 'Full.', failed: 'Broken.', cause });
    expect(error).toMatchObject({ ...told, cause });
  }
});
