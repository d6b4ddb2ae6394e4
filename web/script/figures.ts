import { byId, hit } from './dom.ts';
import { nameOf } from './slot.ts';
import type { Slots } from './slots.ts';
import { t } from './messages.ts';

// The figures of the picture as something to press and to drag. Hands only: the list of places is
// there for keyboards and for those who don't see the picture.

type Handlers = {
  readonly slots: Slots;
  /** Somebody was pressed. */
  readonly pressed: (slot: HTMLLIElement) => void;
  /** Somebody was dragged to another place. */
  readonly moved: () => void;
};

/** How far a finger may slip while it presses. */
const slipPx = 8;
/** A finger that rests this long takes the figure along; before that it scrolls the page, or a long row. */
const holdMs = 250;

/** Lays the figures over every picture that comes. */
export function enableFigures({ slots, pressed, moved }: Handlers): void {
  const layer = byId('figures');
  /** The press that ends a drag is none. */
  let isDragged = false;
  layer.addEventListener('pointerdown', (start) => {
    const figure = hit(start, '[data-index]');
    if (figure === null || start.button !== 0 || layer.querySelector('.lifted') !== null) return;
    isDragged = false;
    drag(figure, start, (clientX) => {
      isDragged = true;
      const from = Number(figure.dataset['index']);
      const goal = nearest(layer, clientX);
      const slot = slots.all()[from];
      if (slot === undefined || goal === from) return;
      slots.move(slot, goal);
      moved();
    });
  });
  layer.addEventListener('click', (event) => {
    const slot = slots.all()[Number(hit(event, '[data-index]')?.dataset['index'])];
    if (slot !== undefined && !isDragged) pressed(slot);
  });
  const picture = byId('picture', HTMLImageElement);
  // It is in the middle of its stage, and as wide as there is room for. To be translated is not to
  // be moved: nothing of the page's layout shifts.
  const place = (): void => {
    layer.style.translate = `${picture.offsetLeft}px`;
    layer.style.width = `${picture.offsetWidth}px`;
  };
  new ResizeObserver(place).observe(picture);
  picture.addEventListener('load', () => {
    place();
    lay(layer, slots);
  });
}

/**
 * Takes a figure along: a mouse at once, a finger once it has rested on it.
 * @param dropped called with where it was let go, if it was moved at all
 */
function drag(figure: HTMLElement, start: PointerEvent, dropped: (clientX: number) => void): void {
  const isFinger = start.pointerType === 'touch';
  const end = new AbortController();
  const { signal } = end;
  const lift = (): void => figure.classList.add('lifted');
  const isLifted = (): boolean => figure.classList.contains('lifted');
  const holding = isFinger ? setTimeout(lift, holdMs) : undefined;

  function finish(): void {
    clearTimeout(holding);
    end.abort();
    figure.classList.remove('lifted');
    figure.style.translate = '';
  }
  if (!isFinger) {
    start.preventDefault();
    figure.setPointerCapture(start.pointerId);
  }
  figure.addEventListener(
    'pointermove',
    ({ clientX }) => {
      const awayPx = clientX - start.clientX;
      if (!isFinger && Math.abs(awayPx) > slipPx) lift();
      if (isLifted()) figure.style.translate = `${awayPx}px`;
      // It scrolls.
      else if (isFinger && Math.abs(awayPx) > slipPx) finish();
    },
    { signal },
  );
  figure.addEventListener(
    'pointerup',
    ({ clientX }) => {
      const isMoved = isLifted() && Math.abs(clientX - start.clientX) > slipPx;
      finish();
      if (isMoved) dropped(clientX);
    },
    { signal },
  );
  figure.addEventListener('pointercancel', finish, { signal });
  // What is lifted does not scroll, and a long press is no question for a menu.
  for (const type of ['touchmove', 'contextmenu']) {
    figure.addEventListener(
      type,
      (event) => isLifted() && event.cancelable && event.preventDefault(),
      {
        signal,
        passive: false,
      },
    );
  }
}

/** The figure whose middle is nearest to a point. */
function nearest(layer: HTMLElement, xPx: number): number {
  const middles = [...layer.querySelectorAll<HTMLElement>('[data-index]')].map((figure) => {
    const { left, width } = figure.getBoundingClientRect();
    return { index: Number(figure.dataset['index']), away: Math.abs(left + width / 2 - xPx) };
  });
  return middles.toSorted((a, b) => a.away - b.away)[0]?.index ?? 0;
}

/** Where each stands: columns in the order of the arrangement, in two lines where there are two rows. */
function lay(layer: HTMLElement, slots: Slots): void {
  const filled = slots.all().flatMap((slot, index) => {
    const isEmpty = slots.places()[index]?.value.trim() === '';
    return isEmpty ? [] : [{ slot, index }];
  });
  const checked = document.querySelector<HTMLInputElement>('[name="arrangement"]:checked');
  const arrangement = checked?.value ?? 'row';
  const front = arrangement === 'rows' ? Math.ceil(filled.length / 2) : filled.length;
  const lines = [filled.slice(front), filled.slice(0, front)].filter(({ length }) => length > 0);
  layer.replaceChildren(
    ...lines.map((line) => {
      const row = document.createElement('div');
      const order = arrangement === 'podium' ? outwards(line) : line;
      row.append(...order.map(({ slot, index }) => figureOf(slot, index)));
      return row;
    }),
  );
  layer.hidden = false;
}

/** The second to the left of the first, the third to the right, and so on. */
function outwards<Item>(line: readonly Item[]): Item[] {
  return line
    .map((item, index) => ({ item, at: index % 2 === 1 ? -index : index }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

function figureOf(slot: HTMLLIElement, index: number): HTMLElement {
  const figure = document.createElement('button');
  figure.type = 'button';
  figure.tabIndex = -1;
  figure.dataset['index'] = String(index);
  figure.title = t('poseOrDrag', { name: nameOf(slot) });
  return figure;
}
