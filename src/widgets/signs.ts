import type { SKRSContext2D } from '@napi-rs/canvas';

/** A square of the sheet that a sign is drawn into; `leftPx` and `topPx` are its corner. */
export type SignPlace = {
  readonly leftPx: number;
  readonly topPx: number;
  readonly sizePx: number;
};

/** How many bars a signal has at most. */
export const mostBars = 5;

/** Head and shoulders. */
export function tracePerson(context: SKRSContext2D, { leftPx, topPx, sizePx }: SignPlace): void {
  const unit = sizePx / 12;
  const middlePx = leftPx + 6 * unit;
  context.beginPath();
  context.arc(middlePx, topPx + 3.4 * unit, 2.7 * unit, 0, Math.PI * 2);
  context.closePath();
  context.moveTo(leftPx + 0.9 * unit, topPx + 11.6 * unit);
  context.bezierCurveTo(
    leftPx + 0.9 * unit,
    topPx + 5.6 * unit,
    leftPx + 11.1 * unit,
    topPx + 5.6 * unit,
    leftPx + 11.1 * unit,
    topPx + 11.6 * unit,
  );
  context.closePath();
}

/** A bar of a signal, from the lowest (0) to the highest; on whole units of a sixteenth of the size. */
export function traceBar(context: SKRSContext2D, bar: number, place: SignPlace): void {
  const { leftPx, topPx, sizePx } = place;
  const unit = sizePx / 16;
  const heightPx = (4 + 3 * bar) * unit;
  context.beginPath();
  context.roundRect(leftPx + bar * 4 * unit, topPx + sizePx - heightPx, 3 * unit, heightPx, unit);
}

/** A full circle around a point. */
export function traceDot(
  context: SKRSContext2D,
  { xPx, yPx, radiusPx }: { readonly xPx: number; readonly yPx: number; readonly radiusPx: number },
): void {
  context.beginPath();
  context.arc(xPx, yPx, radiusPx, 0, Math.PI * 2);
}
