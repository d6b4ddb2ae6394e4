import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { isRecord } from './json.ts';
import { rewriteUpload, uploadLimits } from './upload.ts';

const mebibyte = 1024 * 1024;

type Field = readonly [name: string, value: string | Buffer, filename?: string, type?: string];

function bodyOf(fields: readonly Field[], isEnded = true): Buffer {
  const written = fields.map(([name, value, filename, type]) => {
    const file = filename === undefined ? '' : `; filename="${filename}"`;
    const head = `Content-Disposition: form-data; name="${name}"${file}`;
    const typed = type === undefined ? head : `${head}\r\nContent-Type: ${type}`;
    return Buffer.concat([
      Buffer.from(`--B\r\n${typed}\r\n\r\n`),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ]);
  });
  return Buffer.concat([...written, Buffer.from(isEnded ? '--B--\r\n' : '')]);
}

const chunkBytes = 64 * 1024;

async function* chunksOf(body: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += chunkBytes) yield body.subarray(at, at + chunkBytes);
}

/** Sends a form through, and tells what came out of it, and when. */
async function rewrite(
  fields: readonly Field[],
  { isNew = true, isEnded = true, boundary = 'B' } = {},
) {
  const seen: [unknown, string][] = [];
  const sent: Buffer[] = [];
  const rewriting = rewriteUpload(
    {
      chunks: chunksOf(bodyOf(fields, isEnded)),
      contentType: `multipart/form-data; boundary=${boundary}`,
      isNew,
    },
    {
      checked: (message, place) => {
        seen.push([message, place]);
        return { ...(isRecord(message) && message), checked: true };
      },
      createBoundary: () => 'own',
    },
  );
  let error: unknown;
  let contentType = '';
  try {
    const body = await rewriting;
    ({ contentType } = body);
    if (body.content instanceof Uint8Array) sent.push(Buffer.from(body.content));
    else for await (const chunk of body.content) sent.push(Buffer.from(chunk));
  } catch (thrown) {
    error = thrown;
  }
  return { seen, sent, contentType, error };
}

async function formIn({ sent, contentType }: { sent: Buffer[]; contentType: string }) {
  const form = await new Response(Buffer.concat(sent), {
    headers: { 'content-type': contentType },
  }).formData();
  return [...form].map(([name, value]) =>
    typeof value === 'string' ? [name, value] : [name, value.name, value.type, value.size],
  );
}

const message: Field = ['payload_json', '{"content":"x"}'];
const file: Field = ['files[0]', 'hello', 'a.txt', 'text/plain'];
const large: Field = ['files[1]', Buffer.alloc(mebibyte), 'b.bin'];

