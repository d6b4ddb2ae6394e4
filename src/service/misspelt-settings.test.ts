import { describe, expect, test } from 'vitest';
import { misspeltSettings } from './misspelt-settings.ts';
import { settingRows } from './settings.ts';

const names = settingRows().map(({ name }) => name);
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
