import { afterAll, beforeEach, expect, it } from 'vitest';
import { addNotch, startWorld } from '../support/composition-world.ts';
import { watchDrawing } from '../support/watched-drawing.ts';

const drawing = await watchDrawing();
const world = await startWorld({ drawing, env: { TRUST_PROXY: '1' } });
addNotch(world);
afterAll(() => world.close());
beforeEach(() => drawing.forget());

it.each([
  ['a row', '/api/blockgame/render/composition?value=Notch&height=41', 200],
  ['a scene', '/api/blockgame/render/composition?value=Notch&size=200x100&scene=meadow', 200],
  ['a figure', '/api/blockgame/render/default/Notch/full?height=42', 200],
  ['a sheet', '/api/blockgame/skin/Notch?processed=true', 200],
  [
    'sheets beside an unknown player',
    '/api/blockgame/render/composition?value=Notch&value=Nobody',
    404,
  ],
  ['a door of another service', '/api/compat/minotar/avatar/Notch/43', 200],
])('%s is an order of the client who requested it', async (_what, url, status) => {
  const headers = { 'x-forwarded-for': '2001:db8:1:2::3' };
  const answer = await world.app.inject({ url, headers });
  expect([answer.statusCode, drawing.clients]).toEqual([status, ['2001:db8:1:2']]);
});
