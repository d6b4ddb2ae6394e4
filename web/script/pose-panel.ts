import type { PartName } from '../../src/engine/figure/boxes.ts';
import { byId, hit } from './dom.ts';
import { createDoll } from './doll.ts';
import {
  compactOf,
  fieldOf,
  isPart,
  mirrored,
  poseFrom,
  poseOfType,
  readCompact,
  type Angles,
  type OwnPose,
} from './own-pose.ts';

// The panel for poses of a player's own. A script of its own, which is loaded when the panel is first
// opened.

type PosePanel = {
  /** Called with the compact form when a drag or a slider is released; empty without an own pose. */
  readonly changed: (pose: string) => void;
  readonly done: () => void;
};
export type ShownPose = { readonly pose: string | undefined; readonly renderType: string };
export type OpenPosing = (shown: ShownPose) => void;

const degreesPerPx = 0.9;
/** Arms and legs swing sideways when dragged sideways; head and body turn. */
const turning: ReadonlySet<PartName> = new Set(['head', 'body']);

/** @returns a function that shows the pose of a player */
export function enablePosePanel({ changed, done }: PosePanel): OpenPosing {
  const panel = byId('pose-panel');
  const doll = createDoll(byId('doll'));
  let start = poseOfType('default');
  let own: OwnPose = start.own;
  let part: PartName = 'rightArm';
  let yawDegrees = 0;
  let grabbed = '';

  function show(): void {
    doll.show(poseFrom(own), yawDegrees);
    markPart(panel, part);
    showAngles(panel, own[part], turning.has(part));
  }
  function set(angles: readonly number[]): void {
    const [x = 0, y = 0, z = 0, bend = 0, twist = 0] = angles;
    own = { ...own, [part]: [x, y, z, bend, twist] satisfies Angles };
    show();
  }
  function replace(pose: OwnPose, compact: string): void {
    own = pose;
    show();
    changed(compact);
  }

  panel.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    set(own[part].with(Number(target.dataset['angle']), Number(target.value)));
  });
  panel.addEventListener('change', () => changed(compactOf(own)));
  panel.addEventListener('click', (event) => {
    const named = hit(event, 'button[data-part]')?.dataset['part'];
    const chosen = Object.entries(fieldOf).find(([, field]) => field === named)?.[0];
    if (chosen !== undefined && isPart(chosen)) {
      part = chosen;
      show();
    }
    if (hit(event, '#pose-mirror')) replace(mirrored(own), compactOf(mirrored(own)));
    if (hit(event, '#pose-reset')) replace(start.own, '');
    if (hit(event, '#pose-done')) done();
  });
  enableDragging(byId('doll'), {
    grab: (name) => {
      if (name !== null) part = name;
      grabbed = compactOf(own);
      show();
    },
    drag: (name, xPx, yPx) => {
      if (name === null) yawDegrees += xPx * degreesPerPx;
      else set(dragged(own[name], { name, xPx, yPx, yawDegrees }));
      show();
    },
    drop: () => compactOf(own) !== grabbed && changed(compactOf(own)),
  });

  return ({ pose = '', renderType }) => {
    start = poseOfType(renderType);
    own = pose === '' ? start.own : readCompact(pose);
    yawDegrees = start.yawDegrees;
    show();
  };
}

/** Marks the chosen part, on the figure and by its button. */
function markPart(panel: HTMLElement, part: PartName): void {
  for (const element of panel.querySelectorAll<HTMLElement>('[data-part]')) {
    const isChosen = [part, fieldOf[part]].some((name) => name === element.dataset['part']);
    if (element instanceof HTMLButtonElement) element.ariaPressed = String(isChosen);
    else element.classList.toggle('chosen', isChosen);
  }
}

/** Only arms and legs bend. */
function showAngles(panel: HTMLElement, angles: Angles, isStiff: boolean): void {
  for (const slider of panel.querySelectorAll<HTMLInputElement>('[data-angle]')) {
    const angle = Number(slider.dataset['angle']);
    slider.value = String(angles[angle] ?? 0);
    slider.parentElement?.toggleAttribute('hidden', angle === 3 && isStiff);
    const output = slider.nextElementSibling;
    if (output !== null) output.textContent = `${Math.round(Number(slider.value))}°`;
  }
}

type Drag = {
  readonly name: PartName;
  readonly xPx: number;
  readonly yPx: number;
  readonly yawDegrees: number;
};

/** The part follows the pointer, also when it is seen from behind. */
function dragged(angles: Angles, { name, xPx, yPx, yawDegrees }: Drag): readonly number[] {
  const [x, y, z] = angles;
  const isBehind = Math.cos((yawDegrees * Math.PI) / 180) < 0;
  const [across, up] = [xPx * degreesPerPx, -yPx * degreesPerPx];
  if (turning.has(name))
    return [within(x + (isBehind ? -up : up)), within(y + across), ...angles.slice(2)];
  return [within(x + up), y, within(z + (isBehind ? across : -across)), ...angles.slice(3)];
}

function within(degrees: number): number {
  return Math.min(180, Math.max(-180, degrees));
}

type Dragging = {
  /** @param part `null` beside the figure */
  readonly grab: (part: PartName | null) => void;
  readonly drag: (part: PartName | null, xPx: number, yPx: number) => void;
  readonly drop: () => void;
};

function enableDragging(doll: HTMLElement, { grab, drag, drop }: Dragging): void {
  doll.addEventListener('pointerdown', (start) => {
    const name = hit(start, '[data-part]')?.dataset['part'] ?? '';
    const part = isPart(name) ? name : null;
    // No text is selected on the way.
    start.preventDefault();
    const end = new AbortController();
    let [lastX, lastY] = [start.clientX, start.clientY];
    doll.setPointerCapture(start.pointerId);
    grab(part);
    doll.addEventListener(
      'pointermove',
      ({ clientX, clientY }) => {
        drag(part, clientX - lastX, clientY - lastY);
        [lastX, lastY] = [clientX, clientY];
      },
      { signal: end.signal },
    );
    for (const type of ['pointerup', 'pointercancel'] as const) {
      doll.addEventListener(
        type,
        () => {
          end.abort();
          drop();
        },
        { signal: end.signal },
      );
    }
  });
}
