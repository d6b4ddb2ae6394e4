import { createDrawing, type Drawing } from '../../src/service/queue/drawing.ts';

let drawingOfProcess: Promise<Drawing> | undefined;

/**
 * The drawing pool shared by all test files of a process: workers take a third of a second
 * to start, and have no state that leaks between requests. It outlives each app, and closes
 * with the process.
 */
export async function openSharedDrawing(): Promise<Drawing> {
  drawingOfProcess ??= createDrawing({ threads: 1 });
  return { ...(await drawingOfProcess), close: async () => {} };
}
