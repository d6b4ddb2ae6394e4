import { expect, test } from 'vitest';
import { inlineName } from './answers.ts';

test.each([
  ['Notch', 'head', 'png', 'inline; filename="Notch-head.png"'],
  ['a b/"c"\r\nX: y', 'default', 'webp', 'inline; filename="a_b_c_X_y-default.webp"'],
  ['Zoë', 'head', 'png', `inline; filename="Zo_-head.png"; filename*=UTF-8''Zo%C3%AB-head.png`],
  [
    `a${'𝔄'.repeat(70)}`,
    'icon',
    'png',
    `inline; filename="a${'_'.repeat(126)}-icon.png"; filename*=UTF-8''a${'%F0%9D%94%84'.repeat(63)}-icon.png`,
  ],
])('the file name for %j', (name, type, extension, header) => {
  expect(inlineName(name, type, extension)).toBe(header);
});
