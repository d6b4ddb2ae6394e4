import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { MIMEType } from 'node:util';
import { badRequest, LineupError } from '../../common/errors/lineup-error.ts';
import { charsetOf, inUtf8 } from '../../common/schemas/body-text.ts';
import { createKeyedSemaphore } from '../../common/async/semaphore.ts';
import { bodyPath } from '../../common/schemas/validation-message.ts';
import type { ChatMessage, UploadedFile } from './message.ts';
import { createSplitter, maxBoundaryChars, readPartHead, type PartHead } from './multipart.ts';
import { tooManyRequests } from './webhook-guard.ts';
import type { WebhookBody } from './webhook.ts';

const mebibyte = 1024 * 1024;

export const uploadLimits = {
  fileBytes: 10 * mebibyte,
  allBytes: 25 * mebibyte,
  files: 10,
  /** A message has some 20. */
  fields: 32,
  /** Of all fields, like a body without files. */
  fieldBytes: mebibyte,
  /** Of the name of a part, which may be that of its file. */
  nameBytes: 1024,
  /** In progress at once for one client, from the first byte to the response. */
  perClient: 4,
} as const;

export type Form = {
  readonly fields: ReadonlyMap<string, string>;
  readonly files: readonly UploadedFile[];
};

/** Limits the uploads of a client. A slow one holds its received bytes and nothing else. */
export function createUploadShares() {
  const uploads = createKeyedSemaphore({
    maxRunning: uploadLimits.perClient,
    maxWaiting: 0,
    errorOf: () => tooManyRequests(1000, 'Too many uploads are in progress'),
  });
  const { signal: never } = new AbortController();
  return {
    /** @throws {LineupError} `too-many-requests` */
    run: <T>(client: string, task: () => Promise<T>): Promise<T> =>
      uploads.run(client, task, never),
  };
}

export type Received = {
  readonly body: AsyncIterable<Uint8Array>;
  readonly headers: IncomingHttpHeaders;
};

/**
 * Reads a body to its end.
 * @param maxBytes whole mebibytes
 * @throws {LineupError} `bad-request`, `body-too-large`, and those of the body
 */
export async function readBody(received: Received, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bounded(received, maxBytes)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* bounded({ body, headers }: Received, maxBytes: number) {
  const assertSmall = (length: number) => {
    if (length > maxBytes) throw tooLarge(`body: must be at most ${maxBytes / mebibyte} MiB`);
  };
  assertSmall(Number(headers['content-length'] ?? 0));
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      assertSmall(bytes);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof LineupError ? error : badRequest('The request body broke off.');
  }
}

/**
 * Reads a `multipart/form-data` body as it arrives. The runtime's own parser would take 0.1 s for a
 * large one, in one piece, and refuses heads of common clients. (`@fastify/busboy` never finishes if a body
 * has two closing delimiters; `busboy` drops parts without a disposition and replaces bytes of names that are no
 * text, `@remix-run/multipart-parser` fails on them, and neither reads the `%22` of browsers.)
 * @throws {LineupError} as `readBody`
 */
export async function readUpload(
  received: Received,
  maxBytes: number = uploadLimits.allBytes,
): Promise<Form> {
  const { 'content-type': contentType = '' } = received.headers;
  const boundary = new MIMEType(contentType).params.get('boundary');
  if (!boundary || boundary.length > maxBoundaryChars) {
    throw badRequest('header.content-type: must name the boundary');
  }
  const splitter = createSplitter(boundary);
  const form = createFormReader(charsetOf(contentType));
  for await (const chunk of bounded(received, maxBytes)) {
    try {
      for (const { kind, bytes } of splitter.push(chunk)) {
        if (kind === 'content') form.add(bytes);
        else form.begin(bytes);
      }
    } catch (error) {
      throw error instanceof SyntaxError ? malformed() : error;
    }
  }
  if (!splitter.isClosed()) throw malformed();
  return form.end();
}

const malformed = () => badRequest('The multipart body is not well formed.');

/**
 * The fields of a form, each given once.
 * @throws {LineupError} `bad-request`
 */
export function fieldsOf(entries: Iterable<readonly [string, string]>): Form['fields'] {
  const fields = new Map<string, string>();
  for (const [field, value] of entries) {
    if (fields.has(field)) throw badRequest('body: must hold each field only once');
    fields.set(field, value);
  }
  return fields;
}

const maxParts = uploadLimits.files + uploadLimits.fields;

/**
 * Collects the parts of a form; each is limited while it arrives.
 * @param formCharset of parts that name none
 */
