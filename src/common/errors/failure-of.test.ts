import { expect, it } from 'vitest';
import { NetError } from '../../upstreams/net/net-error.ts';
import { failureOf } from './failure-of.ts';
import { LineupError } from './lineup-error.ts';

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
