import { array, assert, asyncProperty, constantFrom, integer } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boundaryOf, readMultipart, type PartHeader } from './multipart.ts';

type Part = PartHeader & { readonly body: string };

/** Everything that is read of a body which arrives in pieces of these sizes, then in one. */
async function parts(body: string | Buffer, boundary = 'B', sizes: readonly number[] = []) {
  const read: Part[] = [];
  let data: Buffer[] = [];
  const finish = () => {
    const last = read.pop();
    if (last !== undefined) read.push({ ...last, body: Buffer.concat(data).toString('latin1') });
    data = [];
  };
  for await (const event of readMultipart(pieces(Buffer.from(body), sizes), boundary)) {
    if (event.kind === 'data') data.push(Buffer.from(event.bytes));
    else {
      finish();
      read.push({ ...event.part, body: '' });
    }
  }
  finish();
  return read;
}

async function* pieces(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let start = 0;
  for (const size of sizes) {
    yield bytes.subarray(start, start + size);
    start += size;
  }
  yield bytes.subarray(start);
}

const part = (head: string, body = 'x', start = '--B') => `${start}\r\n${head}\r\n\r\n${body}\r\n`;
const named = (parameters: string) => `Content-Disposition: form-data; ${parameters}`;
const end = '--B--\r\n';

describe('the boundary', () => {
  test.each([
    ['multipart/form-data; boundary=abc', 'abc'],
    ['multipart/form-data;boundary="a b;c"', 'a b;c'],
    ['multipart/form-data; charset=utf-8; BOUNDARY=abc; x=y', 'abc'],
    ['multipart/form-data', null],
    ['multipart/form-data; boundary=', null],
    ['multipart/form-data; boundary=""', null],
    [`multipart/form-data; boundary=${'a'.repeat(141)}`, null],
    ['multipart/form-data; xboundary=abc', null],
  ])('%s', (type, boundary) => {
    expect(boundaryOf(type)).toBe(boundary);
  });
});

describe('a part', () => {
  test.each<[string, string, Partial<Part>]>([
    ['a field', named('name="a"'), { name: 'a', filename: null, mediaType: '' }],
    ['a bare name', named('name=a'), { name: 'a' }],
    [
      'a file',
      `${named('name="a"; filename="b.png"')}\r\nContent-Type: image/PNG; q=1`,
      { filename: 'b.png', mediaType: 'image/png' },
    ],
    [
      'names the other way round',
      named('filename="b.png"; name="a"'),
      { name: 'a', filename: 'b.png' },
    ],
    ['no file name', named('name="a"; filename=""'), { filename: '' }],
    [
      'escaped quotes',
      named(String.raw`name="a"; filename="b\"c\\d.png"`),
      { filename: String.raw`b"c\d.png` },
    ],
    [
      'a path',
      named(String.raw`name="a"; filename="C:\b.png"`),
      { filename: String.raw`C:\b.png` },
    ],
    ['other letters', named('name="a"; filename="grüße 你好.png"'), { filename: 'grüße 你好.png' }],
    [
      'an extended name',
      named(`name="a"; filename="x"; filename*=UTF-8''gr%C3%BC%C3%9Fe`),
      { filename: 'grüße' },
    ],
    [
      'a broken extended name',
      named(`name="a"; filename="x"; filename*=UTF-8''%zz`),
      { filename: 'x' },
    ],
    ['another case', 'CONTENT-disposition:FORM-DATA;NAME="a"', { name: 'a' }],
    ['more headers', `X-A: name="b"\r\n${named('name="a"')}\r\nX-C: d`, { name: 'a' }],
    [
      'quotes around a semicolon',
      named('name="a; filename=b"'),
      { name: 'a; filename=b', filename: null },
    ],
  ])('with %s', async (_name, head, expected) => {
    expect(await parts(part(head) + end)).toEqual([
      expect.objectContaining({ ...expected, body: 'x' }),
    ]);
  });

  test.each([
    ['blanks after the delimiter', `${part(named('name="a"'), 'x', '--B \t')}${end}`],
    ['words before the first', `Once upon\r\na time\r\n${part(named('name="a"'))}${end}`],
    ['words after the last', `${part(named('name="a"'))}${end}The end.\r\n--B\r\n`],
    ['no line break at the end', `${part(named('name="a"'))}--B--`],
  ])('with %s', async (_name, body) => {
    expect(await parts(body)).toMatchObject([{ name: 'a', body: 'x' }]);
  });

  test.each(['', '\r\n', '\r\n--', '\r\n--A', '--B', '\r\n\r\n--b', '\r', '\0'])(
    'holding %j',
    async (body) => {
      expect(await parts(part(named('name="a"'), body) + end)).toMatchObject([{ body }]);
    },
  );
});

