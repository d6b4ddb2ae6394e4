import { byId, hit } from './dom.ts';
import { dragFigure, nearestFigure } from './drag-figure.ts';
import type { Slots } from './slots.ts';
import { enableRetyping } from './retype.ts';

type Handlers = {
  readonly slots: Slots;
  /** Somebody was pressed. */
  readonly pressed: (slot: HTMLLIElement) => void;
  /** Somebody was moved, removed, renamed or added. */
  readonly changed: () => void;
  readonly refuse: (sentence: string) => void;
};

/** Room that the plus beside the picture takes. */
const plusPx = 56;

/** Makes the picture a form of its own: press, drag, remove, retype, add. */
export function enableOnPicture(handlers: Handlers): void {
  const { slots, pressed, changed } = handlers;
  const layer = byId('figures');
  const slotOf = (figure: HTMLElement | null): HTMLLIElement | undefined =>
    slots.all()[Number(figure?.dataset['index'])];
  /** The press that ends a drag is none. */
  let isDragged = false;
  layer.addEventListener('pointerdown', (start) => {
    const figure = hit(start, '[data-index]');
    const isTaken = start.button !== 0 || hit(start, '.off') !== null;
    if (figure === null || isTaken || layer.querySelector('.lifted') !== null) return;
    isDragged = false;
    dragFigure(figure, start, (point) => {
      isDragged = true;
      const goal = nearestFigure(layer, point);
      const slot = slotOf(figure);
      if (slot === undefined || goal === Number(figure.dataset['index'])) return;
      slots.move(slot, goal);
      changed();
    });
  });
  layer.addEventListener('click', (event) => {
    const slot = slotOf(hit(event, '[data-index]'));
    if (slot === undefined || isDragged) return;
    if (hit(event, '.off') === null) return pressed(slot);
    slots.remove(slot);
    changed();
  });
  enableRetyping(handlers);
  keepOver(layer);
}

/**
 * The picture is in the middle of its stage, and as wide as there is room for. To be translated is
 * not to be moved: nothing of the page's layout shifts.
 */
function keepOver(layer: HTMLElement): void {
  const picture = byId('picture', HTMLImageElement);
  const plus = byId('add-here');
  const place = (): void => {
    const { offsetLeft, offsetWidth } = picture;
    layer.style.translate = `${offsetLeft}px`;
    layer.style.width = `${offsetWidth}px`;
    const endPx = offsetLeft + offsetWidth;
    const roomPx = byId('roll').scrollWidth - endPx;
    // Where there is no room beside it, it lies over the corner.
    plus.classList.toggle('tight', roomPx < plusPx);
    plus.style.translate = `${roomPx < plusPx ? endPx - plus.offsetWidth : endPx + 8}px`;
  };
  new ResizeObserver(place).observe(picture);
  picture.addEventListener('load', place);
}
