import { describe, expect, test } from 'vitest';
import { classify } from './responses.ts';

const json = { 'content-type': 'application/json' };
const page = { 'content-type': 'text/html; charset=UTF-8' };
const none: Record<string, string> = {};

function answer(status: number, body = '', headers: Record<string, string> = json) {
  return { status, headers, bytes: Buffer.from(body) };
}

describe('the classification of responses', () => {
  test.each([
    [answer(204, '', none), { kind: 'answer', state: 'good' }],
    [answer(200, '{}'), { kind: 'answer', state: 'good' }],
    [answer(200, '{}', { 'content-type': 'Application/JSON; charset=utf-8' }), { kind: 'answer' }],
    [answer(200, 'ok', page), { kind: 'failed', status: 200 }],
    [answer(200, 'ok', none), { kind: 'failed', status: 200 }],
    [answer(304), { kind: 'failed', status: 304 }],
    [answer(400, '{"code":50006}'), { kind: 'answer', state: 'unclear' }],
    [answer(401, '{"code":50027}'), { kind: 'refused', state: 'dead' }],
    [answer(401, '', none), { kind: 'refused', state: 'dead' }],
    [answer(403, '{}'), { kind: 'refused', state: 'dead' }],
    [answer(403, '<p>', page), { kind: 'failed', status: 403 }],
    [answer(404, '{"code":10015}'), { kind: 'answer', state: 'dead' }],
    [answer(404, '{"message":"404: Not Found","code":0}'), { kind: 'answer', state: 'unclear' }],
    [answer(404, '', none), { kind: 'refused', state: 'dead' }],
    [answer(404, 'not {json'), { kind: 'answer', state: 'dead' }],
    [answer(404, '{"code":10008}'), { kind: 'answer', state: 'unclear' }],
    [answer(404, '<p>', page), { kind: 'failed', status: 404 }],
    [answer(429, '{"retry_after":0.25}'), { kind: 'limited', retryAfterMs: 250, isGlobal: false }],
    [answer(429, '{"retry_after":2,"global":true}'), { kind: 'limited', isGlobal: true }],
    [answer(429, '{}', { ...json, 'retry-after': '9' }), { kind: 'limited', retryAfterMs: 9000 }],
    [answer(429, '{"retry_after":"9"}'), { kind: 'limited', retryAfterMs: 5000 }],
    [answer(429, '{"retry_after":1e300}'), { kind: 'limited', retryAfterMs: 3_600_000 }],
    [answer(429, '{"retry_after":-9}'), { kind: 'limited', retryAfterMs: 0 }],
    [answer(429, '', { 'retry-after': '60' }), { retryAfterMs: 60_000, isGlobal: true }],
    [answer(500, '{}'), { kind: 'failed', status: 500 }],
    [answer(599, '<p>', page), { kind: 'failed', status: 599 }],
  ])('%j', (response, expected) => {
    expect(classify(response, 'execute')).toMatchObject(expected);
  });

  test.each([
    // Of the webhook itself.
    [401, '{"code":50027}', { kind: 'refused', state: 'dead' }],
    [401, '{"code":0}', { kind: 'refused', state: 'dead' }],
    [401, '', { kind: 'refused', state: 'dead' }],
    [403, '{"code":50027}', { kind: 'refused', state: 'dead' }],
    [404, '{"code":10015}', { kind: 'answer', state: 'dead' }],
    // Of one message.
    [401, '{"code":40001}', { kind: 'refused', state: 'unclear' }],
    [403, '{"code":50005}', { kind: 'refused', state: 'unclear' }],
    [403, '', { kind: 'refused', state: 'unclear' }],
    [404, '{"code":10008}', { kind: 'answer', state: 'unclear' }],
    [404, '', { kind: 'refused', state: 'unclear' }],
  ] as const)('a refusal of a message, %i %s', (status, body, expected) => {
    for (const kind of ['fetch', 'edit', 'delete'] as const) {
      expect(classify(answer(status, body), kind)).toMatchObject(expected);
    }
  });

  test('a plain word is a response in the formats of other services', () => {
    const contentType = 'text/plain; charset=utf-8';
    expect(classify(answer(200, 'ok', page), 'slack')).toMatchObject({
      kind: 'answer',
      answer: { status: 200, contentType },
    });
  });

  test('the HTML page of a refusal is not passed on', () => {
    expect(classify(answer(413, '<script>', page), 'execute')).toMatchObject({
      kind: 'answer',
      answer: { status: 413, contentType: null, bytes: new Uint8Array() },
    });
  });
});