describe('a body that is not well formed', () => {
  const good = part(named('name="a"'));

  test.each([
    ['is empty', ''],
    ['has no delimiter', 'hello'],
    ['ends in a part', '--B\r\nContent-Disposition: form-data; name="a"\r\n\r\nx'],
    ['ends in a head', '--B\r\nContent-Disp'],
    ['ends in a delimiter', `${good}--B`],
    ['ends between the dashes', `${good}--B-`],
    ['has no last delimiter', good],
    ['has another boundary', good.replaceAll('--B', '--C')],
    ['goes on after a delimiter', `${good}--Bx\r\n`],
    ['has a part without a head', `--B\r\n\r\nx\r\n${end}`],
    ['has a part without a disposition', part('Content-Type: text/plain') + end],
    ['has a part without a name', part('Content-Disposition: form-data') + end],
    ['has an attachment', part('Content-Disposition: attachment; name="a"') + end],
    ['has a long head', part(`${named('name="a"')}\r\nX: ${'x'.repeat(4096)}`) + end],
    ['has a head without end', `--B\r\n${'x'.repeat(100_000)}`],
  ])('%s', async (_name, body) => {
    await expect(parts(body)).rejects.toMatchObject({ code: 'bad-request' });
    await expect(
      parts(
        body,
        'B',
        Array.from({ length: 200 }, () => 1),
      ),
    ).rejects.toMatchObject({ code: 'bad-request' });
  });
});

test('it does not matter where the pieces of a body end', async () => {
  const token = constantFrom('\r\n', '--', '--B', '\r\n--', '\r\n--b', 'B', '-', 'a', '\r', '\n');
  const body = array(token, { maxLength: 12 }).map((tokens) => tokens.join(''));
  const bodies = array(
    body.filter((text) => !`\r\n${text}\r\n`.includes('\r\n--B')),
    { maxLength: 4 },
  );
  const sizes = array(integer({ min: 1, max: 20 }), { maxLength: 60 });
  await assert(
    asyncProperty(bodies, sizes, async (texts, cuts) => {
      const whole = texts.map((text, i) => part(named(`name="f${i}"`), text)).join('') + end;
      const read = await parts(whole, 'B', cuts);
      expect(read.map(({ name, body: got }) => [name, got])).toEqual(
        texts.map((text, i) => [`f${i}`, text]),
      );
    }),
    { numRuns: 500 },
  );
});

test('what every other client writes is read', async () => {
  const form = new FormData();
  form.append('payload_json', '{"content":"ü"}');
  form.append('files[0]', new Blob(['\r\n--x\r\n'], { type: 'text/plain' }), 'a"b.txt');
  const response = new Response(form);
  const boundary = boundaryOf(response.headers.get('content-type') ?? '') ?? '';
  const read = await parts(Buffer.from(await response.arrayBuffer()), boundary);
  expect(read).toEqual([
    {
      name: 'payload_json',
      filename: null,
      mediaType: '',
      body: Buffer.from('{"content":"ü"}').toString('latin1'),
    },
    { name: 'files[0]', filename: 'a%22b.txt', mediaType: 'text/plain', body: '\r\n--x\r\n' },
  ]);
});
