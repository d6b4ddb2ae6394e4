import { describe, expect, it } from 'vitest';
import type { ServerDetails, ServerStatus } from '../../game-servers/server-status.ts';
import { serverCardOf, statusAnswerOf, statusText } from './transform.ts';

const details: ServerDetails = {
  version: { name: '', protocol: null },
  players: null,
  motd: { raw: '', runs: [] },
  icon: null,
  mods: [{ id: 'create', version: null }],
  gamemode: 'Survival',
  serverId: '77',
};

const status: ServerStatus = {
  edition: 'bedrock',
  port: 19_132,
  srv: { host: 'real.example', port: 25_570 },
  latencyMs: 12,
  retrievedAtMs: Date.UTC(2030, 0, 2, 3, 4, 5, 678) + 0.4,
  details,
};

describe('statusText', () => {
  it.each<[Partial<ServerStatus>, string]>([
    [{}, 'Online • a.example:7 (Bedrock) • 0/0'],
    [{ edition: 'java', details: null }, 'Offline • a.example:7 (Java) • 0/0'],
    [
      { details: { ...details, players: { online: 5, max: 20, sample: [] } } },
      'Online • a.example:7 (Bedrock) • 5/20',
    ],
  ])('%#', (changes, expected) => {
    expect(statusText('a.example:7', { ...status, ...changes })).toBe(expected);
  });
});

describe('statusAnswerOf', () => {
  it('has every field, in the words of the interface', () => {
    expect(statusAnswerOf('a.example', status)).toEqual({
      online: true,
      host: 'a.example',
      port: 19_132,
      edition: 'bedrock',
      srv: { host: 'real.example', port: 25_570 },
      latency_ms: 12,
      version: { name: '', protocol: null },
      players: null,
      motd: { raw: '', clean: '', html: '' },
      icon: null,
      mods: [{ id: 'create', version: null }],
      gamemode: 'Survival',
      server_id: '77',
      retrieved_at: '2030-01-02T03:04:05.678Z',
      expires_at: '2030-01-02T03:04:35.678Z',
    });
  });
});

describe('serverCardOf', () => {
  const options = { theme: 'dark', scale: 1 } as const;

  it.each([
    [null, 0],
    [0, 5],
    [149, 5],
    [150, 4],
    [299, 4],
    [300, 3],
    [600, 2],
    [1000, 1],
    [4999, 1],
  ])('a latency of %s ms has %i bars', (latencyMs, bars) => {
    expect(serverCardOf('a.example', { ...status, latencyMs }, options).server?.bars).toBe(bars);
  });

  it('has no version where a server says an empty one', () => {
    expect(serverCardOf('a.example', status, options).server?.version).toBeNull();
  });
});
