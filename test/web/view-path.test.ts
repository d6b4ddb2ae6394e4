import { expect, test } from 'vitest';
import { viewPath } from '../../web/script/view-path.ts';

const base = 'https://lineup.example/sub';

test.each([
  ['/sample-fox.png?labels=below', '/view/sample-fox'],
  ['/.Steve.webp?motion=wave&scene=night', '/view/.Steve?motion=wave'],
  [
    '/Notch.png?hold.0=sword&render_type=crossed&title=Us',
    '/view/Notch?hold=sword&render_type=crossed',
  ],
  ['/Notch.png?overlay=raised&render_type=front', '/view/Notch?overlay=raised'],
  ['/Notch.png?render_type=varied&scene=meadow', '/view/Notch'],
  ['/Notch.png?render_type=crossed&render_type.0=archer', '/view/Notch?render_type=archer'],
  ['/api/blockgame/render/composition?value=Notch&cape=false', '/view/Notch?cape=false'],
  ['/a+b.png', null],
  ['/api/blockgame/render/composition?value=a&value=b', null],
  ['/api/blockgame/render/composition?value=Notch&type.0=roblox', null],
  ['/api/blockgame/render/composition?value=https://skins.example/a.png', null],
  ['/api/blockgame/render/composition?height=256', null],
])('%s is turned at %s', (picture, path) => {
  expect(viewPath(`${base}${picture}`)).toBe(path);
});
