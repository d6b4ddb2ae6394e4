/** A change of a view: degrees to add, and what to multiply the zoom with. */
export type Turn = { readonly yaw?: number; readonly pitch?: number; readonly zoom?: number };

type Handlers = {
  /** @returns whether anything changed: the view has bounds */
  readonly turn: (by: Turn) => boolean;
  readonly reset: () => void;
  readonly toggle: () => void;
};

const degreesPerPx = 0.5;
const zoomPerPx = 0.0015;

const turnKeys: ReadonlyMap<string, Turn> = new Map([
  ['ArrowLeft', { yaw: 15 }],
  ['ArrowRight', { yaw: -15 }],
  ['ArrowUp', { pitch: 10 }],
  ['ArrowDown', { pitch: -10 }],
  ['+', { zoom: 1.25 }],
  ['=', { zoom: 1.25 }],
  ['-', { zoom: 0.8 }],
]);

/** Turns by dragging, wheel, two fingers and keys. What has no effect is left to the page, which scrolls. */
export function enableGestures(surface: HTMLElement, { turn, reset, toggle }: Handlers): void {
  const fingers = new Map<number, PointerEvent>();
  surface.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    surface.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, event);
  });
  surface.addEventListener('pointermove', (event) => {
    const before = fingers.get(event.pointerId);
    if (before === undefined) return;
    const other = [...fingers.values()].find(({ pointerId }) => pointerId !== event.pointerId);
    fingers.set(event.pointerId, event);
    turn({
      yaw: (before.clientX - event.clientX) * degreesPerPx,
      pitch: (event.clientY - before.clientY) * degreesPerPx,
      ...(other && { zoom: apart(event, other) / apart(before, other) }),
    });
  });
  for (const name of ['pointerup', 'pointercancel'] as const) {
    surface.addEventListener(name, ({ pointerId }) => fingers.delete(pointerId));
  }
  surface.addEventListener(
    'wheel',
    (event) => {
      if (turn({ zoom: Math.exp(-event.deltaY * zoomPerPx) })) event.preventDefault();
    },
    { passive: false },
  );
  surface.addEventListener('keydown', (event) => {
    const by = turnKeys.get(event.key);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (by !== undefined) turn(by);
    else if (event.key === ' ') toggle();
    else if (event.key === '0' || event.key === 'Home') reset();
    else return;
    event.preventDefault();
  });
}

/** At least a pixel, as it is divided by. */
function apart(one: PointerEvent, other: PointerEvent): number {
  return Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY));
}
