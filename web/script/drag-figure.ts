/** How far a finger may slip during a press. */
const slipPx = 8;
/** A finger that rests this long picks up the figure; before that it scrolls the page or a long row. */
const holdMs = 250;

export type Point = { readonly clientX: number; readonly clientY: number };

/**
 * Drags a figure: with a mouse at once, with a finger after it has rested on it.
 * @param dropped called with the position where it was released, if it was moved at all
 */
export function dragFigure(
  figure: HTMLElement,
  start: PointerEvent,
  dropped: (point: Point) => void,
): void {
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
      // The finger scrolls.
      else if (isFinger && Math.abs(awayPx) > slipPx) finish();
    },
    { signal },
  );
  figure.addEventListener(
    'pointerup',
    ({ clientX, clientY }) => {
      const isMoved = isLifted() && Math.abs(clientX - start.clientX) > slipPx;
      finish();
      if (isMoved) dropped({ clientX, clientY });
    },
    { signal },
  );
  figure.addEventListener('pointercancel', finish, { signal });
  // A lifted figure does not scroll, and a long press opens no menu.
  for (const type of ['touchmove', 'contextmenu']) {
    figure.addEventListener(
      type,
      (event) => isLifted() && event.cancelable && event.preventDefault(),
      { signal, passive: false },
    );
  }
}

/**
 * The vertical distance matters less than the horizontal one, and distinguishes figures behind each
 * other.
 */
const heightWeight = 0.5;

/** The figure whose centre is nearest to a point. */
export function nearestFigure(layer: HTMLElement, { clientX, clientY }: Point): number {
  const all = [...layer.querySelectorAll<HTMLElement>('[data-index]')].map((figure) => {
    const { left, top, width, height } = figure.getBoundingClientRect();
    const [x, y] = [left + width / 2 - clientX, top + height / 2 - clientY];
    return { index: Number(figure.dataset['index']), away: Math.hypot(x, y * heightWeight) };
  });
  return all.toSorted((a, b) => a.away - b.away)[0]?.index ?? 0;
}
