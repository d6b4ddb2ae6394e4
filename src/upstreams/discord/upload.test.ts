import { array, assert, asyncProperty, constantFrom, integer, oneof, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LineupError } from '../../common/errors/lineup-error.ts';
import { readUpload, uploadLimits, writeUpload } from './upload.ts';

const mebibyte = 1024 * 1024;
const headers = { 'content-type': 'multipart/form-data; boundary=B' };

type Part = readonly [
  name: string,
  value: string | Buffer,
  filename?: string | undefined,
  type?: string,
];

function bodyOf(parts: readonly Part[], end = '--B--\r\n'): Buffer {
  const written = parts.map(([name, value, filename, type]) => {
    const file = filename === undefined ? '' : `; filename="${filename}"`;
    const head = `Content-Disposition: form-data; name="${name}"${file}`;
    const typed = type === undefined ? head : `${head}\r\nContent-Type: ${type}`;
    return Buffer.concat([
      Buffer.from(`--B\r\n${typed}\r\n\r\n`),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ]);
  });
  return Buffer.concat([...written, Buffer.from(end)]);
}

async function* chunksOf(body: Buffer, chunkBytes = 64 * 1024): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += chunkBytes) yield body.subarray(at, at + chunkBytes);
}

const read = (body: Buffer, chunkBytes?: number) =>
  readUpload({ body: chunksOf(body, chunkBytes), headers });

const message: Part = ['payload_json', '{"content":"x"}'];
const file: Part = ['files[0]', 'hello', 'a.txt', 'text/plain'];
const ten = Array.from({ length: 10 }, (_, i): Part => [`files[${i}]`, 'x', `${i}`]);

describe('a form', () => {
  test('has no file where none was chosen', async () => {
    const { files } = await read(bodyOf([message, ['files[0]', '', ''], ['files[1]', '', 'b']]));
    expect(files.map((one) => one.field)).toEqual(['files[1]']);
  });

  test('may have fields of 1 MiB in all', async () => {
    const { fields } = await read(bodyOf([['a', 'x'.repeat(mebibyte)]]));
    expect(fields.get('a')).toHaveLength(mebibyte);
  });

  test('ends at its first end', async () => {
    const { fields } = await read(Buffer.from('\r\n--B--"=\r\n--B--'));
    expect([...fields]).toEqual([]);
  });

  test('may have its message in a file, as curl sends it', async () => {
    const { fields, files } = await read(bodyOf([['payload_json', '{}', 'm.json', 'text/plain']]));
    expect([[...fields], files]).toEqual([[['payload_json', '{}']], []]);
  });

  test.each([
    ['quotes and breaks', 'a%22b\u0000c\u007f.txt', 'a%22bc.txt'],
    ['nothing', '', 'file'],
    ['a path', String.raw`C:\a.txt`, 'C:_a.txt'],
    ['other letters', '日本語 😀.txt', '日本語 😀.txt'],
  ])('is sent safely with a hostile file name: %s', async (_name, given, sent) => {
    const { files } = await read(bodyOf([['files[0]', 'x', given]]));
    const { bytes } = await writeUpload({}, files);
    expect(Buffer.from(bytes).toString()).toContain(`; filename="${sent}"\r\n`);
  });

  test.each([
    ['text/html', 'text/html'],
    ['../x', 'application/octet-stream'],
    ['multipart/mixed; boundary=x', 'application/octet-stream'],
    ['message/http', 'application/octet-stream'],
    ['image/svg+xml;charset=x', 'image/svg+xml'],
  ])('is sent safely with a hostile content type: %j', async (given, sent) => {
    const { files } = await read(bodyOf([['file', 'x', 'a', given]]));
    const { bytes } = await writeUpload({}, files);
    expect(Buffer.from(bytes).toString()).toContain(`\r\nContent-Type: ${sent}\r\n\r\nx\r\n`);
  });
});

