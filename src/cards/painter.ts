import type { SKRSContext2D } from '@napi-rs/canvas';
import { drawLine, strokeLine, type Origin } from './draw-line.ts';
import type { LaidLine } from '../text/text-line.ts';

/** Paints a widget; two implementations paint outlines and fill with the same layout code. */
export type Painter = {
  readonly line: (line: LaidLine, origin: Origin) => void;
  /** Fills the path that `trace` creates on the context. */
  readonly shape: (trace: (context: SKRSContext2D) => void, color: string) => void;
};

/** Paints everything in its own colours. */
export function inkPainter(context: SKRSContext2D): Painter {
  return {
    line: (line, origin) => drawLine(context, line, origin),
    shape: (trace, color) => {
      trace(context);
      context.fillStyle = color;
      context.fill();
    },
  };
}

/** Paints outlines around everything in one colour, including emoji, which a canvas cannot stroke. */
export function paintOutlines(
  context: SKRSContext2D,
  { color, widthPx }: { readonly color: string; readonly widthPx: number },
  paint: (painter: Painter) => void,
): void {
  paint({
    line: (line, origin) => strokeLine(context, line, { ...origin, widthPx }),
    shape: (trace) => {
      trace(context);
      context.lineJoin = 'round';
      context.lineWidth = widthPx * 2;
      context.stroke();
    },
  });
  const { width, height } = context.canvas;
  context.globalCompositeOperation = 'source-in';
  context.fillStyle = color;
  context.fillRect(0, 0, width, height);
  context.globalCompositeOperation = 'source-over';
}
