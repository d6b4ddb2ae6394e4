import { byId } from './dom.ts';
import type { OpenPosing, ShownPose } from './pose-panel.ts';

// The panel for own poses has a script of its own, which is loaded when it is first opened.

/**
 * @param changed called with the compact form of the pose; empty without one
 * @returns a function that opens the panel
 */
export function createPosing(changed: (pose: string) => void): (shown: ShownPose) => Promise<void> {
  let open: OpenPosing | undefined;
  return async (shown) => {
    showPosing(true);
    open ??= await load(changed);
    open(shown);
    // What was pressed is no longer there.
    const panel = byId('pose-panel');
    panel.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus({ preventScroll: true });
  };
}

async function load(changed: (pose: string) => void): Promise<OpenPosing> {
  const { enablePosePanel } = await import('./pose-panel.ts');
  return enablePosePanel({ changed, done });
}

function done(): void {
  showPosing(false);
  byId('own-pose').focus();
}

/** Shows the panel instead of the other fields. */
export function showPosing(isPosing: boolean): void {
  byId('pose-panel').hidden = !isPosing;
  byId('own-fields').hidden = isPosing;
  byId('editor').scrollTop = 0;
}
