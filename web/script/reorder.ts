import { one } from './dom.ts';
import type { Slots } from './slots.ts';

/**
 * Lets places be moved: dragged by their grip with mouse, finger or pen, or with the arrow keys.
 * @param list the element that holds them
 * @param moved called once a place has come to rest somewhere else
 */
export function enableReordering(list: HTMLElement, slots: Slots, moved: () => void): void {
  list.addEventListener('keydown', (event) => {
    const slot = slotOfGrip(event);
    if (slot === null) return;
    const here = slots.all().indexOf(slot);
    const goals: Readonly<Record<string, number>> = {
      ArrowLeft: here - 1,
      ArrowUp: here - 1,
      ArrowRight: here + 1,
      ArrowDown: here + 1,
      Home: 0,
      End: slots.all().length - 1,
    };
    const goal = goals[event.key];
    if (goal === undefined) return;
    event.preventDefault();
    slots.move(slot, goal);
    // Moving an element takes the focus away from what is in it.
    one(slot, '.grip', HTMLButtonElement).focus();
    moved();
  });
  list.addEventListener('pointerdown', (event) => {
    const slot = slotOfGrip(event);
    if (slot !== null && event.button === 0) drag(slot, event, { slots, moved });
  });
}

function slotOfGrip(event: Event): HTMLLIElement | null {
  const { target } = event;
  const grip = target instanceof Element ? target.closest('.grip') : null;
  return grip?.closest<HTMLLIElement>('li.slot') ?? null;
}

type Row = { readonly slots: Slots; readonly moved: () => void };

function drag(slot: HTMLLIElement, start: PointerEvent, { slots, moved }: Row): void {
  const box = slot.getBoundingClientRect();
  const grab = { x: start.clientX - box.left, y: start.clientY - box.top };
  const before = slots.all().indexOf(slot);
  const end = new AbortController();
  start.preventDefault();
  slot.classList.add('lifted');

  function follow({ clientX, clientY }: PointerEvent): void {
    const goal = slots.all().findIndex((other) => other !== slot && holds(other, clientX, clientY));
    if (goal >= 0 && goal !== slots.all().indexOf(slot)) slots.move(slot, goal);
    // Where it lies in the row is measured anew: it may just have changed.
    slot.style.translate = 'none';
    const resting = slot.getBoundingClientRect();
    slot.style.translate = `${clientX - grab.x - resting.left}px ${clientY - grab.y - resting.top}px`;
  }
  function drop(): void {
    end.abort();
    slot.classList.remove('lifted');
    slot.style.translate = '';
    one(slot, '.grip', HTMLButtonElement).focus();
    if (slots.all().indexOf(slot) !== before) moved();
  }
  const { signal } = end;
  addEventListener('pointermove', follow, { signal });
  addEventListener('pointerup', drop, { signal });
  addEventListener('pointercancel', drop, { signal });
}

/** Whether a point is well within an element: at its rim two would change places back and forth. */
function holds(element: Element, x: number, y: number): boolean {
  const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
  const [rimX, rimY] = [width / 6, height / 6];
  return x > left + rimX && x < right - rimX && y > top + rimY && y < bottom - rimY;
}