describe('an invalid form', () => {
  const malformed = 'The multipart body is not well formed.';

  test.each<[string, Buffer, string]>([
    ['a field twice', bodyOf([message, message]), 'body: must hold each field only once'],
    [
      'a file with an endless name',
      bodyOf([message, ['é'.repeat(513), 'x', 'a']]),
      'body: names of parts must be at most 1024 bytes long',
    ],
    [
      'a field that is no text',
      bodyOf([['content', Buffer.of(0x74, 0xfc)]]),
      'body.content: must be UTF-8, unless its content type names another charset',
    ],
    [
      'a field that is not what it says',
      bodyOf([['content', Buffer.of(0x80), undefined, 'text/plain; charset=Shift_JIS']]),
      'body.content: must be in shift_jis, the charset that its content type names',
    ],
    [
      'a file name that is no text',
      Buffer.from(bodyOf([['file', 'x', 'gr\u00FC.txt']]).toString(), 'latin1'),
      'body: must be UTF-8, unless its content type names another charset',
    ],
    ['eleven files', bodyOf([...ten, file]), 'body: must hold at most 10 files'],
    [
      'many parts',
      bodyOf(Array.from({ length: 43 }, (_, i): Part => [`a${i}`, ''])),
      'body: must hold at most 42 parts',
    ],
    ['no end', bodyOf([message], ''), malformed],
    ['no form', Buffer.from('hello'), malformed],
    ['a part that is none of a form', Buffer.from('--B\r\nA: b\r\n\r\nx\r\n--B--\r\n'), malformed],
    [
      'an encoded file',
      bodyOf([['a', 'eA==', 'a', 'text/plain\r\nContent-Transfer-Encoding: Base64']]),
      'body.a: must have no Content-Transfer-Encoding',
    ],
  ])('%s', async (_name, body, detail) => {
    await expect(read(body)).rejects.toMatchObject({ code: 'bad-request', message: detail });
  });

  test.each<[string, Buffer, string]>([
    [
      'a large file',
      bodyOf([['files[0]', Buffer.alloc(uploadLimits.fileBytes + 1), 'a']]),
      'body.files[0]: must be at most 10 MiB',
    ],
    [
      'large fields',
      bodyOf(['a', 'b', 'c'].map((name): Part => [name, Buffer.alloc(mebibyte / 2)])),
      'body: fields must be at most 1 MiB in all',
    ],
    [
      'much in all',
      bodyOf(ten.slice(0, 3).map(([name]): Part => [name, Buffer.alloc(9 * mebibyte), name])),
      'body: must be at most 25 MiB',
    ],
    [
      'much after its end',
      Buffer.concat([bodyOf([message]), Buffer.alloc(25 * mebibyte)]),
      'body: must be at most 25 MiB',
    ],
  ])('%s', async (_name, body, detail) => {
    await expect(read(body)).rejects.toMatchObject({ code: 'body-too-large', message: detail });
  });

  test.each(
    ['', '; boundary=', `; boundary=${'B'.repeat(71)}`].map((end) => `multipart/form-data${end}`),
  )(
    'is refused for a content type without a boundary, or with an overlong one: %s',
    async (type) => {
      await expect(
        readUpload({ body: chunksOf(bodyOf([file])), headers: { 'content-type': type } }),
      ).rejects.toThrow('header.content-type');
    },
  );

  test('fails with an error of ours if the connection breaks', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield bodyOf([message], '');
      throw new Error('ECONNRESET 10.0.0.1');
    }
    await expect(readUpload({ body: broken(), headers })).rejects.toMatchObject({
      code: 'bad-request',
      message: 'The request body broke off.',
    });
  });

  test('fails with the error of the body if that is refused', async () => {
    async function* refused(): AsyncGenerator<Uint8Array> {
      yield bodyOf([message], '');
      throw new LineupError('overloaded', 'spent');
    }
    await expect(readUpload({ body: refused(), headers })).rejects.toThrow('spent');
  });

  test('is refused as soon as a part is too large, before the rest is read', async () => {
    let sent = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield bodyOf([['files[0]', 'x', 'a']], '').subarray(0, -3);
      for (; sent < 25; sent += 1) yield Buffer.alloc(mebibyte);
    }
    await expect(readUpload({ body: endless(), headers })).rejects.toThrow(
      'body.files[0]: must be',
    );
    expect(sent).toBe(10);
  });
});

test('is read to its end, whatever bytes arrive in whatever pieces', async () => {
  const crumb = oneof(
    constantFrom('--B', '\r\n', '--B\r\n', '\r\n--B--', '--', ':', ';', '"', '\r\n\r\n', '\n', '='),
    constantFrom(
      'Content-Disposition: form-data',
      '; name="a"',
      '; filename="b"',
      "; filename*=utf-8''%ff",
      'Content-Type: a/b',
    ),
    string({ maxLength: 5 }),
  );
  await assert(
    asyncProperty(
      array(crumb, { maxLength: 30 }),
      integer({ min: 1, max: 20 }),
      async (crumbs, size) => {
        const outcome = await read(Buffer.from(crumbs.join('')), size).then(
          () => 'read',
          ({ code }: { code: string }) => code,
        );
        expect(['read', 'bad-request']).toContain(outcome);
      },
    ),
    { numRuns: 500 },
  );
});

test('files keep the numbers that they were given first, others get those that are left', async () => {
  const fields = ['files[1]', 'file', 'files[1]', 'files[x]', 'files[0]'];
  const files = fields.map((field) => ({ field, name: 'a', type: '', bytes: new Uint8Array() }));
  const { bytes } = await writeUpload({}, files);
  const names = [
    ...Buffer.from(bytes)
      .toString()
      .matchAll(/name="files\[(\d+)\]"/g),
  ];
  expect(names.map(([, number]) => number)).toEqual(['1', '2', '3', '4', '0']);
});

test('a form with large files is written in several turns of the event loop', async () => {
  const bytes = Buffer.alloc(2 * mebibyte);
  const files = ['a', 'b', 'c'].map((field) => ({ field, name: field, type: '', bytes }));
  let turns = 0;
  let isOver = false;
  const countTurns = (): void => {
    turns += 1;
    if (!isOver) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  const { bytes: written } = await writeUpload({}, files);
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(files.length);
  expect(written.length).toBeGreaterThan(6 * mebibyte);
});
