import { createDrawing, type Drawing } from '../../src/drawing/pool.ts';

let drawingOfProcess: Promise<Drawing> | undefined;

/**
 * The pool that all apps of all test files of a process draw with: workers take a third of a second
 * to start, and hold nothing that one request could notice of another. It outlives each app, and ends
 * with the process.
 */
export async function openSharedDrawing(): Promise<Drawing> {
  drawingOfProcess ??= createDrawing({ threads: 1 });
  return { ...(await drawingOfProcess), close: async () => {} };
}
