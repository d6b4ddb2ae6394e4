import { describe, expect, it, test } from 'vitest';
import { Value } from 'typebox/value';
import { readMotd, readStyledLine } from '../../../upstreams/game-servers/motd/section-codes.ts';
import {
  blankDetails,
  type QueryDetails,
  type ServerDetails,
  type ServerStatus,
} from '../../../upstreams/game-servers/server-status.ts';
import { statusResponse, type BadgeQuery } from './schema.ts';
import { badgeOf, serverCardOf, statusResponseOf, statusText } from './transform.ts';

const styled = (text: string) => readStyledLine(text, 'java');
const player = (name: string) => ({ name, id: null, text: styled(name) });

const details: ServerDetails = {
  brand: 'MCPE',
  version: { name: 'Paper', text: styled('§6Paper'), protocol: 769, protocolName: '1.21.4' },
  players: null,
  motd: readMotd('§aOne\ntwo', 'bedrock'),
  icon: Buffer.from('icon'),
  mods: [{ id: 'create', version: null }],
  modsTruncated: true,
  enforcesSecureChat: false,
  gamemode: 'Survival',
  serverId: '77',
};

const status: ServerStatus = {
  edition: 'bedrock',
  port: 19_137,
  ip: '203.0.113.9',
  srv: { host: 'real.example', port: 25_570 },
  latencyMs: 12,
  retrievedAtMs: Date.UTC(2030, 0, 2, 3, 4, 5, 678) + 0.4,
  details,
  offlineReason: null,
  query: null,
};
const offline: ServerStatus = { ...status, details: null, offlineReason: 'timeout' };
const unknown: ServerStatus = { ...offline, offlineReason: 'dns_failure' };
const players = {
  online: 5,
  max: 20,
  sample: [player('Anna')],
  info: [styled('§cHello')],
  listed: [],
};
const query: QueryDetails = {
  software: 'Paper on 1.21.4',
  plugins: [{ id: 'WorldEdit', version: '7' }],
  map: 'world',
  online: 7,
  max: 30,
  players: [styled('Anna'), styled('§bBen')],
};

describe('statusText', () => {
  it.each<[Partial<ServerStatus>, string]>([
    [{}, 'Online • a.example:7 (Bedrock) • 0/0'],
    [{ ...offline, edition: 'java' }, 'Offline • a.example:7 (Java) • 0/0'],
    [{ ...unknown, edition: 'java' }, 'Unknown • a.example:7 (Java) • 0/0'],
    [{ details: { ...details, players } }, 'Online • a.example:7 (Bedrock) • 5/20'],
  ])('%#', (changes, expected) => {
    expect(statusText('a.example:7', { ...status, ...changes })).toBe(expected);
  });
});

describe('statusAnswerOf', () => {
  const context = { host: 'a.example', eulaBlocked: false, isCached: true };
  const response = (changes: Partial<ServerStatus> = {}) =>
    statusResponseOf({ ...status, ...changes }, context);

  const known = {
    host: 'a.example',
    port: 19_137,
    edition: 'bedrock',
    ip: '203.0.113.9',
    srv: { host: 'real.example', port: 25_570 },
    eula_blocked: false,
    retrieved_at: '2030-01-02T03:04:05.678Z',
    expires_at: '2030-01-02T03:04:35.678Z',
  };
  const nothing = {
    brand: null,
    version: null,
    players: null,
    motd: null,
    icon: null,
    mods: null,
    mods_truncated: null,
    enforces_secure_chat: null,
    gamemode: null,
    server_id: null,
    software: null,
    plugins: null,
    map: null,
  };

  it('has every field, named as in the API', () => {
    expect(response()).toEqual({
      ...nothing,
      ...known,
      online: true,
      offline_reason: null,
      brand: 'MCPE',
      latency_ms: 12,
      version: {
        name: 'Paper',
        raw: '§6Paper',
        clean: 'Paper',
        html: '<span style="color:#ffaa00">Paper</span>',
        protocol: 769,
        protocol_name: '1.21.4',
      },
      motd: {
        raw: '§aOne\ntwo',
        clean: 'One\ntwo',
        html: '<span style="color:#55ff55">One<br>two</span>',
        lines: [
          { raw: '§aOne', clean: 'One', html: '<span style="color:#55ff55">One</span>' },
          { raw: '§atwo', clean: 'two', html: '<span style="color:#55ff55">two</span>' },
        ],
      },
      icon: 'data:image/png;base64,aWNvbg==',
      mods: [{ id: 'create', version: null }],
      mods_truncated: true,
      enforces_secure_chat: false,
      gamemode: 'Survival',
      server_id: '77',
    });
  });

  it.each([
    ['offline', { ...offline, latencyMs: null }, false, 'timeout'],
    ['unknown', { ...unknown, latencyMs: null }, null, 'dns_failure'],
  ])('has nothing but where it should be if it is %s', (_name, changes, online, reason) => {
    const said = { online, offline_reason: reason, latency_ms: null };
    expect(response(changes)).toEqual({ ...nothing, ...known, ...said });
  });

  it('matches its schema in every state', () => {
    const bare = { ...status, details: { ...blankDetails, motd: styled('') }, ip: null, srv: null };
    for (const one of [status, offline, unknown, { ...status, query }, bare]) {
      const said = statusResponseOf(one, { ...context, eulaBlocked: null });
      expect(Value.Errors(statusResponse, said)).toEqual([]);
    }
  });

  it('expires at once where it is not cached', () => {
    const said = statusResponseOf(unknown, { ...context, isCached: false });
    expect(said.expires_at).toBe(said.retrieved_at);
  });

  it('merges the results of the query protocol with the status', () => {
    const id = '069a79f4-44e9-4726-a5be-fca90e38aaf5';
    const named = { ...players, sample: [{ ...player('Anna'), id }] };
    const said = response({ details: { ...details, players: named }, query });
    expect(said).toMatchObject({
      software: 'Paper on 1.21.4',
      plugins: [{ name: 'WorldEdit', version: '7' }],
      map: 'world',
      players: {
        online: 5,
        max: 20,
        info: [{ raw: '§cHello', clean: 'Hello' }],
        list: [
          { name: 'Anna', id },
          { name: 'Ben', id: null, raw: '§bBen' },
        ],
      },
    });
    // A server that hides its players in the status.
    expect(response({ query }).players).toMatchObject({ online: 7, max: 30, sample: [] });
  });
});

