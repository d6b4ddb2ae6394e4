import { describe, expect, test } from 'vitest';
import { judge, windowIn } from './answers.ts';

const json = { 'content-type': 'application/json' };
const page = { 'content-type': 'text/html; charset=UTF-8' };
const none: Record<string, string> = {};

function answer(status: number, body = '', headers: Record<string, string> = json) {
  return { status, headers, bytes: Buffer.from(body) };
}

const execute = { kind: 'execute' } as const;
const slack = { kind: 'slack' } as const;
// Never as a 401 or 403.
const passedOn = { isGood: false, answer: { status: 404, contentType: 'application/json' } };

describe('what an answer means', () => {
  test.each([
    [answer(204, '', none), { kind: 'answer', isGood: true }],
    [answer(200, '{}'), { kind: 'answer', isGood: true }],
    [answer(200, '{}', { 'content-type': 'Application/JSON; charset=utf-8' }), { kind: 'answer' }],
    [answer(200, 'ok', page), { kind: 'failed', isInvalid: false }],
    [answer(200, 'ok', none), { kind: 'failed', isInvalid: false }],
    [answer(304), { kind: 'failed' }],
    [answer(400, '{"code":50006}'), { kind: 'answer', isGood: false }],
    [answer(401, '{"code":50027}'), { kind: 'dead', isInvalid: true, answer: null }],
    [answer(401, '', none), { kind: 'dead', isInvalid: true }],
    [answer(403, '{}'), { kind: 'dead', isInvalid: true }],
    [answer(403, '<p>', page), { kind: 'failed', isInvalid: true }],
    [answer(404, '{"code":10015}'), { kind: 'dead', isInvalid: false }],
    [answer(404, '', none), { kind: 'dead', isInvalid: false }],
    [answer(404, 'not {json'), { kind: 'dead' }],
    [answer(404, '{"code":10008}'), { kind: 'answer', isGood: false }],
    [answer(404, '<p>', page), { kind: 'failed', isInvalid: false }],
    [answer(429, '{"retry_after":0.25}'), { kind: 'limited', retryAfterMs: 250, isForAll: false }],
    [answer(429, '{"retry_after":2,"global":true}'), { kind: 'limited', isForAll: true }],
    [answer(429, '{}', { ...json, 'retry-after': '9' }), { kind: 'limited', retryAfterMs: 9000 }],
    [answer(429, '{"retry_after":"9"}'), { kind: 'limited', retryAfterMs: 5000 }],
    [answer(429, '{"retry_after":1e300}'), { kind: 'limited', retryAfterMs: 3_600_000 }],
    [answer(429, '{"retry_after":-9}'), { kind: 'limited', retryAfterMs: 0 }],
    [answer(429, '', { 'retry-after': '60' }), { retryAfterMs: 60_000, isForAll: true }],
    [answer(500, '{}'), { kind: 'failed', isInvalid: false }],
    [answer(599, '<p>', page), { kind: 'failed' }],
  ])('%j', (response, expected) => {
    expect(judge(response, execute)).toMatchObject(expected);
  });

  test.each([
    // Of the webhook itself.
    [401, '{"code":50027}', { kind: 'dead', isInvalid: true }],
    [401, '{"code":0}', { kind: 'dead', isInvalid: true }],
    [401, '', { kind: 'dead', isInvalid: true }],
    [403, '{"code":50027}', { kind: 'dead', isInvalid: true }],
    [404, '{"code":10015}', { kind: 'dead', isInvalid: false }],
    // Of one message.
    [401, '{"code":40001}', { kind: 'answer', isInvalid: true }],
    [403, '{"code":50005}', { kind: 'answer', isInvalid: true }],
    [403, '{}', { kind: 'answer', isInvalid: true }],
    [403, '', { kind: 'answer', isInvalid: true }],
    [404, '{"code":10008}', { kind: 'answer', isInvalid: false }],
    [404, '', { kind: 'answer', isInvalid: false }],
  ] as const)('a refusal of a message, %i %s', (status, body, expected) => {
    for (const kind of ['fetch', 'edit', 'delete'] as const) {
      const verdict = judge(answer(status, body), { kind, messageId: '1' });
      expect(verdict).toMatchObject({ ...expected, ...(expected.kind === 'answer' && passedOn) });
      if (verdict.kind !== 'answer') continue;
      const text = Buffer.from(verdict.answer.bytes).toString();
      expect(text).toBe(body === '' ? '{"detail":"The chat platform refused the request."}' : body);
    }
  });

  test('a word is enough where another service would say one', () => {
    const verdict = judge(answer(200, 'ok', page), slack);
    const contentType = 'text/plain; charset=utf-8';
    expect(verdict).toMatchObject({ kind: 'answer', answer: { status: 200, contentType } });
  });
});

describe('the window that headers tell of', () => {
  const headers = {
    'x-ratelimit-limit': '5',
    'x-ratelimit-remaining': '3',
    'x-ratelimit-reset-after': '1.25',
    'x-ratelimit-bucket': 'abc_-1',
  };

  test('is read', () => {
    const seen = { limit: 5, used: 2, resetAfterMs: 1250 };
    expect(windowIn(answer(204, '', headers))).toEqual({ bucket: 'abc_-1', seen });
  });

  test.each([
    ['x-ratelimit-limit', ''],
    ['x-ratelimit-limit', '-1'],
    ['x-ratelimit-remaining', 'NaN'],
    ['x-ratelimit-remaining', '0x3'],
    ['x-ratelimit-reset-after', '1e9'],
    ['x-ratelimit-reset-after', '1, 2'],
  ])('is not believed with %s: %s', (name, value) => {
    expect(windowIn(answer(204, '', { ...headers, [name]: value }))).toBeNull();
  });

  test.each(['', 'a b', 'a:b', 'a'.repeat(65)])('has no bucket called "%s"', (bucket) => {
    const told = windowIn(answer(204, '', { ...headers, 'x-ratelimit-bucket': bucket }));
    expect(told?.bucket).toBeNull();
  });
});
