import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { blankDetails, type ServerStatus } from '../../../upstreams/game-servers/server-status.ts';
import { noProps } from '../../../engine/options/spec.ts';
import { lineupOf } from './route.ts';

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
  return counting(1234, ...names);
}

function counting(count: number, ...names: readonly string[]): ServerStatus {
  const sample = names.map((name) => ({ name, id: null, text: { raw: name, runs: [] } }));
  const players = { online: count, max: 200_000, sample, info: [], listed: sample };
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
      subtitle: '1,234 of 200,000 online',
    });
  });

  it.each([
    ['de', online(), '1.234 von 200.000 online'],
    ['fr', online(), '1 234 sur 200 000 en ligne'],
    ['ar', online(), '1,234 من 200,000 متصلون'],
    ['es', offline, 'Desconectado'],
  ] as const)('says in %s how many are online', (lang, status, subtitle) => {
    const { options } = asked(status, { lang });
    // Some languages part thousands by a space that does not break.
    expect(options.subtitle?.replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(subtitle);
    expect(options).not.toHaveProperty('lang');
  });

  it('takes the names of accounts, old ones too, and of Bedrock as Floodgate writes them', () => {
    const taken = ['A', 'b'.repeat(25), '.Tim_203', `.${'c'.repeat(16)}`];
    const others = ['d'.repeat(26), '.', '..', `.${'e'.repeat(17)}`, 'two words', '.two words', ''];
    const { items } = asked(online(...others, ...taken));
    expect(items.map(({ value }) => value)).toEqual(taken);
  });

  it('is an empty place by day if nobody knows', () => {
    const { items, options, ...rest } = asked({ ...offline, offlineReason: 'dns_failure' });
    expect({ items, ...rest }).toEqual({ items: [], crowd: 0, props: noProps });
    expect(options).toMatchObject({ scene: 'meadow', subtitle: 'Unknown' });
  });

  it('is a campfire if nobody is there', () => {
    const { items, crowd, props, options } = asked(counting(0));
    expect({ items, crowd, props }).toEqual({
      items: [],
      crowd: 0,
      props: { ...noProps, hasFire: true },
    });
    expect(options).toMatchObject({ scene: 'meadow', subtitle: 'Be the first' });
    expect(asked(counting(0), { subtitle: 'Soon' }).options.subtitle).toBe('Soon');
  });

  it('names nobody who is not counted a first player', () => {
    expect(asked(counting(0, 'Ann'))).toMatchObject({
      items: [{ value: 'Ann' }],
      props: noProps,
      options: { subtitle: '0 of 200,000 online' },
    });
  });

  it.each([
    [1, 1, ''],
    [9, 9, ''],
    [10, 9, '+1'],
    [48_213, 9, '+48,204'],
    [3_000_009, 9, '+3M'],
  ])('is a crowd and the number of the others if %i are not named: %i %s', (count, crowd, sign) => {
    const lineup = asked(counting(count));
    expect(lineup).toMatchObject({ items: [], crowd, props: { ...noProps, sign } });
  });

  it('has no crowd where some are named', () => {
    const lineup = asked(counting(40, 'Ann', 'two words'));
    expect(lineup).toMatchObject({ items: [{ value: 'Ann' }], crowd: 0, props: noProps });
  });

  it('has the icon of the server as flag', () => {
    const status = online('Ann');
    const details = status.details && { ...status.details, icon: Buffer.from('icon') };
    expect(asked({ ...status, details }).props?.flag).toEqual({
      revision: hash('sha256', 'icon'),
      png: Buffer.from('icon'),
    });
  });

  it('is one sleeping player at night if it is offline', () => {
    const { items, options } = asked(offline);
    const sleeper = { value: 'sample-fox', label: '', render_type: 'sleeping', crop: 'full' };
    expect(items).toEqual([sleeper]);
    expect(options).toMatchObject({ scene: 'night', subtitle: 'Offline' });
  });

  it.each([
    [80, 'a'.repeat(80)],
    [81, `${'a'.repeat(79)}…`],
  ])('has the host as title, cut to 80 letters: %i', (length, title) => {
    const given = { query: {}, sleeper: undefined };
    const { items, options } = lineupOf('a'.repeat(length), offline, given);
    expect([items, options.title]).toEqual([[], title]);
  });

  it.each([
    [undefined, 'silhouette'],
    ['none', 'silhouette'],
    ['default', 'default'],
  ] as const)('draws everybody, with the fallback %s: %s', (fallback, drawn) => {
    expect(asked(online('Ann'), fallback && { fallback }).options.fallback).toBe(drawn);
  });
});
