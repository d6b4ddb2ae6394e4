import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { blankDetails, type ServerStatus } from '../../game-servers/server-status.ts';
import { readMotd } from '../../game-servers/motd/styled-text.ts';
import { listedLines, statusAnswerOf } from '../server-status/transform.ts';
import type { AccountProfile, CompatAnswer } from './picture.ts';
import { isCompatService, readCompat } from './table.ts';
import { skinFile } from '../../../test/support/skin-files.ts';

// The JSON of each service, field by field and type by type: what its documentation or its source shows,
// and what we write for a server and a player that have everything.

const documented: Readonly<Record<string, unknown>> = JSON.parse(
  readFileSync(new URL('../../../test/fixtures/compat/documented.json', import.meta.url), 'utf8'),
);

const text = (words: string) => readMotd(words, 'java');

const ann = '069a79f4-44e9-4726-a5be-fca90e38aaf5';

const java: ServerStatus = {
  edition: 'java',
  port: 25_565,
  ip: '127.0.0.1',
  srv: { host: 'node.example.net', port: 25_567 },
  latencyMs: 12,
  retrievedAtMs: 1_700_000_000_500,
  offlineReason: null,
  details: {
    ...blankDetails,
    motd: text('Hello'),
    version: { name: 'Paper 1.21', text: text('Paper 1.21'), protocol: 767, protocolName: '1.21' },
    players: {
      online: 2,
      max: 20,
      sample: [{ name: 'Ann', id: ann, text: text('Ann') }],
      info: [text('One')],
      listed: [{ name: 'Ann', id: ann, text: text('Ann') }],
    },
    icon: Buffer.from('png'),
    mods: [{ id: 'furnaces', version: '1.3.9' }],
  },
  query: {
    software: 'Paper',
    plugins: [{ id: 'WorldEdit', version: '6.1.5' }],
    map: 'world',
    online: 2,
    max: 20,
    players: [text('Ann')],
  },
};

const bedrock: ServerStatus = {
  ...java,
  edition: 'bedrock',
  port: 19_132,
  srv: null,
  query: null,
  details: {
    ...blankDetails,
    brand: 'MCPE',
    motd: text('Hello\nworld'),
    version: { name: '1.21.80', text: text('1.21.80'), protocol: 800, protocolName: null },
    players: { online: 2, max: 100, sample: [], info: [], listed: [] },
    gamemode: 'Survival',
    serverId: '2438134582716697305',
  },
};

const profile: AccountProfile = {
  uuid: ann,
  name: 'Ann',
  model: 'slim',
  skin: { url: 'http://textures.example/texture/ab', hash: 'ab' },
  cape: { url: 'http://textures.example/texture/cd', hash: 'cd' },
};

const facts = {
  baseUrl: 'https://lineup.example',
  nowMs: 1_700_000_000_000.75,
  cache: 'HIT',
  // Of the old size, for which some have a field of its own.
  sheets: { skin: skinFile(1, { heightPx: 32 }).toString('base64'), cape: 'AA==' },
} as const;

function answerTo(address: string): CompatAnswer | null {
  const [whole = '', query = ''] = address.split('?');
  const [service = '', ...path] = whole.split('/');
  if (!isCompatService(service)) return null;
  return readCompat(service, path.join('/'), Object.fromEntries(new URLSearchParams(query)));
}

/** What we send to this address. */
function written(address: string, status?: ServerStatus): unknown {
  const answer = answerTo(address);
  if (answer?.kind === 'profile') return answer.write(profile, facts);
  if (answer?.kind !== 'status' || answer.form.kind !== 'json') return undefined;
  const { edition, host } = answer.server;
  const known = status ?? (edition === 'java' ? java : bedrock);
  const context = { host, eulaBlocked: false, isCached: true };
  return answer.form.write(statusAnswerOf(known, context), {
    cache: 'HIT',
    listed: listedLines(known),
  });
}

/** The names and types of everything in it; a list is that of its first entry. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, part]) => [name, shapeOf(part)]),
  );
}

describe('the JSON of a service', () => {
  test.each(Object.entries(documented))('%s has every field and type', (address, example) => {
    expect(shapeOf(written(address))).toEqual(shapeOf(example));
  });

  test('is there for every row that writes any', () => {
    expect(Object.keys(documented)).toHaveLength(22);
  });
});

const offline: ServerStatus = {
  ...java,
  srv: null,
  details: null,
  query: null,
  latencyMs: null,
  offlineReason: 'timeout',
};

describe('a server that is offline', () => {
  test.each([
    ['mcsrvstat/1/a.example', { offline: true, debug: { ping: false, apiversion: 1 } }],
    ['mcsrvstat/2/a.example', { online: false, debug: { ping: false, apiversion: 2 } }],
    ['mcsrvstat/3/a.example', { online: false, eula_blocked: false, ip: '127.0.0.1' }],
    ['mcstatus/v2/status/java/a.example', { online: false, host: 'a.example', srv_record: null }],
    ['mcapi/server/status?ip=a.example', { status: 'success', online: false, last_online: '' }],
    ['mcstatus/v1/status/java/a.example', { online: false, response: null }],
    ['mcstatus/v1/status/bedrock/a.example', { online: false, response: null }],
    ['mcsrvstat/ping/a.example', { error: 'timeout' }],
    ['minetools/ping/a.example', { error: 'timeout' }],
    ['minetools/query/a.example', { status: 'ERR', error: 'timeout' }],
  ])('%s says so', (address, expected) => {
    expect(written(address, offline)).toMatchObject(expected);
  });

  test('is an error of mcapi if its name does not exist', () => {
    const unknown: ServerStatus = { ...offline, offlineReason: 'unknown_host' };
    expect(written('mcapi/server/status?ip=a.example', unknown)).toMatchObject({
      status: 'error',
      error: 'invalid hostname or port',
    });
  });
});

test('a sheet of today’s size, or one that is no picture, has no other link', () => {
  const answer = answerTo('starlight/info/user/Ann');
  const sizes = [skinFile(1).toString('base64'), 'AA==', null].map((skin) => {
    const sheets = { skin, cape: null };
    return answer?.kind === 'profile' && answer.write(profile, { ...facts, sheets });
  });
  for (const size of sizes) {
    expect(size).toMatchObject({ skinTextureWidth: 64, skinTextureHeight: 64 });
    expect(size).not.toHaveProperty('processedSkinUrl');
  }
});

test('the textures of a profile are packed as Mojang packs them', () => {
  const packed = /"value":"([\w+/=]+)"/.exec(JSON.stringify(written('crafthead/profile/Ann')))?.[1];
  expect(JSON.parse(Buffer.from(packed ?? '', 'base64').toString())).toEqual({
    timestamp: 1_700_000_000_000,
    profileId: ann.replaceAll('-', ''),
    profileName: 'Ann',
    textures: {
      SKIN: { url: profile.skin.url, metadata: { model: 'slim' } },
      CAPE: { url: profile.cape?.url },
    },
  });
});
