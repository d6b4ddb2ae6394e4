import { describe, expect, test } from 'vitest';
import { defaultLook, type Lineup, type Own } from '../../src/service/site/front/lineup.ts';
import {
  animationRequest,
  previewRequest,
  previews,
  type Preview,
} from '../../src/service/site/front/preview.ts';
import { shortLink, startingLineup } from '../../src/service/site/front/row.ts';
import { cardOf, membersIn, onlineIn, serverFacts } from '../../web/script/cards.ts';
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
    for (const [kind, stem] of [
      ['invite', '/api/chat/invite'],
      ['group', '/api/roblox/group'],
      ['game', '/api/roblox/game'],
    ] as const) {
      const path = `${stem}/a%2Fb%20c`;
      expect(cardOf(kind, 'a/b c', 'dark')).toEqual({
        kind,
        name: 'a/b c',
        overlay: null,
        card: `${path}/widget?theme=dark`,
        facts: path,
        text: kind === 'game' ? `${path}/status-text` : null,
        lineup: null,
        page: null,
      });
    }
    expect(cardOf('java', 'h', 'dark', 'de')).toMatchObject({
      card: '/api/blockgame/server/java/h/widget?theme=dark&max_age=60&lang=de',
      lineup: '/api/blockgame/server/java/h/lineup?lang=de',
    });
    for (const kind of ['java', 'bedrock'] as const) {
      const path = `/api/blockgame/server/${kind}/h%3A1`;
      expect(cardOf(kind, 'h:1', 'light')).toEqual({
        kind,
        name: 'h:1',
        card: `${path}/widget?theme=light&max_age=60`,
        facts: `${path}/status`,
        text: `${path}/status-text`,
        lineup: `${path}/lineup`,
        overlay: `/live/${kind}/h%3A1`,
        page: `/server/${kind}/h%3A1`,
      });
    }
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
    const facts = {
      online: true,
      players: { online: 12, max: 60, sample },
      offline_reason: 'timeout',
      eula_blocked: true,
    };
    expect(serverFacts(facts)).toEqual({
      isOnline: true,
      online: 12,
      max: 60,
      names: ['Notch', '.Steve_1'],
      isWhole: false,
      reason: 'timeout',
      isBlocked: true,
    });
    const unknown = {
      isOnline: null,
      online: 0,
      max: 0,
      names: [],
      isWhole: false,
      isBlocked: false,
    };
    expect(serverFacts({ online: null, players: null, eula_blocked: false })).toEqual(unknown);
  });
});

test('without samples well-known names are on the stage', () => {
  expect(startingLineup([]).map(({ value }) => value)).toEqual(['Notch', 'jeb_', 'Dinnerbone']);
  const own = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `sample-${name}`);
  expect(startingLineup(own)).toEqual(
    own.slice(0, 5).map((value) => ({ value, label: value.slice(-1) })),
  );
  expect(startingLineup([...own, 'sample-fox'])).toEqual([
    { value: 'sample-fox', label: 'Αλεπού' },
  ]);
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
  expect(url(moving, phone)).toMatch(/&size=640x336&motion=walk&format=webp&frame=0$/);
  expect(url({ options: { size: '2000x100' } }, phone)).toMatch(/&size=640x64&format=webp$/);
  expect(animationRequest('', lineup(moving), phone).url).toMatch(
    /&size=480x252&motion=walk&format=webp$/,
  );
});

test('links are short where every player can stand in a path', () => {
  const link = (values: readonly string[], options = {}, own?: Own): string | null =>
    shortLink('https://lineup.example', {
      items: values.map((value) => ({ value, label: '', ...(own && { own }) })),
      look: { ...defaultLook, options },
    });
  expect(link(['Notch', 'jeb_'], { scene: 'night' })).toBe(
    'https://lineup.example/Notch+jeb_.png?scene=night',
  );
  expect(link(['Notch', 'jeb_'], { motion: 'walk' })).toBe(
    'https://lineup.example/Notch+jeb_.webp?motion=walk',
  );
  expect(link(['Notch'], { scene: 'night' })).toBe('https://lineup.example/Notch.png?scene=night');
  // Otherwise it would be the figure alone.
  expect(link(['Notch'])).toBe('https://lineup.example/Notch.png?labels=below');
  expect(link(['Notch'], { size: 'og' })).toBe('https://lineup.example/Notch.png?size=og');
  expect(link(['my-skin'])).toBeNull();
  expect(link([])).toBeNull();
  expect(link(['Notch', 'https://skins.example/a.png'])).toBeNull();
  expect(link(['Notch', 'x'.repeat(65)])).toBeNull();
  expect(link(['Notch', 'jeb_'], {}, { type: 'roblox' })).toBeNull();
  expect(link(['Notch', 'jeb_'], {}, { type: 'nick' })).toMatch(/\?type\.0=nick&type\.1=nick$/);
});
