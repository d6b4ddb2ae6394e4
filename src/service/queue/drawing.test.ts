import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noEars, writeVersion1 } from '../../../test/support/ears-encoder.ts';
import { skinFile } from '../../../test/support/skin-files.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { rowJob } from '../../../test/support/row-context.ts';
import { LineupError } from '../../common/errors/lineup-error.ts';
import type { RowJob, SheetBytes } from '../../engine/options/jobs.ts';
import { decodePng } from '../../engine/image/decode-png.ts';
import { encodePng } from '../../engine/image/encode.ts';
import type { EarMode } from '../../engine/skin/ears/shape.ts';
import { createDrawing, type Drawing } from './drawing.ts';

const sheetOf = (seed: number, png: Uint8Array = skinFile(seed)): SheetBytes => ({
  revision: `seed ${seed}`,
  png,
});

const rowOf = (
  sheets: readonly SheetBytes[],
  changes: Partial<Omit<RowJob, 'figures'>> = {},
): RowJob =>
  rowJob({
    sheets,
    figures: sheets.map((_sheet, sheet) => ({
      sheet,
      model: sheet % 2 === 0 ? 'classic' : 'slim',
      label: `Ä日本 ${sheet}`,
    })),
    ...changes,
  });

/** Many large figures with a plan that nobody has yet: a worker is busy for a good while. */
const longRow = (seed: number) =>
  rowOf(
    Array.from({ length: 10 }, (_, index) => sheetOf(seed + index)),
    { heightPx: 600 },
  );

async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => null,
    (error: unknown) => error,
  );
}

describe('two workers', () => {
  let drawing: Drawing;
  let sharedBytes = 0;
  beforeAll(async () => {
    const noteShared = (bytes: number) => void (sharedBytes += bytes);
    drawing = await createDrawing({ threads: 2, noteShared });
  });
  afterAll(() => drawing.close());

  it('draw the same bytes as a fresh worker of another pool', async () => {
    const job = rowOf([sheetOf(1), sheetOf(2)], { crop: 'bust' });
    await drawing.draw('row', rowOf([sheetOf(5)], { heightPx: 80 }), 'client');
    const other = await createDrawing({ threads: 1, planBytes: 1, sheetBytes: 1 });
    const [here, there] = [
      await drawing.draw('row', job, 'client'),
      await other.draw('row', job, 'client'),
    ];
    await other.close();
    expect(Buffer.from(there.bytes)).toEqual(Buffer.from(here.bytes));
  });

  it('leave the sheets passed to them with their owner', async () => {
    const sheet = sheetOf(20);
    const before = Buffer.from(sheet.png);
    await drawing.draw('row', rowOf([sheet]), 'client');
    expect(Buffer.from(sheet.png)).toEqual(before);
  });

  it('return pictures in memory of their own', async () => {
    const job = rowOf([sheetOf(25)], { crop: 'face', heightPx: 16 });
    const pictures = await Promise.all([
      drawing.draw('row', job, 'client').then(({ bytes }) => bytes),
      drawing.draw('processedSheet', { sheet: sheetOf(25), isBare: false }, 'client'),
    ]);
    for (const { byteLength, buffer } of pictures) expect(buffer.byteLength).toBe(byteLength);
  });

  it('keep a plan for each other, and none that is too large', async () => {
    const keptBytes = () => drawing.load().planBytes;
    const before = keptBytes();
    const sharedBefore = sharedBytes;
    const job = rowOf([sheetOf(50)], { heightPx: 77 });
    await drawing.draw('row', job, 'client');
    const after = keptBytes();
    expect(after).toBeGreaterThan(before);
    await drawing.draw('row', job, 'client');
    expect(keptBytes()).toBe(after);
    // The store counts a byte for the plan itself.
    expect(sharedBytes - sharedBefore).toBe(after - before - 1);
    const large = sheetOf(51, skinFile(51, { widthPx: 512, heightPx: 512 }));
    for (let time = 0; time < 2; time++)
      await drawing.draw('row', rowOf([large], { heightPx: 480 }), 'client');
    expect(keptBytes()).toBe(after);
  });

  it('keep one plan for all skins that give their figures the same shape', async () => {
    const shaped = (seed: number, ears: EarMode): SheetBytes => {
      const sheet = decodePng(skinFile(seed));
      writeVersion1(sheet, { ...noEars, ears });
      return { revision: `${ears} ${seed}`, png: encodePng(sheet) };
    };
    const keptBytesAfter = async (sheet: SheetBytes): Promise<number> => {
      for (let time = 0; time < 2; time++)
        await drawing.draw('row', rowOf([sheet], { heightPx: 78 }), 'client');
      return drawing.load().planBytes;
    };
    const before = await keptBytesAfter(sheetOf(60));
    const first = await keptBytesAfter(shaped(61, 'above'));
    expect(first).toBeGreaterThan(before);
    expect(await keptBytesAfter(shaped(62, 'above'))).toBe(first);
    expect(await keptBytesAfter(shaped(63, 'sides'))).toBeGreaterThan(first);
  });

  it('survive an invalid order', async () => {
    const broken = rowOf([sheetOf(40)], { renderType: 'head', crop: 'face' });
    const error = await errorOf(drawing.draw('row', broken, 'client'));
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(LineupError);
    await drawing.draw('row', rowOf([sheetOf(40)]), 'client');
    expect(drawing.load()).toMatchObject({ running: 0, waiting: 0 });
  });
});

describe('the queue', () => {
  it('refuses the newest orders of who has too many, and draws others’ first', async () => {
    const drawing = await createDrawing({ threads: 1 });
    const ended: string[] = [];
    const draw = (client: string, job: RowJob) =>
      drawing.draw('row', job, client).then(
        () => ended.push(client),
        (error: unknown) => error,
      );
    const long = draw('greedy', longRow(100));
    expect(drawing.load()).toMatchObject({ running: 1, waiting: 0 });
    const waiting = Array.from({ length: 32 }, () => draw('greedy', rowOf([sheetOf(1)])));
    expect(drawing.load()).toMatchObject({ running: 1, waiting: 32 });
    const tooMany = { code: 'overloaded', status: 503, retryAfterSeconds: 2 };
    expect(await draw('greedy', rowOf([sheetOf(2)]))).toMatchObject(tooMany);
    const other = draw('modest', rowOf([sheetOf(3)]));
    expect(await waiting.at(-1)).toMatchObject(tooMany);
    await other;
    expect(ended).toEqual(['greedy', 'modest']);
    await Promise.all([long, ...waiting]);
    expect(drawing.load()).toMatchObject({ running: 0, waiting: 0 });
    await drawing.close();
  });

  it('is finished before the pool closes', async () => {
    // Its time stands still: no order waits for too long.
    const drawing = await createDrawing({ threads: 1, clock: createFakeClock() });
    const taken = [
      drawing.draw('row', longRow(400), 'client'),
      drawing.draw('row', rowOf([sheetOf(1)]), 'client'),
    ];
    await drawing.close();
    for (const picture of await Promise.all(taken)) expect(picture.bytes.length).toBeGreaterThan(0);
  });
});