describe('a form', () => {
  test.each<[string, readonly Field[]]>([
    ['the message first', [message, file]],
    ['the message last', [file, message]],
    ['the message after much', [file, large, message]],
    ['the message before much', [message, large, file]],
  ])('with %s is written anew', async (_name, fields) => {
    const result = await rewrite(fields);
    expect(result.error).toBeUndefined();
    expect(result.seen).toEqual([[{ content: 'x' }, 'payload_json']]);
    expect(result.contentType).toBe('multipart/form-data; boundary=own');
    const expected = fields.map(([name, value, filename, type = 'application/octet-stream']) =>
      filename === undefined
        ? ['payload_json', '{"content":"x","checked":true}']
        : [name, filename, type, value.length],
    );
    expect(await formIn(result)).toEqual(expected);
  });

  test('without a message gets one, so that its mentions are checked too', async () => {
    const result = await rewrite([file]);
    expect(result.seen).toEqual([[{}, 'body']]);
    expect(await formIn(result)).toEqual([
      ['files[0]', 'a.txt', 'text/plain', 5],
      ['payload_json', '{"checked":true}'],
    ]);
  });

  test('may spell a message in fields of its own', async () => {
    const result = await rewrite([
      ['content', '@everyone ü'],
      file,
      ['tts', 'true'],
      ['username', 'Bot'],
    ]);
    expect(result.seen).toEqual([[{ content: '@everyone ü', tts: true, username: 'Bot' }, 'body']]);
    expect((await formIn(result)).map(([name]) => name)).toEqual(['files[0]', 'payload_json']);
  });

  test.each(['_name.png', 'upload', 'file', 'file1', 'files[x]', 'a-b.c_D9', 'x'.repeat(100)])(
    'may have a file called %s',
    async (name) => {
      const result = await rewrite([message, [name, 'hello', 'a.png', 'image/png']]);
      expect(result.error).toBeUndefined();
      expect(await formIn(result)).toEqual([
        ['payload_json', '{"content":"x","checked":true}'],
        [name, 'a.png', 'image/png', 5],
      ]);
    },
  );

  test('may have its message in a file, as curl does it', async () => {
    const result = await rewrite([file, ['payload_json', '{"content":"x"}', 'm.json']]);
    expect(result.seen).toEqual([[{ content: 'x' }, 'payload_json']]);
    expect(await formIn(result)).toEqual([
      ['files[0]', 'a.txt', 'text/plain', 5],
      ['payload_json', '{"content":"x","checked":true}'],
    ]);
  });

  test.each([
    ['quotes and breaks', 'a%22\nb\u0000c\u007f.txt', 'a%22bc.txt'],
    ['nothing', '', 'file'],
    ['a path', String.raw`C:\\a.txt`, 'C:_a.txt'],
    ['a quotation without an end', String.raw`a\\`, 'a_'],
    ['an escaped quote', String.raw`a\"; name=\"b`, 'a%22; name=%22b'],
    ['other letters', '日本語 😀.txt', '日本語 😀.txt'],
  ])('has no harm in a file name: %s', async (_name, given, sent) => {
    const result = await rewrite([message, ['files[0]', 'x', given]]);
    expect(Buffer.concat(result.sent).toString()).toContain(`; filename="${sent}"\r\n`);
  });

  test.each([
    ['text/html', 'text/html'],
    ['a/b\u0001', 'application/octet-stream'],
    ['../x', 'application/octet-stream'],
    ['multipart/mixed; boundary=x', 'application/octet-stream'],
    ['message/http', 'application/octet-stream'],
    ['image/svg+xml;charset=x', 'image/svg+xml'],
  ])('has no harm in a type: %j', async (given, sent) => {
    const result = await rewrite([message, ['file', 'x', 'a', given]]);
    expect(Buffer.concat(result.sent).toString()).toContain(
      `\r\nContent-Type: ${sent}\r\n\r\nx\r\n`,
    );
  });
});

async function* broken(): AsyncGenerator<Uint8Array> {
  yield bodyOf([message], false);
  throw new Error('ECONNRESET 10.0.0.1');
}

describe('what is wrong', () => {
  const ten = Array.from({ length: 10 }, (_, i): Field => [`files[${i}]`, 'x', `${i}`]);
  const tooLong = Buffer.alloc(uploadLimits.fileBytes + 1);
  const onlyFiles = 'body: may hold only payload_json, and files with a filename';
  const names = 'body: names of files must be 1 to 100 of A–Z, a–z, 0–9, _, ., -, [ and ]';

  test.each<[string, readonly Field[], string, string]>([
    ['no JSON', [['payload_json', '{'], file], 'bad-request', 'payload_json: must be valid JSON'],
    [
      'nothing',
      [],
      'bad-request',
      'body.content: must not be empty without embeds, components, a poll or files',
    ],
    [
      'an empty message',
      [['payload_json', '{}']],
      'bad-request',
      'payload_json.content: must not be empty without embeds, components, a poll or files',
    ],
    [
      'two messages',
      [message, message],
      'bad-request',
      'body.payload_json: must be given only once',
    ],
    [
      'a message twice',
      [message, ['content', 'y']],
      'bad-request',
      'body.content: must be inside payload_json',
    ],
    [
      'a message twice, the other way round',
      [['content', 'y'], message],
      'bad-request',
      'body.content: must be inside payload_json',
    ],
    ['an unknown part', [message, ['allowed_mentions', '{}']], 'bad-request', onlyFiles],
    ['a file without a file name', [message, ['upload', 'x']], 'bad-request', onlyFiles],
    ...['', 'a b', "a'b", 'ä', 'a;b', 'a\tb', 'x'.repeat(101)].map(
      (name): [string, readonly Field[], string, string] => [
        `a file called "${name}"`,
        [message, [name, 'x', 'a']],
        'bad-request',
        names,
      ],
    ),
    [
      'a field as a file',
      [message, ['content', '@everyone', 'a']],
      'bad-request',
      'body.content: must not be a file',
    ],
    [
      'mentions as a file',
      [message, ['allowed_mentions', '{}', 'a']],
      'bad-request',
      'body.allowed_mentions: must not be a file',
    ],
    ['eleven files', [message, ...ten, file], 'bad-request', 'body: must hold at most 10 files'],
    [
      'a large message',
      [['payload_json', Buffer.alloc(mebibyte + 1, ' ')]],
      'body-too-large',
      'body.payload_json: is too large',
    ],
  ])('is found before anything is sent: %s', async (_name, fields, code, detail) => {
    const { error, sent } = await rewrite(fields);
    expect(error).toMatchObject({ code, message: detail });
    expect(sent).toEqual([]);
  });

  test.each<[string, readonly Field[], string, string]>([
    [
      'a bad message',
      [large, ['payload_json', '{']],
      'bad-request',
      'payload_json: must be valid JSON',
    ],
    [
      'a large file',
      [message, ['files[0]', tooLong, 'a']],
      'body-too-large',
      'body.files[0]: must be at most 10 MiB',
    ],
    [
      'much in all',
      [message, ...ten.slice(0, 3).map(([name]): Field => [name, tooLong.subarray(1), name])],
      'body-too-large',
      'body: must be at most 25 MiB',
    ],
  ])('is found before the end is sent: %s', async (_name, fields, code, detail) => {
    const { error, sent } = await rewrite(fields);
    expect(error).toMatchObject({ code, message: detail });
    expect(sent.length).toBeGreaterThan(0);
    expect(Buffer.concat(sent).toString('latin1')).not.toContain('--own--');
  });

  test('is a body that breaks off', async () => {
    const { error, sent } = await rewrite([message, file], { isEnded: false });
    expect([error, sent]).toMatchObject([{ code: 'bad-request' }, []]);
  });

  test('is a type without a boundary', () => {
    const upload = {
      chunks: chunksOf(Buffer.alloc(0)),
      contentType: 'multipart/form-data',
      isNew: true,
    };
    const rules = { checked: () => ({}), createBoundary: () => 'own' };
    return expect(rewriteUpload(upload, rules)).rejects.toThrow('header.content-type');
  });

  test('is not an empty change', async () => {
    expect(await rewrite([['payload_json', '{}']], { isNew: false })).toMatchObject({
      error: undefined,
    });
  });

  test('is a connection that breaks, in our words', async () => {
    const reading = rewriteUpload(
      { chunks: broken(), contentType: 'multipart/form-data; boundary=B', isNew: true },
      { checked: () => ({}), createBoundary: () => 'own' },
    );
    await expect(reading).rejects.toMatchObject({
      code: 'bad-request',
      message: 'The request body broke off.',
    });
  });
});

