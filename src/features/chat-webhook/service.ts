import { withBrokenMassMentions, withoutMassMentions } from '../../chat/mentions.ts';
import { checkEmbedText, checkNotEmpty, type ChatMessage } from '../../chat/message.ts';
import { writeUpload, type UploadedFile } from '../../chat/upload.ts';
import type { ActionKind, WebhookBody } from '../../chat/webhook.ts';

/** A message as received; `fieldPath` is its place in the request. */
export type Draft = {
  readonly message: ChatMessage;
  readonly fieldPath: string;
  readonly files: readonly UploadedFile[];
};

/**
 * The message to send, serialised again, so that exactly the checked value is sent, whatever the
 * client's spelling.
 *
 * @param allowMassMentions allows `@everyone`, `@here` and role mentions
 * @throws {LineupError} `bad-request` that names the field
 */
export async function bodyOf(
  kind: ActionKind,
  { message, fieldPath, files }: Draft,
  allowMassMentions: boolean,
): Promise<WebhookBody> {
  const isForeign = kind === 'slack' || kind === 'github';
  if (kind === 'slack' || (kind === 'execute' && files.length === 0)) {
    checkNotEmpty(message, kind, fieldPath);
  }
  if (!isForeign) checkEmbedText(message, fieldPath);
  const defused = isForeign ? withBrokenMassMentions(message) : withoutMassMentions(message);
  const sent = allowMassMentions ? message : defused;
  if (files.length > 0) return writeUpload(sent, files);
  return { bytes: Buffer.from(JSON.stringify(sent)), contentType: 'application/json' };
}