describe('badgeOf', () => {
  const withPlayers = { ...status, details: { ...details, players } };
  const many = { ...players, online: 48_213, max: 200_000 };
  const crowded = { ...status, details: { ...details, players: many } };
  const nameless = { ...status, details: { ...details, version: null } };
  it.each<[ServerStatus, BadgeQuery, readonly [string, string, string]]>([
    [withPlayers, {}, ['players', '5/20', 'brightgreen']],
    [crowded, {}, ['players', '48,213/200,000', 'brightgreen']],
    [status, {}, ['players', 'online', 'brightgreen']],
    [status, { metric: 'status' }, ['server', 'online', 'brightgreen']],
    [withPlayers, { metric: 'version' }, ['version', 'Paper', 'blue']],
    [nameless, { metric: 'version' }, ['version', 'online', 'blue']],
    [offline, {}, ['players', 'offline', 'red']],
    [offline, { metric: 'version' }, ['version', 'offline', 'red']],
    [unknown, {}, ['players', 'unknown', 'lightgrey']],
    [offline, { color: 'blue', label: 'mine' }, ['mine', 'offline', 'blue']],
  ])('%#', (one, query_, [label, message, color]) => {
    expect(badgeOf(one, query_)).toEqual({ label, message, color, style: 'flat', sign: 'cube' });
  });
});

test('the line of text is for programs: its numbers have no separators', () => {
  const many = { ...players, online: 48_213, max: 200_000 };
  const text = statusText('a.example', { ...status, details: { ...details, players: many } });
  expect(text).toBe('Online • a.example (Bedrock) • 48213/200000');
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
    [599, 3],
    [600, 2],
    [999, 2],
    [1000, 1],
  ])('a latency of %s ms has %i bars', (latencyMs, bars) => {
    expect(serverCardOf('a.example', { ...status, latencyMs }, options).server?.bars).toBe(bars);
  });

  it.each([
    [undefined, { title: '', host: 'a.example' }],
    ['', { title: '', host: 'a.example' }],
    ['Mine', { title: 'Mine', host: '' }],
  ])('shows its host unless it has a title: %j', (title, shown) => {
    const withPlayers = { ...status, details: { ...details, players } };
    expect(
      serverCardOf('a.example', withPlayers, { ...(title !== undefined && { title }) }),
    ).toEqual({
      ...shown,
      theme: 'dark',
      scale: 1,
      lang: 'en',
      edition: 'Bedrock',
      state: 'online',
      heads: [],
      server: {
        motd: details.motd.runs,
        players: { online: 5, max: 20 },
        version: 'Paper',
        bars: 5,
        icon: details.icon,
      },
    });
  });

  it('has no version if the server sends an empty one', () => {
    const version = { ...details.version!, name: '' };
    const unnamed = { ...status, details: { ...details, version } };
    expect(serverCardOf('a.example', unnamed, options).server).toMatchObject({
      version: null,
      players: null,
    });
  });
});
