import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { World } from './composition-world.ts';
import type { WatchedDrawing } from './watched-drawing.ts';

type Opened = { readonly world: World; readonly drawing: WatchedDrawing };

/** How the groups of a file open their worlds. @param current what `open` has opened */
export function worldHooks(open: () => Promise<void>, current: () => Opened) {
  const close = (): Promise<void> => current().world.close();
  return {
    /** A world for each test of a group. */
    useWorlds: (): void => {
      beforeEach(open);
      afterEach(close);
    },
    /** One world for a group whose tests leave it as it was, and only count what they caused. */
    useOneWorld: (): void => {
      beforeAll(open);
      afterAll(close);
      beforeEach(() => {
        current().drawing.forget();
        current().world.accounts.forgetCalls();
      });
    },
  };
}
