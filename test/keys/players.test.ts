import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../support/composition-world.ts';
import { expectKeys } from '../support/keys.ts';
import { skinFile } from '../support/skin-files.ts';
import { watchDrawing } from '../support/watched-drawing.ts';

const [hash, otherHash] = ['5a'.repeat(32), '5b'.repeat(32)];
const [cape, otherCape] = ['5c'.repeat(32), '5d'.repeat(32)];

/** Each differs from `Plain` in one thing; the last does in none that is drawn. */
const players = {
  Plain: { skin: { hash } },
  Clothed: { skin: { hash: otherHash } },
  Slender: { skin: { hash, model: 'slim' } },
  Caped: { skin: { hash }, cape },
  Winged: { skin: { hash }, cape: otherCape },
  Dinnerbone: { skin: { hash } },
  Round_Eared: { skin: { hash }, uuid: '1e18d5ff643d45c8b50943b8461d8614' },
  Twin: { skin: { hash } },
} as const;

const drawing = await watchDrawing();
let world: World;
beforeAll(async () => {
  world = await startWorld({ drawing });
  for (const [index, [name, player]] of Object.entries(players).entries()) {
    world.accounts.addPlayer({ name, uuid: String(index).padStart(32, 'e'), ...player });
  }
  for (const [index, one] of [hash, otherHash].entries()) {
    world.accounts.addTexture(one, skinFile(index));
  }
  for (const [index, one] of [cape, otherCape].entries()) {
    world.accounts.addTexture(one, skinFile(index, { heightPx: 32 }));
  }
});
afterAll(() => world.close());

type Name = keyof typeof players;

const composition = '/api/blockgame/render/composition?height=48';
const faces = ['Clothed', 'Dinnerbone'] as const;
const figures = ['Slender', ...faces] as const;

test.each<[string, (name: Name) => string, readonly Name[]]>([
  [
    'a render',
    (name) => `/api/blockgame/render/default/${name}/full?height=48`,
    [...figures, 'Caped', 'Winged', 'Round_Eared'],
  ],
  [
    'a render without capes',
    (name) => `/api/blockgame/render/default/${name}/full?height=48&cape=false`,
    [...figures, 'Round_Eared'],
  ],
  ['a row', (name) => `${composition}&value=${name}&label=a`, [...figures, 'Round_Eared']],
  [
    'a scene',
    (name) => `${composition}&value=${name}&label=a&scene=night`,
    [...figures, 'Caped', 'Winged', 'Round_Eared'],
  ],
  ['a sheet', (name) => `/api/blockgame/skin/${name}`, ['Clothed']],
  ['a processed sheet', (name) => `/api/blockgame/skin/${name}?processed=true`, ['Clothed']],
])('the validator of %s depends on what it shows of a player', async (_, urlOf, different) => {
  const etagOf = async (name: Name): Promise<string> => {
    const answer = await world.app.inject({ url: urlOf(name), headers: { 'if-none-match': '*' } });
    expect(answer.statusCode, `${name}: ${answer.body}`).toBe(304);
    return String(answer.headers.etag);
  };
  await expectKeys(etagOf, 'Plain', { player: { different, equal: [['Plain', 'Twin']] } });
});
