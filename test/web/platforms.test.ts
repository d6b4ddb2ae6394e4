import { describe, expect, test } from 'vitest';
import { defaultLook, type Lineup } from '../../src/features/docs/front/lineup.ts';
import {
  filmRequest,
  previewRequest,
  previews,
  type Preview,
} from '../../src/features/docs/front/preview.ts';
import { shortLink } from '../../src/features/docs/front/short-link.ts';
import { startingLineup } from '../../src/features/docs/front/starting-lineup.ts';
import { cardOf, membersIn, onlineIn } from '../../web/script/cards.ts';
import { withPlatform } from '../../web/script/roblox.ts';

describe('references to Roblox users', () => {
  test.each([
    ['roblox:builderman', 'builderman'],
    ['Roblox: 156', '156'],
    ['https://www.roblox.com/users/156/profile', 'https://www.roblox.com/users/156/profile'],
    ['roblox.com/de/users/156', 'roblox.com/de/users/156'],
  ])('%s', (value, name) => {
    const place = { value, label: 'B', own: { scale: '1.2' } };
    expect(withPlatform(place)).toEqual({
      value: name,
      label: 'B',
      own: { scale: '1.2', type: 'roblox' },
    });
  });

  test.each(['Notch', 'roblox:', 'roblox', 'https://example.org/roblox.com/users/1'])(
    '%s is none',
    (value) => {
      expect(withPlatform({ value, label: '' })).toEqual({ value, label: '' });
    },
  );
});

describe('cards', () => {
  test('are requested by kind and reference, in any form', () => {
    expect(cardOf('invite', 'https://discord.gg/a b', 'dark')).toMatchObject({
      card: '/api/chat/invite/https%3A%2F%2Fdiscord.gg%2Fa%20b/widget?theme=dark',
      text: null,
      lineup: null,
    });
    const pathOf = (kind: Parameters<typeof cardOf>[0]) => cardOf(kind, 'h', 'dark').card;
    expect(pathOf('java')).toBe('/api/blockgame/server/java/h/widget?theme=dark&max_age=60');
    expect(pathOf('bedrock')).toBe('/api/blockgame/server/bedrock/h/widget?theme=dark&max_age=60');
    expect(pathOf('game')).toBe('/api/roblox/game/h/widget?theme=dark');
    expect(cardOf('game', '30', 'light').text).toBe('/api/roblox/game/30/status-text');
    expect(cardOf('bedrock', 'h', 'light').lineup).toBe('/api/blockgame/server/bedrock/h/lineup');
  });

  test('show online and member counts, and accept missing fields', () => {
    const sample = [{ name: 'Notch' }, { name: '.Steve_1' }, { name: '§cJoin us!' }, null, {}];
    expect(onlineIn({ players: { sample } })).toEqual(['Notch', '.Steve_1']);
    expect(onlineIn({ players: null })).toEqual([]);
    expect(membersIn({ guild: { name: 'Hills' }, members: 12 })).toEqual({
      name: 'Hills',
      count: 12,
    });
    expect(membersIn(null)).toEqual({ name: '', count: 0 });
  });
});

test('without samples well-known names are on the stage', () => {
  expect(startingLineup([]).map(({ value }) => value)).toEqual(['Notch', 'jeb_', 'Dinnerbone']);
  expect(startingLineup(['mine']).map(({ value }) => value)).toEqual(['mine']);
});

test('a preview is as large as its stage needs, and a film smaller', () => {
  const items = [{ value: 'Notch', label: '' }];
  const [phone, desk] = previews;
  const lineup = (look: object): Lineup => ({ items, look: { ...defaultLook, ...look } });
  const url = (look: object, preview: Preview): string =>
    previewRequest('', lineup(look), preview).url;
  expect(url({}, desk)).toMatch(/\?value=Notch&height=384&format=webp$/);
  expect(url({ heightPx: 64 }, desk)).toMatch(/\?value=Notch&height=64&format=webp$/);
  const scene = { options: { scene: 'snow' } };
  expect(url(scene, desk)).toMatch(/\?value=Notch&scene=snow&size=864x454&format=webp$/);
  expect(url(scene, phone)).toMatch(/&scene=snow&size=640x336&format=webp$/);
  const moving = { options: { scene: 'snow', motion: 'walk' } };
  expect(url(moving, phone)).toMatch(/&motion=walk&size=640x336&format=webp&frame=0$/);
  expect(filmRequest('', lineup(moving), phone).url).toMatch(
    /&motion=walk&size=480x252&format=webp$/,
  );
});

test('links are short where every player can stand in a path', () => {
  const link = (values: readonly string[], options = {}): string | null =>
    shortLink('https://lineup.example', {
      items: values.map((value) => ({ value, label: '' })),
      look: { ...defaultLook, options },
    });
  expect(link(['Notch', 'jeb_'], { scene: 'night' })).toBe(
    'https://lineup.example/Notch+jeb_.png?scene=night',
  );
  expect(link(['Notch', 'jeb_'], { motion: 'walk' })).toBe(
    'https://lineup.example/Notch+jeb_.webp?motion=walk',
  );
  // A single player's is a figure without a scene.
  expect(link(['Notch'])).toBeNull();
  expect(link(['Notch', 'https://skins.example/a.png'])).toBeNull();
});
