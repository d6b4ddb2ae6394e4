import { describe, expect, it } from 'vitest';
import { combineErrors, LineupError, failureOf } from './lineup-error.ts';
import { NetError } from '../../upstreams/net/net-error.ts';

const badRequest = new LineupError('bad-request', 'a: must be a name');
const unknown = new LineupError('unknown-player', 'b: There is no such player.');
const logged = new Error('for the log');
const failed = new LineupError('upstream-failed', 'c: It did not answer.', { cause: logged });
const busy = new LineupError('overloaded', 'd: Too much to do.', { retryAfterSeconds: 2 });

describe('combined errors', () => {
  it('a single error stays as it is', () => {
    expect(combineErrors([unknown])).toBe(unknown);
  });

  it('several are reported in order, each as one sentence', () => {
    expect(combineErrors([unknown, badRequest, failed]).message).toBe(
      'b: There is no such player; a: must be a name; c: It did not answer.',
    );
  });

  it('identical errors are reported once', () => {
    expect(combineErrors([failed, unknown, failed]).message).toBe(
      'c: It did not answer; b: There is no such player.',
    );
  });

  it.each([
    [[badRequest, unknown], 404],
    [[failed, badRequest, unknown], 502],
    [[unknown, failed, busy, badRequest], 503],
  ])('have the status of the worst error', (errors, status) => {
    expect(combineErrors(errors).status).toBe(status);
  });

  it('have the retry time and the cause of the worst error', () => {
    expect(combineErrors([unknown, busy, failed])).toMatchObject({ retryAfterSeconds: 2 });
    expect(combineErrors([unknown, failed, badRequest])).toMatchObject({ cause: logged });
    expect(() => combineErrors([])).toThrow(RangeError);
  });
});

const coded = (code: unknown, cause?: unknown) =>
  Object.assign(new Error('10.0.0.1 said no', { cause }), { code });
const ofService = (service: string, cause: Error) =>
  Object.assign(new Error('it failed', { cause }), { service });

const circle = new Error('again');
circle.cause = circle;

it.each([
  [new NetError('timeout'), 'timeout'],
  [new NetError('http-status', { status: 503 }), 'status 503'],
  [new NetError('unresolvable', { cause: coded('ENOTFOUND') }), 'unresolvable: ENOTFOUND'],
  [new NetError('unreachable', { cause: coded('ECONNREFUSED') }), 'unreachable: ECONNREFUSED'],
  [
    new NetError('unreachable', { cause: coded('ERR_TLS_CERT_ALTNAME_INVALID') }),
    'unreachable: ERR_TLS_CERT_ALTNAME_INVALID',
  ],
  // As the response of a route has it: our own code and status outside, the system's inside.
  [
    new LineupError('upstream-failed', undefined, {
      cause: new NetError('dns-failure', { cause: coded('ESERVFAIL') }),
    }),
    'dns-failure: ESERVFAIL',
  ],
  [coded('EPIPE'), 'EPIPE'],
  [coded('text of a remote server'), undefined],
  [coded(7), undefined],
  [circle, undefined],
  [new Error('who knows'), undefined],
  ['a string', undefined],
  [undefined, undefined],
])('%s → %s', (error, cause) => {
  expect(failureOf(error)).toEqual(cause === undefined ? {} : { cause });
});

it('names the service, wherever in the chain of causes it is', () => {
  const inner = ofService('textures', new NetError('timeout'));
  const error = new LineupError('upstream-timeout', undefined, { cause: inner }).at('items[0]');
  expect(failureOf(error)).toEqual({ service: 'textures', cause: 'timeout' });
});
