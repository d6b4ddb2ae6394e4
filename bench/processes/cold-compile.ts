import { compileFigureInBox } from '../../test/support/compile-figure.ts';

// Compiles one plan, the first of this process, and sends what it took in ms.

const [widthPx, heightPx] = process.argv.slice(2).map(Number);
if (widthPx === undefined || heightPx === undefined) {
  throw new Error('started by bench/plan.ts, with a width and a height');
}
const figure = { renderType: 'default', crop: 'full', model: 'classic', texelsPerUnit: 1 } as const;
const startMs = performance.now();
compileFigureInBox({ ...figure, heightPx }, widthPx);
process.send?.(performance.now() - startMs);
process.disconnect?.();
