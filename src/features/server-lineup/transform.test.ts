import { describe, expect, it } from 'vitest';
import { blankDetails, type ServerStatus } from '../../game-servers/server-status.ts';
import { lineupOf } from './transform.ts';

const offline: ServerStatus = {
  edition: 'java',
  port: 25_565,
  ip: null,
  srv: null,
  latencyMs: null,
  retrievedAtMs: 0,
  details: null,
  offlineReason: 'refused',
  query: null,
};

function online(...names: readonly string[]): ServerStatus {
  const sample = names.map((name) => ({ name, id: null, text: { raw: name, runs: [] } }));
  const players = { online: 12, max: 100, sample, info: [], listed: sample };
  return {
    ...offline,
    offlineReason: null,
    details: { ...blankDetails, motd: { raw: '', runs: [] }, players },
  };
}

const asked = (status: ServerStatus, query = {}) =>
  lineupOf('play.example.net', status, { query, sleeper: 'sample-fox' });

describe('the lineup of a server', () => {
  it('shows up to ten of the named players, each once, with the server’s name and player count', () => {
    const names = Array.from({ length: 14 }, (_, index) => `Player_${index}`);
    const { items, options } = asked(online('Ann', 'Ann', 'two words', ...names));
    expect(items.map(({ value }) => value)).toEqual(['Ann', ...names.slice(0, 9)]);
    expect(options).toMatchObject({
      scene: 'meadow',
      render_type: 'varied',
      size: 'banner',
      title: 'play.example.net',
      subtitle: '12 of 100 online',
      fallback: 'silhouette',
    });
  });

  it('takes players with the long names of old accounts', () => {
    const long = ['seventeen_letters', 'a_name_of_25_letters_long'];
    const { items } = asked(online(...long, 'a_name_of_26_letters_long_'));
    expect(items.map(({ value }) => value)).toEqual(long);
  });

  it('takes players of Bedrock as Floodgate names them', () => {
    const { items } = asked(online('.Steve_123', '..', '.two words', '.Tim203'));
    expect(items.map(({ value }) => value)).toEqual(['.Steve_123', '.Tim203']);
  });

  it.each([
    ['nobody is named', online(), '12 of 100 online'],
    ['nobody knows', { ...offline, offlineReason: 'dns_failure' } as const, 'Unknown'],
  ])('is an empty place by day if %s', (_, status, subtitle) => {
    const { items, options } = asked(status);
    expect(items).toEqual([]);
    expect(options).toMatchObject({ scene: 'meadow', subtitle });
  });

  it('is one sleeping player at night if it is offline', () => {
    const { items, options } = asked(offline);
    expect(items).toEqual([{ value: 'sample-fox', label: '', render_type: 'sleeping' }]);
    expect(options).toMatchObject({ scene: 'night', subtitle: 'Offline' });
  });

  it('counts players as cards do', () => {
    const players = { online: 48_213, max: 200_000, sample: [], info: [], listed: [] };
    const { details } = online();
    const { options } = asked({ ...online(), details: { ...details!, players } });
    expect(options.subtitle).toBe('48,213 of 200,000 online');
  });

  it('is overridden by the query', () => {
    const query = {
      scene: 'cave',
      size: 'og',
      title: 'Mine',
      subtitle: '',
      render_type: 'crossed',
    } as const;
    expect(asked(offline, query).options).toMatchObject(query);
  });

  it('cuts a host name that is longer than a title may be', () => {
    const { options } = lineupOf('a'.repeat(253), offline, { query: {}, sleeper: undefined });
    expect(options.title).toHaveLength(80);
  });
});
