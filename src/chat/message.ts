import { LineupError } from '../errors/lineup-error.ts';

/**
 * A message in the platform's own format. Only the fields that this service uses are checked; the
 * rest is passed on unchanged.
 */
export type ChatMessage = Readonly<Record<string, unknown>>;

/** The platform's limits, in characters and items. */
export const messageLimits = { content: 2000, embeds: 10, embedText: 6000 } as const;

/** At least one of these fields must be present in a message, with their names for errors. */
const carriers = {
  execute: [['content', 'embeds', 'components', 'poll'], 'embeds, components, a poll or files'],
  slack: [['text', 'attachments'], 'attachments'],
} as const;

/** @throws {LineupError} `bad-request`, when a new message would be empty */
export function checkNotEmpty(
  message: ChatMessage,
  kind: keyof typeof carriers,
  fieldPath: string,
): void {
  const [fields, others] = carriers[kind];
  if (fields.some((field) => holdsSomething(message[field]))) return;
  const detail = `${fieldPath}.${fields[0]}: must not be empty without ${others}`;
  throw new LineupError('bad-request', detail);
}

function holdsSomething(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  return Array.isArray(value) ? value.length > 0 : typeof value === 'object' && value !== null;
}

/** The texts of an embed, its fields, footer and author. */
const counted = /^(title|description|name|value|text)$/;

/**
 * Refuses what the platform would refuse and a schema can't express.
 *
 * @param fieldPath of the message in the request, for errors
 * @throws {LineupError} `bad-request` that names the field
 */
export function checkEmbedText({ embeds }: ChatMessage, fieldPath: string): void {
  const most = messageLimits.embedText;
  let characters = 0;
  JSON.stringify(embeds, (name, value: unknown) => {
    // In code points.
    if (typeof value === 'string' && counted.test(name)) characters += Array.from(value).length;
    return value;
  });
  if (characters <= most) return;
  const detail = `${fieldPath}.embeds: must hold at most ${most} characters over all embeds`;
  throw new LineupError('bad-request', detail);
}
