import { errorsGuide } from './errors.ts';
import { familyGuide } from './family.ts';
import type { Guide } from './guide.ts';
import { limitsGuide } from './limits.ts';
import { motionGuide } from './motion.ts';
import { scenesGuide } from './scenes.ts';
import { selfHostGuide } from './self-host.ts';

/** Guides by path, in the order in which they are listed. */
export const guides: ReadonlyMap<string, Guide> = new Map([
  ['/docs/scenes', scenesGuide],
  ['/docs/motion', motionGuide],
  ['/docs/limits', limitsGuide],
  ['/docs/errors', errorsGuide],
  ['/docs/self-host', selfHostGuide],
  ['/docs/roblox', familyGuide('/api/roblox')],
  ['/docs/chat', familyGuide('/api/chat')],
]);
