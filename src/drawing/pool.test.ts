import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pixelsOf, skinFile } from '../../test/support/skin-files.ts';
import { LineupError } from '../errors/lineup-error.ts';
import { UnusableSheetsError, type RowOrder, type SheetBytes } from './order.ts';
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
  format: 'png',
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
    for (const { bytes } of pictures) expect(Buffer.from(bytes)).toEqual(Buffer.from(first!.bytes));
    const { widthPx, heightPx } = pixelsOf(first!.bytes);
    expect(first).toMatchObject({ widthPx, heightPx });
    expect(heightPx).toBeGreaterThan(64);
  });

  it('draw the same bytes as a fresh worker of another pool', async () => {
    const order = rowOf([sheetOf(1), sheetOf(2)], { crop: 'bust' });
    await drawing.row(rowOf([sheetOf(5)], { heightPx: 80 }));
    const other = await createDrawing({ threads: 1, planBytes: 1, sheetBytes: 1 });
    const [here, there] = [await drawing.row(order), await other.row(order)];
    await other.close();
    expect(Buffer.from(there.bytes)).toEqual(Buffer.from(here.bytes));
  });

  it('report all invalid sheets at once, with the reasons', async () => {
    const text = sheetOf(12, Buffer.from('hello'));
    const cut = sheetOf(13, skinFile(13).subarray(0, -20));
    const error = await errorOf(drawing.row(rowOf([sheetOf(11), text, cut])));
    expect(error).toBeInstanceOf(UnusableSheetsError);
    expect(error).toMatchObject({
      problems: [
        { sheet: 'skin', revision: text.revision, problem: 'is not a PNG' },
        { sheet: 'skin', revision: cut.revision, problem: 'is a broken PNG' },
      ],
    });
    const refused = await errorOf(drawing.processedSheet({ sheet: text, isBare: false }));
    expect(refused).toMatchObject({ status: 400, message: 'The skin is not a PNG.' });
  });

  it('leave the sheets passed to them with their owner', async () => {
    const sheet = sheetOf(20);
    const before = Buffer.from(sheet.png);
    await drawing.row(rowOf([sheet]));
    expect(Buffer.from(sheet.png)).toEqual(before);
  });

  it('return pictures in memory of their own', async () => {
    const order = rowOf([sheetOf(25)], { crop: 'face', heightPx: 16 });
    const pictures = await Promise.all([
      drawing.row(order).then(({ bytes }) => bytes),
      drawing.processedSheet({ sheet: sheetOf(25), isBare: false }),
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

  it('keep the plan of a repeated scene, and none that is too large', async () => {
    const keptBytes = () => drawing.load().planBytes;
    const before = keptBytes();
    const order = rowOf([sheetOf(50)], { heightPx: 77 });
    await drawing.row(order);
    expect(keptBytes()).toBe(before);
    await drawing.row(order);
    const after = keptBytes();
    expect(after).toBeGreaterThan(before);
    const large = sheetOf(51, skinFile(51, { widthPx: 512, heightPx: 512 }));
    for (let time = 0; time < 2; time++) await drawing.row(rowOf([large], { heightPx: 900 }));
    expect(keptBytes()).toBe(after);
  });

  it('survive an invalid order', async () => {
    const broken = rowOf([sheetOf(40)], { renderType: 'head', crop: 'face' });
    const error = await errorOf(drawing.row(broken));
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(LineupError);
    await drawing.row(rowOf([sheetOf(40)]));
    expect(drawing.load()).toMatchObject({ running: 0, waiting: 0 });
  });
});

describe('the queue', () => {
  it('accepts orders up to its limit and refuses the next at once', async () => {
    const drawing = await createDrawing({ threads: 1, mostWaiting: 0 });
    // It costs more than there is room for, so nothing else of its size goes beside it.
    const taken = drawing.row(longRow(100));
    expect(drawing.load()).toMatchObject({ running: 1, waiting: 0 });
    const error = await errorOf(drawing.row(longRow(101)));
    expect(error).toMatchObject({ code: 'overloaded', status: 503, retryAfterSeconds: 2 });
    expect(drawing.load()).toMatchObject({ running: 1, waiting: 0 });
    expect((await taken).bytes.length).toBeGreaterThan(0);
    expect(drawing.load()).toMatchObject({ running: 0, waiting: 0 });
    await drawing.row(rowOf([sheetOf(3)]));
    await drawing.close();
  });

  it('is finished before the pool closes', async () => {
    const drawing = await createDrawing({ threads: 1 });
    const taken = [drawing.row(longRow(400)), drawing.row(rowOf([sheetOf(1)]))];
    await drawing.close();
    for (const picture of await Promise.all(taken)) expect(picture.bytes.length).toBeGreaterThan(0);
  });
});
