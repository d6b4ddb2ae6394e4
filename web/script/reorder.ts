import { hit, one, slotAt } from './dom.ts';
import type { Slots } from './slots.ts';

/**
 * Makes slots movable: by dragging their grip with mouse, finger or pen, or with the arrow keys.
 * @param list the element that contains them
 * @param moved called when a slot has been moved
 */
export function enableReordering(list: HTMLElement, slots: Slots, moved: () => void): void {
  list.addEventListener('keydown', (event) => {
    const slot = slotOfGrip(event);
    if (slot === null) return;
    const here = slots.all().indexOf(slot);
    const goals = new Map([
      ['ArrowLeft', here - 1],
      ['ArrowUp', here - 1],
      ['ArrowRight', here + 1],
      ['ArrowDown', here + 1],
      ['Home', 0],
      ['End', slots.all().length - 1],
    ]);
    const goal = goals.get(event.key);
    if (goal === undefined) return;
    event.preventDefault();
    slots.move(slot, goal);
    slot.scrollIntoView({ block: 'nearest' });
    moved();
  });
  list.addEventListener('pointerdown', (event) => {
    const slot = slotOfGrip(event);
    // A second finger cannot lift another slot.
    const isFree = list.querySelector('.lifted') === null;
    if (slot !== null && event.button === 0 && isFree) drag(slot, event, { list, slots, moved });
  });
}

function slotOfGrip(event: Event): HTMLLIElement | null {
  return hit(event, '.grip') && slotAt(event);
}

type Row = { readonly list: HTMLElement; readonly slots: Slots; readonly moved: () => void };
type PointerEventName = 'pointermove' | 'pointerup' | 'pointercancel';
type Point = { readonly x: number; readonly y: number };

function drag(slot: HTMLLIElement, start: PointerEvent, { list, slots, moved }: Row): void {
  const before = slots.all().indexOf(slot);
  const grip = one(slot, '.grip', HTMLButtonElement);
  // Positions are measured once, so that two slots of different size cannot swap back and forth
  // below a resting pointer.
  const centres = slots.all().map((other) => onPage(centreOf(other)));
  const centre = centreOf(slot);
  const grab = { x: start.clientX - centre.x, y: start.clientY - centre.y };
  const end = new AbortController();
  let pointer: Point = { x: start.clientX, y: start.clientY };

  function follow(): void {
    const held = { x: pointer.x - grab.x, y: pointer.y - grab.y };
    const goal = nearest(centres, onPage(held));
    if (goal !== slots.all().indexOf(slot)) slots.move(slot, goal);
    // Its position in the row is measured again, as it may have changed.
    slot.style.translate = 'none';
    const resting = centreOf(slot);
    slot.style.translate = `${held.x - resting.x}px ${held.y - resting.y}px`;
  }
  function finish(isAccepted: boolean): void {
    end.abort();
    slot.classList.remove('lifted');
    slot.style.translate = '';
    if (!isAccepted) slots.move(slot, before);
    grip.focus({ preventScroll: true });
    if (slots.all().indexOf(slot) !== before) moved();
  }
  const { signal } = end;
  /** Listens to the dragging pointer only. */
  const on = (name: PointerEventName, act: (event: PointerEvent) => void): void =>
    addEventListener(name, (event) => event.pointerId === start.pointerId && act(event), {
      signal,
    });

  start.preventDefault();
  grip.setPointerCapture(start.pointerId);
  slot.classList.add('lifted');
  on('pointermove', ({ clientX: x, clientY: y }) => {
    pointer = { x, y };
    follow();
  });
  on('pointerup', () => finish(true));
  on('pointercancel', () => finish(false));
  addEventListener('keydown', ({ key }) => key === 'Escape' && finish(false), { signal });
  scrollAlong(list, () => pointer, { signal, scrolled: follow });
}

/** Distance from the top or bottom of the screen within which the page scrolls. */
const edgePx = 80;
/** Margin beyond the list. */
const rimPx = 16;

type Ride = { readonly signal: AbortSignal; readonly scrolled: () => void };

/** Scrolls while the pointer is at an edge and the list continues beyond it. */
function scrollAlong(list: HTMLElement, pointer: () => Point, { signal, scrolled }: Ride): void {
  requestAnimationFrame(() => {
    if (signal.aborted) return;
    const { top, bottom } = list.getBoundingClientRect();
    const { y } = pointer();
    const down = Math.max(0, Math.min(y - innerHeight + edgePx, bottom - innerHeight + rimPx));
    const up = Math.max(0, Math.min(edgePx - y, rimPx - top));
    if (down !== up) {
      scrollBy(0, (down - up) / 5);
      scrolled();
    }
    scrollAlong(list, pointer, { signal, scrolled });
  });
}

function centreOf(element: Element): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** Converts window to page coordinates, since the page may scroll. */
function onPage({ x, y }: Point): Point {
  return { x: x + scrollX, y: y + scrollY };
}

function nearest(centres: readonly Point[], { x, y }: Point): number {
  const distances = centres.map((centre) => Math.hypot(centre.x - x, centre.y - y));
  return distances.indexOf(Math.min(...distances));
}
