import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { type HeaderBag, headerText, readBody } from './read-body.ts';

/** A body of the given chunks that knows how far it was read and whether it was let go. */
function body(chunks: Iterable<Uint8Array>) {
  const state = { given: 0, isReleased: false };
  async function* generate(): AsyncGenerator<Uint8Array> {
    try {
      for (const chunk of chunks) {
        state.given += 1;
        yield chunk;
      }
    } finally {
      state.isReleased = true;
    }
  }
  // One chunk ahead at most, so that `given` tells where the reading stopped.
  const stream = Readable.from(generate(), { objectMode: true, highWaterMark: 1 });
  return { stream, state };
}

function* endless(chunk: Uint8Array): Generator<Uint8Array> {
  for (;;) yield chunk;
}

describe('readBody', () => {
  it.each([
    ['nothing', []],
    ['one chunk', ['abc']],
    ['several', ['a', '', 'bcd', 'e']],
    ['more than the first buffer', ['x'.repeat(10_000), 'y'.repeat(10_000), 'z'.repeat(50_000)]],
  ])('puts %s together', async (_what, texts) => {
    const { stream } = body(texts.map((text) => Buffer.from(text)));
    const bytes = await readBody(stream, { headers: {}, maxBytes: 70_000 });
    expect(Buffer.from(bytes).toString()).toBe(texts.join(''));
    // Exactly as long as its content: what is kept in a cache must not drag slack along.
    expect(bytes.buffer.byteLength).toBe(bytes.length);
  });

  it('takes exactly the ceiling and not one byte more', async () => {
    const exact = body([new Uint8Array(20_000), new Uint8Array(20_000)]);
    expect(await readBody(exact.stream, { headers: {}, maxBytes: 40_000 })).toHaveLength(40_000);
    const over = body([new Uint8Array(20_000), new Uint8Array(20_001)]);
    await expect(readBody(over.stream, { headers: {}, maxBytes: 40_000 })).rejects.toMatchObject({
      kind: 'too-large',
    });
  });

  it('lets go of a body without end soon after the ceiling', async () => {
    const { stream, state } = body(endless(new Uint8Array(1000)));
    await expect(readBody(stream, { headers: {}, maxBytes: 10_000 })).rejects.toMatchObject({
      kind: 'too-large',
    });
    expect(state.given).toBeLessThanOrEqual(13);
    await expect.poll(() => state.isReleased).toBe(true);
  });

  it('refuses a body in crumbs', async () => {
    const fine = body(Array.from({ length: 16_384 }, () => new Uint8Array(1)));
    expect(await readBody(fine.stream, { headers: {}, maxBytes: 20_000 })).toHaveLength(16_384);
    const { stream, state } = body(endless(new Uint8Array(1)));
    await expect(readBody(stream, { headers: {}, maxBytes: 20_000 })).rejects.toMatchObject({
      kind: 'garbage',
    });
    expect(state.given).toBeLessThanOrEqual(16_390);
    await expect.poll(() => state.isReleased).toBe(true);
  });

  it('refuses an announced length without reading', async () => {
    const { stream, state } = body([new Uint8Array(1)]);
    const headers = { 'content-length': '10001' };
    await expect(readBody(stream, { headers, maxBytes: 10_000 })).rejects.toMatchObject({
      kind: 'too-large',
    });
    expect(state.given).toBe(0);
  });

  it.each(['gzip', 'br', 'deflate', 'GZIP', 'identity, gzip', 'zstd'])(
    'refuses content encoding %s',
    async (encoding) => {
      const { stream } = body([]);
      const headers = { 'content-encoding': encoding };
      await expect(readBody(stream, { headers, maxBytes: 10 })).rejects.toMatchObject({
        kind: 'garbage',
      });
    },
  );

  it.each<HeaderBag>([{ 'content-encoding': 'identity' }, { 'content-encoding': ' Identity ' }])(
    'reads a plain body with %j',
    async (headers) => {
      const { stream } = body([new Uint8Array(3)]);
      expect(await readBody(stream, { headers, maxBytes: 10 })).toHaveLength(3);
    },
  );
});

describe('headerText', () => {
  it.each([
    [{}, null],
    [{ x: 'a' }, 'a'],
    [{ x: ['a', 'b'] }, 'a, b'],
  ])('%j → %j', (headers: HeaderBag, text) => {
    expect(headerText(headers, 'x')).toBe(text);
  });
});