function createFormReader(formCharset: string) {
  const fields: [string, string][] = [];
  const files: UploadedFile[] = [];
  let head: PartHead | null = null;
  let chunks: Buffer[] = [];
  /** Of the file so far, and of all fields. */
  let [fileBytes, fieldBytes] = [0, 0];
  let parts = 0;

  function endPart(): void {
    if (head === null) return;
    const bytes = Buffer.concat(chunks);
    [chunks, fileBytes] = [[], 0];
    const { field, fileName: name, type } = head;
    if (isField(head)) {
      const text = inUtf8(bytes, charsetOf(type, formCharset), bodyPath(field));
      fields.push([field, text.toString()]);
    }
    // Browsers also send the file fields of a form for which no file was chosen.
    else if (name !== '' || bytes.length > 0) files.push({ field, name: name ?? '', type, bytes });
  }

  return {
    begin: (bytes: Buffer): void => {
      endPart();
      parts += 1;
      if (parts > maxParts) throw badRequest(`body: must hold at most ${maxParts} parts`);
      head = checked(readPartHead(inUtf8(bytes, formCharset, 'body').toString()));
    },
    add: (bytes: Buffer): void => {
      if (head === null) return;
      if (isField(head)) fieldBytes += bytes.length;
      else fileBytes += bytes.length;
      if (fieldBytes > uploadLimits.fieldBytes)
        throw tooLarge('body: fields must be at most 1 MiB in all');
      if (fileBytes > uploadLimits.fileBytes) {
        throw tooLarge(`${bodyPath(head.field)}: must be at most 10 MiB`);
      }
      chunks.push(bytes);
    },
    end: (): Form => {
      endPart();
      if (files.length <= uploadLimits.files) return { fields: fieldsOf(fields), files };
      throw badRequest(`body: must hold at most ${uploadLimits.files} files`);
    },
  };
}

/** curl can send a file name with any part. */
function isField({ field, fileName }: PartHead): boolean {
  return fileName === null || field === 'payload_json';
}

function checked(head: PartHead | null): PartHead {
  if (head === null) throw malformed();
  const { nameBytes } = uploadLimits;
  if (Buffer.byteLength(head.field) > nameBytes) {
    throw badRequest(`body: names of parts must be at most ${nameBytes} bytes long`);
  }
  // No client encodes parts any more, and it would be decoded in one piece.
  if (head.encoding === '') return head;
  throw badRequest(`${bodyPath(head.field)}: must have no Content-Transfer-Encoding`);
}

/** A new form: one message and its files, nothing else. Large files are copied in iterations of their own. */
export async function writeUpload(
  message: ChatMessage,
  files: readonly UploadedFile[],
): Promise<WebhookBody> {
  const boundary = `----lineup${randomUUID()}`;
  const begin = (disposition: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`;
  const pieces: Uint8Array[] = [
    Buffer.from(`${begin('name="payload_json"')}\r\n${JSON.stringify(message)}\r\n`),
  ];
  const numbers = numbersOf(files);
  for (const [index, { name, type, bytes }] of files.entries()) {
    const head = begin(`name="files[${numbers[index]}]"; filename="${plainName(name)}"`);
    pieces.push(Buffer.from(`${head}Content-Type: ${plainType(type)}\r\n\r\n`), bytes, lineBreak);
  }
  pieces.push(Buffer.from(`--${boundary}--\r\n`));
  const whole = Buffer.allocUnsafe(pieces.reduce((sum, { length }) => sum + length, 0));
  let length = 0;
  for (const piece of pieces) {
    whole.set(piece, length);
    length += piece.length;
    if (piece.length > mebibyte) await setImmediate();
  }
  return { bytes: whole, contentType: `multipart/form-data; boundary=${boundary}` };
}

/** The n of each `files[n]`, by which the message refers to files; other parts get the numbers that are left. */
function numbersOf(files: readonly UploadedFile[]): number[] {
  const given = files.map(({ field }) => Number(/^files\[(\d{1,4})\]$/.exec(field)?.[1] ?? NaN));
  const taken = new Set(given);
  let next = 0;
  return given.map((number, index) => {
    if (!Number.isNaN(number) && given.indexOf(number) === index) return number;
    while (taken.has(next)) next += 1;
    taken.add(next);
    return next;
  });
}

const lineBreak = Buffer.from('\r\n');

/** A multipart type could be parsed as parts of the form itself. */
function plainType(mediaType: string): string {
  const bare = mediaType.replace(/;.*/s, '').trim();
  const isPlain = /^(?!multipart\/|message\/)\w[\w.+-]{0,99}\/\w[\w.+-]{0,99}$/.test(bare);
  return isPlain ? bare : 'application/octet-stream';
}

/** No control characters or backslashes, which parsers read differently; quotes as browsers. */
function plainName(name: string): string {
  const plain = name.replace(/\p{Cc}/gu, '').replaceAll('\\', '_');
  return plain.slice(0, 1000).replaceAll('"', '%22') || 'file';
}

function tooLarge(detail: string): LineupError {
  return new LineupError('body-too-large', detail);
}
