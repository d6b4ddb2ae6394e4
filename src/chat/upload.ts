import { LineupError } from '../errors/lineup-error.ts';
import { parseJson } from './json.ts';
import { checkNotEmpty, type ChatMessage } from './message.ts';
import { boundaryOf, readMultipart, type PartHeader } from './multipart.ts';
import type { OrderBody } from './order.ts';

export type Upload = {
  /** As it arrives; read only when the upload is sent. */
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly contentType: string;
  /** Whether something must be in it: a new message, not a change of one. */
  readonly isNew: boolean;
};

export type UploadRules = {
  /**
   * The message as it may be sent on.
   * @param place what it is called in the request, for errors
   * @throws {LineupError}
   */
  readonly checked: (message: unknown, place: string) => ChatMessage;
  /** Text that no file holds. */
  readonly createBoundary: () => string;
};

const mebibyte = 1024 * 1024;

export const uploadLimits = {
  fileBytes: 10 * mebibyte,
  allBytes: 25 * mebibyte,
  files: 10,
  /** Over all parts that are not files; these are held in memory. */
  fieldBytes: mebibyte,
  fields: 16,
  /** Nothing is sent before so much, or all of it, has been read and checked. */
  heldBackBytes: 256 * 1024,
} as const;

/** Fields of a message that may come as parts of their own instead of in `payload_json`. */
const plainFields: ReadonlySet<string> = new Set([
  'content',
  'username',
  'avatar_url',
  'tts',
  'thread_name',
]);

/** Of a file: what the platform's clients use, and nothing that could end a quotation. */
const fileName = /^[A-Za-z0-9_.[\]-]{1,100}$/;

/** Names of a message's own fields. As files they could be mistaken for them behind our checks. */
const messageFields: ReadonlySet<string> = new Set([
  ...plainFields,
  'embeds',
  'allowed_mentions',
  'components',
  'attachments',
  'flags',
  'applied_tags',
  'poll',
]);

/**
 * An upload on its way through: read part by part, checked, and written anew, so that the platform
 * sees nothing but one message and files under names of their own.
 *
 * Settles when there is something to send: so far nothing but the client has been waited for. What is
 * no larger than `heldBackBytes` is then read and checked to its end, and is bytes like any other
 * message. Of a larger one the beginning is on its way when something later turns out wrong, or the
 * message is still to come (it may come before the files or after them; both are common); but its end
 * is sent only after everything has been checked, and without it the platform does nothing. The
 * stream fails with a LineupError wherever something is not as it must be. It must be ended, read or
 * not.
 *
 * @throws {LineupError} what the stream could fail with, for what has been read; `bad-request`, when
 * the content type names no boundary
 */
export async function rewriteUpload(upload: Upload, rules: UploadRules): Promise<OrderBody> {
  const boundary = boundaryOf(upload.contentType);
  if (boundary === null) {
    throw new LineupError('bad-request', 'header.content-type: must name the boundary');
  }
  const own = rules.createBoundary();
  const draft: Draft = { message: null, place: 'body', fields: {}, files: 0 };
  const written = writeParts(upload, boundary, { own, rules, draft });
  return {
    content: await begun(written),
    contentType: `multipart/form-data; boundary=${own}`,
  };
}

/** What is known of the message so far. */
type Draft = {
  /** Checked; from `payload_json`, or from the plain fields when all parts are in. */
  message: ChatMessage | null;
  /** What it is called in the request. */
  place: 'body' | 'payload_json';
  readonly fields: Record<string, string>;
  files: number;
};

type Writing = {
  readonly own: string;
  readonly rules: UploadRules;
  readonly draft: Draft;
};

type OpenPart = { readonly name: string; readonly texts: Uint8Array[] | null; lengthBytes: number };

async function* writeParts(
  upload: Upload,
  boundary: string,
  writing: Writing,
): AsyncGenerator<Uint8Array> {
  const { own, draft, rules } = writing;
  const budget = { fieldBytes: 0, fields: 0 };
  let open: OpenPart | null = null;
  for await (const event of readMultipart(countedBytes(upload.chunks), boundary)) {
    if (event.kind === 'part') {
      yield* closePart(open, writing);
      open = openPart(event.part, draft, budget);
      if (open.texts === null) yield fileHead(event.part, own);
    } else if (open !== null) {
      addData(open, event.bytes, budget);
      if (open.texts === null) yield event.bytes;
    }
  }
  yield* closePart(open, writing);
  if (draft.message === null) {
    draft.message = rules.checked(fieldsAsMessage(draft.fields), draft.place);
    yield messagePart(draft.message, own);
  }
  if (upload.isNew && draft.files === 0) checkNotEmpty(draft.message, draft.place);
  yield Buffer.from(`--${own}--\r\n`);
}

function openPart(
  part: PartHeader,
  draft: Draft,
  budget: { fieldBytes: number; fields: number },
): OpenPart {
  if (isFile(part)) return openFile(part, draft);
  budget.fields += 1;
  if (part.name !== 'payload_json' && !plainFields.has(part.name)) {
    throw invalid('body: may hold only payload_json, and files with a filename');
  }
  if (budget.fields > uploadLimits.fields || Object.hasOwn(draft.fields, part.name)) {
    throw invalid(`body.${part.name}: must be given only once`);
  }
  return { name: part.name, texts: [], lengthBytes: 0 };
}

