import { LineupError } from '../errors/lineup-error.ts';
import { isRecord } from './json.ts';

/**
 * A message in the platform's own format. Only what this service looks at is checked; everything else
 * is passed on unseen.
 */
export type ChatMessage = Readonly<Record<string, unknown>>;

/** The platform's limits, in characters and pieces. */
export const messageLimits = { content: 2000, embeds: 10, embedText: 6000 } as const;

/** The fields of which one must hold something for there to be a message at all. */
const carriers = ['content', 'embeds', 'components', 'poll'] as const;

/**
 * Refuses what the platform would refuse, of what a schema can't say.
 *
 * @param fieldPath what the message is called in the request, for errors
 * @throws {LineupError} `bad-request` that names the field
 */
export function checkEmbedText({ embeds }: ChatMessage, fieldPath: string): void {
  const characters = listOf(embeds).reduce<number>((sum, embed) => sum + textLength(embed), 0);
  if (characters <= messageLimits.embedText) return;
  const most = messageLimits.embedText;
  const detail = `${fieldPath}.embeds: must hold at most ${most} characters over all embeds`;
  throw new LineupError('bad-request', detail);
}

/** @throws {LineupError} `bad-request`, when a message in the format of Slack would be empty */
export function checkSlackNotEmpty({ text, attachments }: ChatMessage, fieldPath: string): void {
  if (holdsSomething(text) || holdsSomething(attachments)) return;
  throw new LineupError('bad-request', `${fieldPath}.text: must not be empty without attachments`);
}

/** @throws {LineupError} `bad-request`, when a new message would be empty */
export function checkNotEmpty(message: ChatMessage, fieldPath: string): void {
  if (carriers.some((field) => holdsSomething(message[field]))) return;
  const others = 'embeds, components, a poll or files';
  throw new LineupError('bad-request', `${fieldPath}.content: must not be empty without ${others}`);
}

function holdsSomething(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  return Array.isArray(value) ? value.length > 0 : typeof value === 'object' && value !== null;
}

/** What counts towards the sum, in code points: title, description, fields, footer, author. */
function textLength(embed: unknown): number {
  if (!isRecord(embed)) return 0;
  const fields = listOf(embed['fields']).flatMap((field) => [
    textAt(field, 'name'),
    textAt(field, 'value'),
  ]);
  const own = [textAt(embed, 'title'), textAt(embed, 'description')];
  const named = [textAt(embed['footer'], 'text'), textAt(embed['author'], 'name')];
  return [...own, ...named, ...fields].join('').replace(/[\ud800-\udbff](?=[\udc00-\udfff])/g, '')
    .length;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textAt(value: unknown, key: string): string {
  const text = isRecord(value) ? value[key] : undefined;
  return typeof text === 'string' ? text : '';
}
