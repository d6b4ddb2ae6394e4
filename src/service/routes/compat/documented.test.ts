import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { defaultSkins } from '../../../upstreams/players/skin-resolver.ts';
import { blankDetails, type ServerStatus } from '../../../upstreams/game-servers/server-status.ts';
import { readMotd } from '../../../upstreams/game-servers/motd/section-codes.ts';
import { listedLines, statusResponseOf } from '../server-status/transform.ts';
import {
  readCompat,
  readRow,
  type AccountProfile,
  type CompatService,
  type ProfileFacts,
} from './define-service.ts';
import { compatServices } from './services.ts';
import { skinFile } from '../../../../test/support/skin-files.ts';

// What each service responds, value by value: names, types and units are those of its documentation or
// its source, the values those of the servers and players below, each of which is another one.

type Responses = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const responses: Responses = JSON.parse(
  readFileSync(new URL('../../../../test/fixtures/compat/responses.json', import.meta.url), 'utf8'),
);

const text = (words: string) => readMotd(words, 'java');
const player = (words: string, id: string | null) => {
  const shown = text(words);
  return { name: shown.runs.map((run) => run.text).join(''), id, text: shown };
};

const ann = player('§bAnn', '069a79f4-44e9-4726-a5be-fca90e38aaf5');
const ben = player('Ben', null);

const java: ServerStatus = {
  edition: 'java',
  port: 25_571,
  ip: '203.0.113.9',
  srv: { host: 'node.example.net', port: 25_567 },
  latencyMs: 12,
  retrievedAtMs: 1_700_000_001_987,
  offlineReason: null,
  details: {
    ...blankDetails,
    motd: text('§aOne\n<two>'),
    version: {
      name: 'Paper 1.21',
      text: text('§6Paper 1.21'),
      protocol: 767,
      protocolName: '1.21.1',
    },
    players: {
      online: 13,
      max: 57,
      sample: [ann, ben],
      info: [text('§cRules')],
      listed: [ann, player('§cRules', null), ben],
    },
    icon: Buffer.from('png'),
    mods: [
      { id: 'furnaces', version: '1.3.9' },
      { id: 'lamps', version: null },
    ],
  },
  query: {
    software: 'Purpur',
    plugins: [
      { id: 'WorldEdit', version: '6.1.5' },
      { id: 'Bare', version: null },
    ],
    map: 'w<orld&',
    online: 14,
    max: 58,
    players: [text('§dCid'), text('Ann')],
  },
};

const bedrock: ServerStatus = {
  ...java,
  edition: 'bedrock',
  port: 19_137,
  srv: null,
  query: null,
  details: {
    ...blankDetails,
    brand: 'MCEE',
    motd: text('§aOne\n§eisland'),
    version: { name: '1.21.80', text: text('1.21.80'), protocol: 800, protocolName: null },
    players: { online: 15, max: 59, sample: [], info: [], listed: [] },
    gamemode: 'Survival',
    serverId: '24381345',
  },
};

const blank = { ...blankDetails, motd: text('') };
const gone = { details: null, query: null, latencyMs: null, srv: null } as const;

const servers: Readonly<Record<string, ServerStatus>> = {
  'a Java server with everything': java,
  'one without query': { ...java, query: null, srv: { host: '203.0.113.8', port: 25_568 } },
  'one with hidden players': { ...java, details: { ...java.details!, players: null } },
  'one that says nothing': { ...java, details: blank, query: null, srv: null, latencyMs: null },
  'one that is offline': { ...java, ...gone, offlineReason: 'not_a_game_server' },
  'one whose name does not exist': { ...java, ...gone, ip: null, offlineReason: 'unknown_host' },
  'a Bedrock server': bedrock,
  'another Bedrock server': {
    ...bedrock,
    details: { ...bedrock.details!, brand: 'MCPE', gamemode: 'Creative', motd: text('One') },
  },
  'a Bedrock server that says nothing': { ...bedrock, details: blank, latencyMs: null },
  'a Bedrock server that is offline': { ...bedrock, ...gone, offlineReason: 'timeout' },
};

