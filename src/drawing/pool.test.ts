import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pixelsOf, skinFile } from '../../test/support/skin-files.ts';
import { LineupError } from '../errors/lineup-error.ts';
import type { RowOrder, SheetBytes } from './order.ts';
import { createDrawing, type Drawing } from './pool.ts';

const sheetOf = (seed: number, png: Uint8Array = skinFile(seed)): SheetBytes => ({
  revision: `seed ${seed}`,
  png,
});

const rowOf = (sheets: readonly SheetBytes[], changes: Partial<RowOrder> = {}): RowOrder => ({
  renderType: 'default',
  crop: 'full',
  heightPx: 64,
  gapPx: null,
  sheets,
  figures: sheets.map((_sheet, sheet) => ({
    sheet,
    model: sheet % 2 === 0 ? 'classic' : 'slim',
    label: `Ä日本 ${sheet}`,
    upsideDown: false,
  })),
  ...changes,
});

/** Many large figures with a plan that nobody has yet: a worker is busy for a good while. */
const longRow = (seed: number) =>
  rowOf(
    Array.from({ length: 10 }, (_, index) => sheetOf(seed + index)),
    { heightPx: 1000 },
  );

async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => null,
    (error: unknown) => error,
  );
}

describe('two workers', () => {
  let drawing: Drawing;
  beforeAll(async () => {
    drawing = await createDrawing({ threads: 2 });
  });
  afterAll(() => drawing.close());

  it('draw the same bytes', async () => {
    const order = rowOf([sheetOf(1), sheetOf(2)]);
    const pictures = await Promise.all(Array.from({ length: 8 }, () => drawing.row(order)));
    const [first] = pictures;
    for (const { png } of pictures) expect(Buffer.from(png)).toEqual(Buffer.from(first!.png));
    const { widthPx, heightPx } = pixelsOf(first!.png);
    expect(first).toMatchObject({ widthPx, heightPx });
    expect(heightPx).toBeGreaterThan(64);
  });

  it('draw the same bytes as a worker of another pool that has done nothing before', async () => {
    const order = rowOf([sheetOf(1), sheetOf(2)], { crop: 'bust' });
    await drawing.row(rowOf([sheetOf(5)], { heightPx: 80 }));
    const other = await createDrawing({ threads: 1, planBytes: 1, sheetBytes: 1 });
    const [here, there] = [await drawing.row(order), await other.row(order)];
    await other.close();
    expect(Buffer.from(there.png)).toEqual(Buffer.from(here.png));
  });

  it('say what can be worn, and what can’t and why', async () => {
    expect(await drawing.inspect(sheetOf(10))).toEqual({ ok: true, value: 1 });
    const fine = sheetOf(11, skinFile(11, { widthPx: 256, heightPx: 128 }));
    expect(await drawing.inspect(fine)).toEqual({ ok: true, value: 4 });
    const text = sheetOf(12, Buffer.from('hello'));
    expect(await drawing.inspect(text)).toEqual({ ok: false, problem: 'is not a PNG' });
  });

  it('leave the sheets that they are handed to their owner', async () => {
    const sheet = sheetOf(20);
    const before = Buffer.from(sheet.png);
    await drawing.inspect(sheet);
    await drawing.row(rowOf([sheet]));
    expect(Buffer.from(sheet.png)).toEqual(before);
  });

  it('answer with pictures that hold no other memory', async () => {
    const order = rowOf([sheetOf(25)], { crop: 'face', heightPx: 16 });
    const pictures = await Promise.all([
      drawing.row(order).then(({ png }) => png),
      drawing.processedSheet(sheetOf(25)),
      drawing.defaultIcon(),
    ]);
    for (const { byteLength, buffer } of pictures) expect(buffer.byteLength).toBe(byteLength);
  });

  it('refuse a row that would be too large: 400 on the height', async () => {
    const sheets = Array.from({ length: 10 }, (_, index) => sheetOf(30 + index));
    const error = await errorOf(
      drawing.row(rowOf(sheets, { renderType: 'sleeping', heightPx: 1024 })),
    );
    expect(error).toBeInstanceOf(LineupError);
    expect(error).toMatchObject({
      status: 400,
      message: expect.stringMatching(
        /^query\.height: \d+×\d+ px is more than one picture may have/,
      ),
    });
    expect(drawing.load()).toMatchObject({ running: 0, waiting: 0 });
  });

  it('survive an order that is a defect of ours', async () => {
    const broken = rowOf([sheetOf(40)], { renderType: 'head', crop: 'face' });
    const error = await errorOf(drawing.row(broken));
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(LineupError);
    await drawing.row(rowOf([sheetOf(40)]));
    expect(drawing.load()).toMatchObject({ running: 0, waiting: 0 });
  });
});

describe('the queue', () => {
  it('takes as many as it is told to and refuses the next at once', async () => {
    // The long one counts as much as four of the others.
    const drawing = await createDrawing({ threads: 1, mostWaiting: 5 });
    const taken = [
      drawing.row(longRow(100)),
      drawing.row(rowOf([sheetOf(1)])),
      drawing.row(rowOf([sheetOf(2)])),
    ];
    expect(drawing.load()).toMatchObject({ running: 1, waiting: 2 });
    const error = await errorOf(drawing.row(rowOf([sheetOf(3)])));
    expect(error).toMatchObject({ code: 'overloaded', status: 503, retryAfterSeconds: 2 });
    expect(drawing.load()).toMatchObject({ running: 1, waiting: 2 });
    for (const picture of await Promise.all(taken)) expect(picture.png.length).toBeGreaterThan(0);
    expect(drawing.load()).toMatchObject({ running: 0, waiting: 0 });
    await drawing.row(rowOf([sheetOf(3)]));
    await drawing.close();
  });

  it('counts ten inspections as one row', async () => {
    const drawing = await createDrawing({ threads: 1, mostWaiting: 1 });
    const row = drawing.row(rowOf([sheetOf(200)]));
    const ten = Array.from({ length: 10 }, (_, index) => drawing.inspect(sheetOf(300 + index)));
    expect(drawing.load()).toMatchObject({ running: 1, waiting: 10 });
    expect(await errorOf(drawing.inspect(sheetOf(310)))).toMatchObject({ code: 'overloaded' });
    await Promise.all([row, ...ten]);
    // What is known costs no place in the queue.
    const again = drawing.row(rowOf([sheetOf(200)]));
    const waiting = drawing.row(rowOf([sheetOf(1)]));
    expect(await drawing.inspect(sheetOf(300))).toEqual({ ok: true, value: 1 });
    await Promise.all([again, waiting]);
    await drawing.close();
  });

  it('is emptied before the pool ends', async () => {
    const drawing = await createDrawing({ threads: 1 });
    const taken = [drawing.row(longRow(400)), drawing.row(rowOf([sheetOf(1)]))];
    await drawing.close();
    for (const picture of await Promise.all(taken)) expect(picture.png.length).toBeGreaterThan(0);
  });
});