/** Whatever has a file name is a file, to the platform too; but curl gives one to any part. */
function isFile({ name, filename }: PartHeader): boolean {
  if (name === 'payload_json') return false;
  return filename !== null || /^files?(\[\d{1,2}\]|\d{0,2})$/.test(name);
}

function openFile({ name }: PartHeader, draft: Draft): OpenPart {
  if (!fileName.test(name)) {
    throw invalid('body: names of files must be 1 to 100 of A–Z, a–z, 0–9, _, ., -, [ and ]');
  }
  if (messageFields.has(name)) throw invalid(`body.${name}: must not be a file`);
  draft.files += 1;
  if (draft.files > uploadLimits.files) {
    throw invalid(`body: must hold at most ${uploadLimits.files} files`);
  }
  return { name, texts: null, lengthBytes: 0 };
}

function addData(open: OpenPart, bytes: Uint8Array, budget: { fieldBytes: number }): void {
  open.lengthBytes += bytes.length;
  if (open.texts === null) {
    if (open.lengthBytes > uploadLimits.fileBytes) {
      throw tooLarge(`body.${open.name}: must be at most 10 MiB`);
    }
    return;
  }
  budget.fieldBytes += bytes.length;
  if (budget.fieldBytes > uploadLimits.fieldBytes) {
    throw tooLarge(`body.${open.name}: is too large`);
  }
  open.texts.push(Buffer.from(bytes));
}

function* closePart(open: OpenPart | null, { own, draft, rules }: Writing): Generator<Uint8Array> {
  if (open === null) return;
  if (open.texts === null) {
    yield Buffer.from('\r\n');
    return;
  }
  draft.fields[open.name] = Buffer.concat(open.texts).toString('utf8');
  const { payload_json: payload, ...others } = draft.fields;
  if (payload === undefined) return;
  const [other] = Object.keys(others);
  if (other !== undefined) throw invalid(`body.${other}: must be inside payload_json`);
  const message = parseJson(payload);
  if (message === undefined) throw invalid('payload_json: must be valid JSON');
  draft.place = 'payload_json';
  draft.message = rules.checked(message, draft.place);
  yield messagePart(draft.message, own);
}

function fieldsAsMessage({ tts, ...texts }: Record<string, string>): unknown {
  return { ...texts, ...(tts !== undefined && { tts: /^(true|1)$/i.test(tts) }) };
}

function messagePart(message: ChatMessage, own: string): Buffer {
  const head = partHead(own, 'name="payload_json"', 'application/json');
  return Buffer.from(`${head}${JSON.stringify(message)}\r\n`);
}

function fileHead({ name, filename, mediaType }: PartHeader, own: string): Buffer {
  // One that is made of parts could be read as parts of the form itself.
  const isPlain = /^(?!multipart\/|message\/)\w[\w.+-]{0,99}\/\w[\w.+-]{0,99}$/.test(mediaType);
  const type = isPlain ? mediaType : 'application/octet-stream';
  const parameters = `name="${name}"; filename="${quotable(filename ?? 'file')}"`;
  return Buffer.from(partHead(own, parameters, type));
}

function partHead(own: string, parameters: string, type: string): string {
  const disposition = `Content-Disposition: form-data; ${parameters}`;
  return `--${own}\r\n${disposition}\r\nContent-Type: ${type}\r\n\r\n`;
}

/**
 * As browsers write a file name (HTML, multipart/form-data encoding); no control characters. To some
 * parsers a backslash escapes what follows, the closing quote too; to others it does not.
 */
function quotable(filename: string): string {
  const plain = filename.replace(/\p{Cc}/gu, '');
  return plain.replaceAll('"', '%22').replaceAll('\\', '_') || 'file';
}

/** Counts the whole body, and says in our words what a broken connection means. */
async function* countedBytes(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let lengthBytes = 0;
  try {
    for await (const chunk of chunks) {
      lengthBytes += chunk.length;
      if (lengthBytes > uploadLimits.allBytes) throw tooLarge('body: must be at most 25 MiB');
      yield chunk;
    }
  } catch (error) {
    throw error instanceof LineupError ? error : invalid('The request body broke off.');
  }
}

/** Reads what comes first: all there is, or enough to begin with. */
async function begun(chunks: AsyncGenerator<Uint8Array>): Promise<OrderBody['content']> {
  const first: Uint8Array[] = [];
  let firstBytes = 0;
  while (firstBytes <= uploadLimits.heldBackBytes) {
    const { value, done } = await chunks.next();
    if (done === true) return Buffer.concat(first);
    first.push(value);
    firstBytes += value.length;
  }
  return withFirst(Buffer.concat(first), chunks);
}

/** Not a generator: one that is ended before it is begun would not end what it reads from. */
function withFirst(first: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncIterable<Uint8Array> {
  let isBegun = false;
  const next = async (): Promise<IteratorResult<Uint8Array>> => {
    if (isBegun) return rest.next();
    isBegun = true;
    return { done: false, value: first };
  };
  const iterator = { next, return: () => rest.return(undefined) };
  return { [Symbol.asyncIterator]: () => iterator };
}

function invalid(detail: string): LineupError {
  return new LineupError('bad-request', detail);
}

function tooLarge(detail: string): LineupError {
  return new LineupError('body-too-large', detail);
}