const slim: AccountProfile = {
  uuid: ann.id ?? '',
  name: 'Ann',
  model: 'slim',
  skin: { url: 'http://textures.example/texture/ab', hash: 'ab' },
  cape: { url: 'http://textures.example/texture/cd', hash: 'cd' },
};
const { hash } = defaultSkins[1]!;
const facts = { baseUrl: 'https://lineup.example', nowMs: 1_700_000_001_987.75 };
const old = skinFile(1, { heightPx: 32 }).toString('base64');
const large = skinFile(2, { widthPx: 128, heightPx: 128 }).toString('base64');

const players: Readonly<Record<string, readonly [AccountProfile, ProfileFacts]>> = {
  'a player with everything': [
    slim,
    { ...facts, cache: 'HIT', sheets: { skin: old, cape: 'Y2FwZQ==' } },
  ],
  'a player with a default skin': [
    { ...slim, model: 'classic', skin: { url: 'http://textures.example/d', hash }, cape: null },
    { ...facts, cache: 'MISS', sheets: { skin: large, cape: null } },
  ],
  'a player whose sheet is no picture': [
    slim,
    { ...facts, cache: 'MISS', sheets: { skin: 'AA==', cape: null } },
  ],
};

/** What is sent in response to this address about a server or player of that name. */
function written(subject: string, address: string): unknown {
  const [whole = '', query = ''] = address.split('?');
  const [name = '', ...path] = whole.split('/');
  const service = compatServices.get(name);
  if (service === undefined) return undefined;
  const answer = readCompat(
    service,
    path.join('/'),
    Object.fromEntries(new URLSearchParams(query)),
  );
  if (answer.kind === 'profile') {
    const [profile, known] = players[subject] ?? [];
    return profile && known ? answer.write(profile, known) : answer.unknown;
  }
  if (answer.kind !== 'status' || answer.form.kind !== 'json') return undefined;
  const status = servers[subject]!;
  const isWhole = subject.endsWith('everything');
  const host = answer.server.host.replace(/:\d+$/, '');
  const context = { host, eulaBlocked: isWhole || null, isCached: true };
  return answer.form.write(statusResponseOf(status, context), {
    cache: isWhole ? 'HIT' : 'MISS',
    listed: listedLines(status),
  });
}

/** Sheets by their names, and in place of base64 what the session service packs into it. */
function readably(response: unknown): unknown {
  return JSON.parse(JSON.stringify(response), (_name, value: unknown) => {
    if (value === old || value === large) return value === old ? 'old sheet' : 'large sheet';
    const isPacked = typeof value === 'string' && value.startsWith('eyJ');
    return isPacked ? JSON.parse(Buffer.from(value, 'base64').toString()) : value;
  });
}

const cases = Object.entries(responses).flatMap(([subject, list]) =>
  Object.entries(list).map(([address, response]) => ({ subject, address, response })),
);

describe('the response of another service', () => {
  test.each(cases)('about $subject: $address', ({ subject, address, response }) => {
    expect(readably(written(subject, address))).toEqual(response);
  });

  test('is known for each path with data', () => {
    const addresses = cases.map(({ address }) => address);
    for (const [service, { rows }] of compatServices) {
      const missing = rows
        .filter(hasData)
        .flatMap(({ names }) => names)
        .filter((name) => !addresses.some((one) => one.startsWith(`${service}/${name}`)));
      expect([service, missing]).toEqual([service, []]);
    }
  });
});

function hasData(row: CompatService['rows'][number]): boolean {
  if (row.isAbsent) return false;
  const request = { suffix: '', query: { ip: 'a.example', u: 'Ann' } };
  const answer =
    readRow(row, { ...request, pathValues: ['Ann'] }) ??
    readRow(row, { ...request, pathValues: [] });
  return answer?.kind === 'status' ? answer.form.kind === 'json' : answer?.kind === 'profile';
}
