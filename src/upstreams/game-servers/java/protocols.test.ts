import { expect, it } from 'vitest';
import { currentProtocol } from './packets.ts';
import { olderProtocolName, protocolName } from './protocols.ts';
import protocols from './protocols.json' with { type: 'json' };

it.each([
  [47, '1.8–1.8.9', '1.4.2'],
  [340, '1.12.2', null],
  [766, '1.20.5–1.20.6', null],
  [775, '26.1–26.1.2', null],
  [777, '26.3', null],
  [78, null, '1.6.4'],
  [-1, null, null],
  // A snapshot, and a number that nobody has.
  [0x4000_0001, null, null],
  [0, null, null],
])('the number %i is that of %s, before 1.7 of %s', (protocol, name, older) => {
  expect([protocolName(protocol), olderProtocolName(protocol)]).toEqual([name, older]);
});

it('the name is null without a number', () => {
  expect([protocolName(null), olderProtocolName(null)]).toEqual([null, null]);
});

it('the handshake names the newest release that we know', () => {
  expect(Object.keys(protocols.releases).at(-1)).toBe(String(currentProtocol));
});
