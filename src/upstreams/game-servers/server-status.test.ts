import { expect, test } from 'vitest';
import { readMotd } from './motd/section-codes.ts';
import { blankDetails, statusRule, type ServerStatus } from './server-status.ts';

const status: ServerStatus = {
  edition: 'java',
  port: 25_565,
  ip: null,
  srv: null,
  latencyMs: 7,
  retrievedAtMs: 0,
  details: { ...blankDetails, motd: readMotd('', 'java') },
  offlineReason: null,
  query: null,
};

test('a cached status counts with its texts, wherever they are, and with its icon', () => {
  const grownBy = (change: Partial<ServerStatus>) =>
    statusRule.sizeBytes({ ...status, ...change }) - statusRule.sizeBytes(status);
  const details = status.details!;
  const mods = [{ id: 'x'.repeat(1000), version: 'y'.repeat(500) }];
  const query = { software: null, plugins: mods, map: null, online: 1, max: 2, players: [] };
  expect({
    icon: grownBy({ details: { ...details, icon: new Uint8Array(4096) } }),
    mods: grownBy({ details: { ...details, mods } }),
    query: grownBy({ query }),
  }).toEqual({ icon: 4096, mods: 2 * (1500 + 192), query: 2 * (1500 + 192) });
});
