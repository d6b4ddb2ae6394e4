import { hash } from 'node:crypto';
import { serialize } from 'node:v8';
import { createDrawing, type Drawing } from '../../src/drawing/pool.ts';

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

let onceOfProcess: Promise<Drawing> | undefined;

/**
 * The same pool, but it draws each picture once in a process: for tests of pages, which show the same
 * pictures in every file, and look at everything but how they are drawn.
 */
export function openDrawingOnce(): Promise<Drawing> {
  onceOfProcess ??= openSharedDrawing().then((drawing) => ({
    ...drawing,
    row: once((order) => drawing.row(order)),
    figure: once((order) => drawing.figure(order)),
    scene: once((order) => drawing.scene(order)),
  }));
  return onceOfProcess;
}

/** Remembers what was drawn for each order, but no failures. */
function once<Order, Picture>(draw: (order: Order) => Promise<Picture>): typeof draw {
  const drawn = new Map<string, Promise<Picture>>();
  return (order) => {
    const key = hash('sha256', serialize(order));
    const picture = drawn.get(key) ?? draw(order);
    drawn.set(key, picture);
    picture.catch(() => drawn.delete(key));
    return picture;
  };
}