test('files are passed on while they arrive: little of them is ever held', async () => {
  let asked = 0;
  const head = Buffer.from(
    '--B\r\nContent-Disposition: form-data; name="files[0]"; filename="a"\r\n\r\n',
  );
  async function* endless(): AsyncGenerator<Uint8Array> {
    yield head;
    for (;;) {
      asked += chunkBytes;
      yield Buffer.alloc(chunkBytes);
    }
  }
  const { content } = await rewriteUpload(
    { chunks: endless(), contentType: 'multipart/form-data; boundary=B', isNew: true },
    { checked: () => ({}), createBoundary: () => 'own' },
  );
  if (content instanceof Uint8Array) throw new Error('not a stream');
  let sentBytes = 0;
  for await (const chunk of content) {
    sentBytes += chunk.length;
    expect(asked - sentBytes).toBeLessThan(uploadLimits.heldBackBytes);
    if (sentBytes > 4 * mebibyte) break;
  }
});

/** What arrives when the test lets it. */
function stallingAfter(bytes: Buffer) {
  const ended = Promise.withResolvers<void>();
  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      yield bytes;
      yield bytes;
      await new Promise<never>(() => {});
    } finally {
      ended.resolve();
    }
  }
  return { chunks: chunks(), ended: ended.promise };
}

describe('what there is to send', () => {
  const rules = { checked: () => ({}), createBoundary: () => 'own' };
  const contentType = 'multipart/form-data; boundary=B';

  test('is bytes when it is little, and all of it is there', async () => {
    const chunks = chunksOf(bodyOf([message, file]));
    const { content } = await rewriteUpload({ chunks, contentType, isNew: true }, rules);
    expect(content).toBeInstanceOf(Uint8Array);
  });

  test('is nothing yet when it stalls before there is enough', async () => {
    const { chunks } = stallingAfter(bodyOf([file], false));
    const rewriting = rewriteUpload({ chunks, contentType, isNew: true }, rules);
    const yet = setImmediate('nothing yet');
    expect(await Promise.race([rewriting, yet])).toBe('nothing yet');
  });

  test('can be let go of before it is sent', async () => {
    const { chunks, ended } = stallingAfter(bodyOf([message, large], false));
    const { content } = await rewriteUpload({ chunks, contentType, isNew: true }, rules);
    if (content instanceof Uint8Array) throw new Error('not a stream');
    await content[Symbol.asyncIterator]().return?.();
    await ended;
  });
});
