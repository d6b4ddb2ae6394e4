import type { IncomingHttpHeaders } from 'node:http';
import { MIMEType } from 'node:util';
import { createShares } from '../async/shares.ts';
import { LineupError } from '../errors/lineup-error.ts';
import { invalid, type ChatMessage } from './message.ts';
import { overloaded, tooManyRequests } from './webhook-guard.ts';
import type { WebhookBody } from './webhook.ts';

const mebibyte = 1024 * 1024;

export const uploadLimits = {
  fileBytes: 10 * mebibyte,
  allBytes: 25 * mebibyte,
  files: 10,
  fields: 16,
  /** In progress at once for one client, from the first byte to the response … */
  perClient: 4,
  /** … the memory that their received bytes take … */
  clientBytes: 64 * mebibyte,
  /** … and the same for all clients. */
  heldBytes: 256 * mebibyte,
} as const;

/** Name of the part (`files[0]` or another), and its content. */
export type UploadedFile = { readonly field: string; readonly file: File };

/** The fields of a form, each given once, and its files. */
export type Form = {
  readonly fields: ReadonlyMap<string, string>;
  readonly files: readonly UploadedFile[];
};

/** Counts bytes held in memory. */
type Charge = (bytes: number) => void;

const tooMany = () => tooManyRequests(1000, 'Too many uploads are in progress');

/** Overhead of a chunk besides its bytes: a client may send them one by one. */
const chunkOverheadBytes = 512;

/**
 * Divides the memory for uploads among clients. A slow upload holds its received bytes and nothing
 * else: no connection to the platform, and no position in a queue.
 */
export function createUploadShares() {
  const uploads = createShares({ perClient: uploadLimits.perClient });
  const ofClient = createShares({ perClient: uploadLimits.clientBytes });
  const ofAll = createShares({ perClient: uploadLimits.heldBytes });
  return {
    /** @throws {LineupError} `too-many-requests`, `overloaded`, also from the charge */
    run: async <T>(client: string, task: (charge: Charge) => Promise<T>): Promise<T> => {
      const held: (() => void)[] = [];
      const hold = (giveBack: (() => void) | null, refusal: () => LineupError) => {
        if (giveBack === null) throw refusal();
        held.push(giveBack);
      };
      hold(uploads.take(client), tooMany);
      const charge = (bytes: number) => {
        hold(ofClient.take(client, bytes), tooMany);
        hold(ofAll.take('all', bytes), () => overloaded(1));
      };
      return task(charge).finally(() => {
        for (const giveBack of held) giveBack();
      });
    },
  };
}

/**
 * Reads a body to its end.
 *
 * @param charge called with all bytes before they are kept; an error from it ends the reading
 * @param mostBytes whole mebibytes
 * @throws {LineupError} `bad-request`, `body-too-large`
 */
export async function readBody(
  body: AsyncIterable<Uint8Array>,
  headers: IncomingHttpHeaders,
  charge: Charge,
  mostBytes: number = uploadLimits.allBytes,
): Promise<Buffer<ArrayBuffer>> {
  const assertSmall = (length: number) => {
    if (length > mostBytes) throw tooLarge(`body: must be at most ${mostBytes / mebibyte} MiB`);
  };
  assertSmall(Number(headers['content-length'] ?? 0));
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      assertSmall(bytes);
      // Held twice: as received, and as sent.
      charge(chunk.length * 2 + chunkOverheadBytes);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof LineupError ? error : invalid('The request body broke off.');
  }
  return Buffer.concat(chunks);
}

/**
 * Reads a `multipart/form-data` body as `readBody` does, then splits it with the runtime's own
 * parser. (Not `@fastify/busboy`, which never finishes if a body has two closing delimiters.)
 */
export async function readUpload(...args: Parameters<typeof readBody>): Promise<Form> {
  const [, { 'content-type': contentType = '' }] = args;
  const boundary = new MIMEType(contentType).params.get('boundary');
  if (!boundary) throw invalid('header.content-type: must name the boundary');
  const whole = await readBody(...args);
  assertBoundedParts(whole, boundary);
  const headers = { 'content-type': contentType };
  const form = await new Response(whole, { headers }).formData().catch(() => {
    throw malformed();
  });
  return formOf(form);
}

const malformed = () => invalid('The multipart body is not well formed.');

/** The characters that the platform's clients use; none can end a quoted string. */
const fileName = /^[A-Za-z0-9_.[\]-]{1,100}$/;
const fileNameWords = '1 to 100 of A–Z, a–z, 0–9, _, ., -, [ and ]';

/**
 * Sorts the parts of a form.
 * @throws {LineupError} `bad-request`, `body-too-large`
 */
export async function formOf(parts: Iterable<readonly [string, string | File]>): Promise<Form> {
  const fields = new Map<string, string>();
  const files: UploadedFile[] = [];
  for (const [field, value] of parts) {
    // curl can send a file name with any part.
    if (typeof value === 'string' || field === 'payload_json') {
      if (fields.has(field)) throw invalid('body: must hold each field only once');
      fields.set(field, typeof value === 'string' ? value : await value.text());
    } else if (value.name !== '' || value.size > 0) {
      // Browsers also send the file fields of a form for which no file was chosen.
      if (!fileName.test(field)) throw invalid(`body: names of files must be ${fileNameWords}`);
      if (value.size > uploadLimits.fileBytes) {
        throw tooLarge(`body.${field}: must be at most 10 MiB`);
      }
      files.push({ field, file: value });
    }
  }
  if (files.length <= uploadLimits.files) return { fields, files };
  throw invalid(`body: must hold at most ${uploadLimits.files} files`);
}

const partHeadBytes = 4096;
const mostParts = uploadLimits.files + uploadLimits.fields;

/** The parser scans the head of every part byte by byte, so their number and size are limited. */
function assertBoundedParts(whole: Buffer, boundary: string): void {
  // Before the first part, some clients send an empty line; after the last comes the end of the form.
  const [, ...parts] = whole.toString('latin1').split(`--${boundary}`, mostParts + 3);
  if (parts.length > mostParts + 1) throw invalid(`body: must hold at most ${mostParts} parts`);
  const areBounded = parts.every(
    (part) => part.startsWith('--') || part.slice(0, partHeadBytes).includes('\r\n\r\n'),
  );
  if (!areBounded) throw malformed();
}

/** A new form, so that the platform receives one message and files, and nothing else. */
export async function writeUpload(
  message: ChatMessage,
  files: readonly UploadedFile[],
): Promise<WebhookBody> {
  const form = new FormData();
  form.append('payload_json', JSON.stringify(message));
  for (const { field, file } of files) {
    form.append(field, new File([file], plainName(file.name), { type: plainType(file.type) }));
  }
  const response = new Response(form);
  const contentType = response.headers.get('content-type') ?? '';
  return { bytes: await response.bytes(), contentType };
}

/** A multipart type could be parsed as parts of the form itself. */
function plainType(mediaType: string): string {
  const bare = mediaType.replace(/;.*/s, '').trim();
  const isPlain = /^(?!multipart\/|message\/)\w[\w.+-]{0,99}\/\w[\w.+-]{0,99}$/.test(bare);
  return isPlain ? bare : 'application/octet-stream';
}

/**
 * No control characters; for some parsers a backslash escapes the next character, even the closing
 * quote, for others it does not.
 */
function plainName(name: string): string {
  const plain = name.replace(/\p{Cc}/gu, '').replaceAll('\\', '_');
  return plain.slice(0, 1000) || 'file';
}

function tooLarge(detail: string): LineupError {
  return new LineupError('body-too-large', detail);
}
