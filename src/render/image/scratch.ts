import type { RgbaImage } from './canvas.ts';

/** Hands out transparent pictures that are good until the next one is asked for. */
export type Scratch = (widthPx: number, heightPx: number) => RgbaImage;

/**
 * One piece of memory for pictures that are encoded at once and then forgotten: fresh memory costs
 * a page fault every four kilobytes, which is a fifth of the time that drawing a figure takes.
 * @param mostBytes a larger picture gets memory of its own, so that one does not stay for good.
 */
export function createScratch(mostBytes: number): Scratch {
  let memory = new ArrayBuffer(0);
  return (widthPx, heightPx) => {
    const bytes = widthPx * heightPx * 4;
    if (bytes > mostBytes) return { widthPx, heightPx, data: new Uint8ClampedArray(bytes) };
    if (bytes > memory.byteLength) memory = new ArrayBuffer(bytes);
    const data = new Uint8ClampedArray(memory, 0, bytes);
    data.fill(0);
    return { widthPx, heightPx, data };
  };
}
