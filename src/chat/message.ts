import { LineupError } from '../errors/lineup-error.ts';
import { isRecord } from './json.ts';

/**
 * A message in the platform's own format. Only what this service looks at is checked; everything else
 * is passed on unseen.
 */
export type ChatMessage = Readonly<Record<string, unknown>>;

/** The platform's limits, in characters and pieces. */
export const messageLimits = { content: 2000, embeds: 10, embedText: 6000 } as const;

/** The fields of which one must hold something for there to be a message at all, and what they are called. */
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

/**
 * Refuses what the platform would refuse, of what a schema can't say.
 *
 * @param fieldPath what the message is called in the request, for errors
 * @throws {LineupError} `bad-request` that names the field
 */
export function checkEmbedText({ embeds }: ChatMessage, fieldPath: string): void {
  const texts = listOf(embeds)
    .flatMap(textsOf)
    .filter((text) => typeof text === 'string');
  const most = messageLimits.embedText;
  // In code points.
  if (Array.from(texts.join('')).length <= most) return;
  const detail = `${fieldPath}.embeds: must hold at most ${most} characters over all embeds`;
  throw new LineupError('bad-request', detail);
}

/** What counts towards the sum. */
function textsOf(embed: unknown): readonly unknown[] {
  const own = [at(embed, 'title'), at(embed, 'description')];
  const named = [at(at(embed, 'footer'), 'text'), at(at(embed, 'author'), 'name')];
  const fields = listOf(at(embed, 'fields'));
  return [...own, ...named, ...fields.flatMap((field) => [at(field, 'name'), at(field, 'value')])];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function at(value: unknown, key: string): unknown {
  return isRecord(value) ? value[key] : undefined;
}
