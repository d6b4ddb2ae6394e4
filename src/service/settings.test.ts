import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSettings, settingRows, type Settings, misspeltSettings } from './settings.ts';

function messageOf(env: Record<string, string>): string {
  try {
    readSettings(env);
  } catch (error) {
    return error instanceof Error ? error.message : 'not an Error';
  }
  return 'no error';
}

const defaults: Settings = {
  host: '127.0.0.1',
  port: 8080,
  publicUrl: undefined,
  trustProxy: false,
  rateLimitMax: 240,
  webhookProxyRateLimitMax: 10,
  redisUrl: undefined,
  cacheMaxBytes: 134_217_728,
  allowPrivateAddresses: false,
  skinsDir: undefined,
  mojangApiUrl: 'https://api.minecraftservices.com',
  mojangSessionUrl: 'https://sessionserver.mojang.com',
  mojangTexturesUrl: 'https://textures.minecraft.net',
  geyserApiUrl: 'https://api.geysermc.org',
  accountServices: new Map(),
  compatHosts: new Map(),
  discordApiUrl: 'https://discord.com/api/v10',
  discordCdnUrl: 'https://cdn.discordapp.com',
  robloxUrl: 'https://{service}.roblox.com',
  robloxCdnUrl: undefined,
  robloxApiKey: undefined,
  discordRequestsPerSecond: 50,
  webhookQueueKey: undefined,
  webhookAllowMassMentions: false,
  metricsPort: undefined,
  logLevel: 'info',
};

/** `cacheMaxBytes` is read from `CACHE_MAX_BYTES`. */
const variableOf = (key: string) => key.replaceAll(/[A-Z]/g, '_$&').toUpperCase();
const names = Object.keys(defaults).map(variableOf);

