import { badRequest, LineupError } from '../../common/errors/lineup-error.ts';
import type { ActionKind } from './webhook.ts';
import { exceedsJsonLimits, type JsonLimits } from '../../common/schemas/json-size.ts';

/** A message in the platform's own format; fields that are not used are passed on unchanged. */
export type ChatMessage = Readonly<Record<string, unknown>>;

/** A message as received; `fieldPath` is its place in the request, for errors. */
export type Draft = {
  readonly message: ChatMessage;
  readonly fieldPath: string;
  readonly files: readonly UploadedFile[];
};

/** The platform's limits, in characters and items. */
export const messageLimits = { content: 2000, embeds: 10, embedText: 6000 } as const;

type Carrier = 'content' | 'embeds' | 'components' | 'poll' | 'text' | 'attachments';
/** A new message without files must have at least one of these fields; with words for the others. */
const carriers = new Map<ActionKind, readonly [fields: readonly Carrier[], others: string]>([
  ['execute', [['content', 'embeds', 'components', 'poll'], 'embeds, components, a poll or files']],
  ['slack', [['text', 'attachments'], 'attachments']],
]);
/** The texts of an embed, its fields, footer and author. */
const counted = /^(title|description|name|value|text)$/;

/**
 * Refuses what the platform would refuse and a schema can't express.
 * @throws {LineupError} `bad-request` that names the field
 */
export function checkMessage(kind: ActionKind, { message, fieldPath, files }: Draft): void {
  const [fields = [], others = ''] = carriers.get(kind) ?? [];
  const isFull = files.length > 0 || fields.some((field) => holdsSomething(message[field]));
  if (fields.length > 0 && !isFull) {
    throw badRequest(`${fieldPath}.${fields[0]}: must not be empty without ${others}`);
  }
  const max = messageLimits.embedText;
  let characters = 0;
  JSON.stringify(message['embeds'], (name, value: unknown) => {
    // In code points, of one or two units each.
    if (typeof value === 'string' && counted.test(name))
      characters += value.length > 2 * max ? value.length : Array.from(value).length;
    return value;
  });
  if (characters <= max) return;
  throw badRequest(`${fieldPath}.embeds: must hold at most ${max} characters over all embeds`);
}

function holdsSomething(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  return Array.isArray(value) ? value.length > 0 : typeof value === 'object' && value !== null;
}

export type UploadedFile = {
  /** The name of its part: `files[0]`, or anything else. */
  readonly field: string;
  /** As the client wrote it, like the media type. */
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
};

type BodyLimits = JsonLimits & { readonly kibibytes: number };

/** Of a message: the longest that the platform takes has some 1,200 values and 30 kB. */
export const messageJson: BodyLimits = { kibibytes: 256, values: 2000, levels: 32 };
/**
 * Of an event: a push of 2,048 commits, the most that GitHub tells of, has 37,000 values. So many take
 * 20 ms: to keep the digits of long numbers, and to break up mentions.
 */
export const eventJson: BodyLimits = { kibibytes: 1024, values: 50_000, levels: 32 };

export const jsonLimitsOf = (kind: ActionKind): BodyLimits =>
  kind === 'github' ? eventJson : messageJson;

/**
 * The value of a JSON text. Whole numbers that a double can't hold become strings of the same digits:
 * some clients write ids as numbers, and the platform accepts both.
 * @param fieldPath of the text in the request, for errors
 * @throws {LineupError} `bad-request`, `body-too-large`
 */
export function parseJson(text: string, fieldPath: string, limits: BodyLimits): unknown {
  const { kibibytes, values, levels } = limits;
  const bytes = Buffer.from(text);
  if (bytes.length > kibibytes * 1024) {
    throw new LineupError('body-too-large', `${fieldPath}: must be at most ${kibibytes} KiB`);
  }
  if (exceedsJsonLimits(bytes, limits)) {
    throw badRequest(
      `${fieldPath}: must hold at most ${values} values, nested at most ${levels} deep`,
    );
  }
  try {
    return /\d{16}/.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
  } catch {
    // The original error quotes the text, so it is not passed on.
    const whole = 'The request body is not valid JSON.';
    throw badRequest(fieldPath === 'body' ? whole : `${fieldPath}: must be valid JSON`);
  }
}

function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source ?? '';
  const isExact = typeof value !== 'number' || Number.isSafeInteger(value);
  return isExact || !/^-?\d+$/.test(source) ? value : source;
}
