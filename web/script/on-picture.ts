import { byId, hit } from './dom.ts';
import { dragFigure, nearestFigure } from './drag-figure.ts';
import { enableRetyping, type Changing } from './retype.ts';

export type Handlers = Changing & {
  /** A figure was pressed. */
  readonly pressed: (slot: HTMLLIElement) => void;
};

/** Space for the plus beside the picture. */
const plusPx = 56;

/** Makes the picture editable: press, drag, remove, rename, add. */
export function enableOnPicture(handlers: Handlers): void {
  const { slots, pressed, changed } = handlers;
  const layer = byId('figures');
  const slotOf = (figure: HTMLElement | null): HTMLLIElement | undefined =>
    slots.all()[Number(figure?.dataset['index'])];
  /** The click that ends a drag does not count. */
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
 * Keeps the layer over the picture, which is centred on its stage. Translating it does not shift the
 * page's layout.
 */
function keepOver(layer: HTMLElement): void {
  const picture = byId('picture', HTMLImageElement);
  const plus = byId('add-here');
  const roll = byId('roll');
  const position = (): void => {
    const { offsetLeft, offsetWidth } = picture;
    layer.style.translate = `${offsetLeft}px`;
    layer.style.width = `${offsetWidth}px`;
    const endPx = offsetLeft + offsetWidth;
    const roomPx = roll.clientWidth - endPx;
    // Without room beside the picture, the plus lies over its corner.
    plus.classList.toggle('tight', roomPx < plusPx);
    plus.style.translate = `${roomPx < plusPx ? endPx - plus.offsetWidth : endPx + 8}px`;
  };
  const resized = new ResizeObserver(position);
  // A picture also moves when its stage becomes narrower.
  for (const part of [picture, roll]) resized.observe(part);
  picture.addEventListener('load', position);
}
