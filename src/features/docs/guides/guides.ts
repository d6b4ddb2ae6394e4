import { errorsGuide } from './errors.ts';
import { familyGuide } from './family.ts';
import type { Guide } from './guide.ts';
import { limitsGuide } from './limits.ts';
import { scenesGuide } from './scenes.ts';
import { selfHostGuide } from './self-host.ts';

/** Pages beside those of the operations, by their path, in the order they are listed. */
export const guides: ReadonlyMap<string, Guide> = new Map([
  ['/docs/scenes', scenesGuide],
  ['/docs/limits', limitsGuide],
  ['/docs/errors', errorsGuide],
  ['/docs/self-host', selfHostGuide],
  [
    '/docs/roblox',
    familyGuide('/api/roblox', {
      title: 'Roblox',
      lead: 'Users, pictures, games and groups of Roblox.',
    }),
  ],
  [
    '/docs/chat',
    familyGuide('/api/chat', {
      title: 'Discord',
      lead: 'Webhooks, invites and servers of Discord.',
    }),
  ],
]);