describe('readSettings', () => {
  test('METRICS_PORT is another port than PORT', () => {
    const sentence = (port: number) =>
      `METRICS_PORT and PORT must be different ports, not both ${port}.`;
    expect(messageOf({ PORT: '9090', METRICS_PORT: '9090' })).toBe(sentence(9090));
    expect(messageOf({ METRICS_PORT: '8080' })).toBe(sentence(8080));
    expect(messageOf({ PORT: '0', METRICS_PORT: '0' })).toBe('no error');
    expect(messageOf({ PORT: '9090', METRICS_PORT: '9091' })).toBe('no error');
  });

  test('an empty environment gives the defaults', () => {
    expect(readSettings({})).toEqual(defaults);
  });

  test('empty and blank values and unknown variables change nothing', () => {
    const blank = Object.fromEntries(names.map((name) => [name, '']));
    expect(readSettings({ ...blank, PORT: '  ', PATH: '/bin', port: '1' })).toEqual(defaults);
  });

  test('the settings are frozen', () => {
    expect(Object.isFrozen(readSettings({}))).toBe(true);
  });

  test.each<[keyof Settings, string, Settings[keyof Settings]]>([
    ['host', '::', '::'],
    ['host', '[::1]', '::1'],
    ['host', ' skins.example.org ', 'skins.example.org'],
    ['port', '0', 0],
    ['port', '65535', 65_535],
    ['port', ' 3000 ', 3000],
    ['publicUrl', 'https://skins.example.org/', 'https://skins.example.org'],
    ['publicUrl', 'HTTP://Skins.Example.org:8080/base//', 'http://skins.example.org:8080/base'],
    ['trustProxy', 'off', false],
    ['trustProxy', '0', false],
    ['trustProxy', '1', 1],
    ['trustProxy', '32', 32],
    ['trustProxy', '10.0.0.0/8', ['10.0.0.0/8']],
    ['trustProxy', '127.0.0.1, fd00::/8 ,::1', ['127.0.0.1', 'fd00::/8', '::1']],
    ['rateLimitMax', '1', 1],
    ['webhookProxyRateLimitMax', '25', 25],
    ['redisUrl', 'redis://:s3cret@cache:6379/2', 'redis://:s3cret@cache:6379/2'],
    ['redisUrl', 'rediss://cache', 'rediss://cache'],
    ['cacheMaxBytes', '1', 1],
    ['cacheMaxBytes', '9007199254740991', Number.MAX_SAFE_INTEGER],
    ['allowPrivateAddresses', 'TRUE', true],
    ['allowPrivateAddresses', '1', true],
    ['allowPrivateAddresses', '0', false],
    ['skinsDir', import.meta.dirname, import.meta.dirname],
    ['skinsDir', 'samples/skins', resolve('samples/skins')],
    ['mojangApiUrl', 'http://127.0.0.1:9/', 'http://127.0.0.1:9'],
    ['mojangSessionUrl', 'http://[::1]:9/s', 'http://[::1]:9/s'],
    ['mojangTexturesUrl', 'http://t', 'http://t'],
    ['geyserApiUrl', 'http://g/', 'http://g'],
    [
      'accountServices',
      'ely=https://account.ely.by/api/authlib-injector/, our-drasl = http://10.0.0.7/authlib-injector',
      new Map([
        ['ely', 'https://account.ely.by/api/authlib-injector'],
        ['our-drasl', 'http://10.0.0.7/authlib-injector'],
      ]),
    ],
    [
      'compatHosts',
      'Avatars.Example.org=crafatar, 10.0.0.7=mc-heads, ::1=vzge, Köpfe.example=minotar',
      new Map([
        ['avatars.example.org', 'crafatar'],
        ['10.0.0.7', 'mc-heads'],
        ['[::1]', 'vzge'],
        ['xn--kpfe-5qa.example', 'minotar'],
      ]),
    ],
    ['discordApiUrl', 'https://d/api/v9', 'https://d/api/v9'],
    ['robloxUrl', 'https://{service}.example.org/', 'https://{service}.example.org'],
    ['robloxUrl', 'http://127.0.0.1:7/x/', 'http://127.0.0.1:7/x/{service}'],
    ['robloxApiKey', 'abc+/=', 'abc+/='],
    ['discordRequestsPerSecond', '1', 1],
    ['discordRequestsPerSecond', '1000', 1000],
    ['webhookAllowMassMentions', 'true', true],
    ['metricsPort', '9100', 9100],
    ['metricsPort', '0', 0],
    ['logLevel', 'WARN', 'warn'],
    ['logLevel', 'silent', 'silent'],
  ])('%s from "%s"', (key, text, value) => {
    expect(readSettings({ [variableOf(key)]: text })).toEqual({ ...defaults, [key]: value });
  });

  test.each([
    ['HOST', 'a b'],
    ['HOST', '300.1.1.1'],
    ['HOST', '127.0.0.1:80'],
    ['HOST', 'http://localhost'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['PORT', '0x50'],
    ['PORT', '1e3'],
    ['PUBLIC_URL', 'skins.example.org'],
    ['PUBLIC_URL', 'ftp://skins.example.org'],
    ['PUBLIC_URL', 'https://skins.example.org/?'],
    ['PUBLIC_URL', 'https://skins.example.org/#top'],
    ['PUBLIC_URL', 'https:skins.example.org'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '33'],
    ['TRUST_PROXY', '-1'],
    ['TRUST_PROXY', 'loopback'],
    ['TRUST_PROXY', '10.0.0.0/0'],
    ['TRUST_PROXY', '::/0'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', 'fd00::/129'],
    ['TRUST_PROXY', '10.0.0/8'],
    ['TRUST_PROXY', '10.0.0.0/255.0.0.0'],
    ['TRUST_PROXY', '::ffff:10.0.0.1/104'],
    ['TRUST_PROXY', '::ffff:0:0/96'],
    ['TRUST_PROXY', '0:0:0:0:0:ffff:102:304'],
    ['TRUST_PROXY', 'fe80::1%eth0'],
    ['TRUST_PROXY', '10.0.0.1,'],
    ['RATE_LIMIT_MAX', '0'],
    ['WEBHOOK_PROXY_RATE_LIMIT_MAX', '-5'],
    ['REDIS_URL', 'cache:6379'],
    ['REDIS_URL', 'http://cache:6379'],
    ['REDIS_URL', 'redis://'],
    ['REDIS_URL', 'redis://cache:port'],
    ['REDIS_URL', 'redis://cache/main'],
    ['REDIS_URL', 'redis://cache/1/2'],
    ['REDIS_URL', 'redis://user%ZZ:pw@cache'],
    ['REDIS_URL', 'redis://:pw%FF@cache'],
    ['CACHE_MAX_BYTES', '0'],
    ['CACHE_MAX_BYTES', '9007199254740993'],
    ['ALLOW_PRIVATE_ADDRESSES', 'yes'],
    ['ALLOW_PRIVATE_ADDRESSES', 'constructor'],
    ['SKINS_DIR', 'a\0b'],
    ['SKINS_DIR', '/no/such/folder'],
    ['SKINS_DIR', `/tmp/${'a'.repeat(5000)}`],
    ['SKINS_DIR', import.meta.filename],
    ['SKINS_DIR', `${import.meta.filename}/below-a-file`],
    ['MOJANG_API_URL', 'mojang'],
    ['MOJANG_SESSION_URL', '//host'],
    ['MOJANG_TEXTURES_URL', 'https://'],
    ['DISCORD_API_URL', 'https://a b'],
    ['ROBLOX_URL', 'https://{host}.example.org'],
    ['COMPAT_HOSTS', 'avatars.example.org'],
    ['COMPAT_HOSTS', 'avatars.example.org=gravatar'],
    ['COMPAT_HOSTS', 'avatars.example.org:8080=crafatar'],
    ['COMPAT_HOSTS', 'a.example=crafatar,A.example=minotar'],
    ['ACCOUNT_SERVICES', 'Ely=https://ely.by'],
    ['ACCOUNT_SERVICES', 'ely=ftp://ely.by'],
    ['ACCOUNT_SERVICES', 'ely=https://a,ely=https://b'],
    ['ACCOUNT_SERVICES', 'ely=https://a,'],
    ['ACCOUNT_SERVICES', 'ely=https://user:pw@a'],
    ['WEBHOOK_ALLOW_MASS_MENTIONS', '2'],
    ['METRICS_PORT', 'none'],
    ['LOG_LEVEL', 'verbose'],
  ])('%s refuses "%s" in one line that names it', (name, text) => {
    const message = messageOf({ [name]: text });
    expect(message).toMatch(new RegExp(`^${name} must be .+\\.$`));
  });

  test('shortens a long value or one of several lines to one short line', () => {
    const message = messageOf({ HOST: `a\nb${'c'.repeat(5000)}` });
    expect(message).not.toContain('\n');
    expect(message.length).toBeLessThan(200);
  });

  test.each([
    ['REDIS_URL', 'http://:hunter2@cache'],
    ['REDIS_URL', 'redis://user:hunter2@cache:99999'],
    ['ROBLOX_API_KEY', 'hunter2 cret'],
    ['PUBLIC_URL', 'https://user:hunter2@skins.example.org'],
    ['MOJANG_API_URL', 'https://user:hunter2@host'],
    ['MOJANG_SESSION_URL', 'https://host/?key=hunter2'],
    ['MOJANG_TEXTURES_URL', 'ftp://hunter2@host'],
    ['DISCORD_API_URL', 'https://host/#hunter2'],
  ])('%s never shows its value', (name, text) => {
    const message = messageOf({ [name]: text });
    expect(message).toMatch(new RegExp(`^${name} must be `));
    expect(message).not.toContain('hunter2');
  });
});

describe('settingRows', () => {
  test('has one row for each setting, with no empty cell and no pipe', () => {
    const rows = settingRows();
    expect(rows.map(({ name }) => name)).toEqual(names);
    for (const cell of rows.flatMap((row) => Object.values(row))) expect(cell).toMatch(/^[^|]+$/);
  });

  test('shows defaults as they would be set, the same on any machine', () => {
    const fallbacks = Object.fromEntries(
      settingRows().map(({ name, fallback }) => [name, fallback]),
    );
    expect(fallbacks).toMatchObject({ PORT: '`8080`', SKINS_DIR: '–', REDIS_URL: '–' });
    expect(JSON.stringify(fallbacks)).not.toContain(import.meta.dirname);
  });
});

const similarTo = (name: string, value = 'x') =>
  misspeltSettings({ [name]: value }, names).map(({ similar }) => similar);

describe('misspeltSettings', () => {
  test.each([
    ['REDIS_URI', 'REDIS_URL'],
    ['RATE_LIMT_MAX', 'RATE_LIMIT_MAX'],
    ['RATELIMIT_MAX', 'RATE_LIMIT_MAX'],
    ['RATE-LIMIT-MAX', 'RATE_LIMIT_MAX'],
    ['TRUSTPROXY', 'TRUST_PROXY'],
    ['LINEUP_PORT', 'PORT'],
    ['METRIC_PORT', 'METRICS_PORT'],
    ['ROBLOX_KEY', 'ROBLOX_API_KEY'],
    ['DISCORD_URL', 'DISCORD_API_URL'],
    ['RATE_LIMIT', 'RATE_LIMIT_MAX'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['WEBHOOK_RATE_LIMIT', 'WEBHOOK_PROXY_RATE_LIMIT_MAX'],
  ])('%s looks like %s', (name, similar) => {
    expect(similarTo(name)).toEqual([similar]);
  });

  test('each setting with two letters swapped, one missing or one too many is noticed', () => {
    for (const name of names) {
      const swapped = name.replace(/^(.)(.)/, '$2$1');
      for (const typed of [swapped, name.slice(0, -1), `${name}S`, name.toLowerCase()]) {
        expect(similarTo(typed), typed).toHaveLength(1);
      }
    }
  });

  const foreign =
    'HOME PATH HOSTNAME HOSTTYPE LOGNAME USER PWD SHELL LANG TERM ' +
    'NODE_ENV NODE_OPTIONS NODE_COMPILE_CACHE npm_config_cache npm_package_name MALLOC_ARENA_MAX INVOCATION_ID ' +
    'JOURNAL_STREAM XDG_CACHE_HOME COLORTERM DEBUG EDITOR http_proxy NO_COLOR INIT_CWD SYSTEMD_EXEC_PID KUBERNETES_PORT';
  test.each(foreign.split(' '))('%s is no setting and does not look like one', (name) => {
    expect(similarTo(name)).toEqual([]);
  });

  test('nothing is said of settings, of empty variables and of those of Kubernetes', () => {
    for (const name of names) expect(similarTo(name)).toEqual([]);
    expect(similarTo('REDIS_URI', ' ')).toEqual([]);
    const service = {
      LINEUP_PORT: 'tcp://10.0.0.1:80',
      LINEUP_PORT_80_TCP: 'tcp://10.0.0.1:80',
      LINEUP_SERVICE_HOST: '10.0.0.1',
      LINEUP_SERVICE_PORT_HTTP: '80',
      REDIS_PORT: 'tcp://10.0.0.2:6379',
      REDIS_SERVICE_PORT: '6379',
    };
    expect(misspeltSettings(service, names)).toEqual([]);
  });
});
