import { withBrokenMassMentions, withoutMassMentions } from '../../chat/mentions.ts';
import { checkEmbedText, checkNotEmpty, type ChatMessage } from '../../chat/message.ts';
import { writeUpload, type UploadedFile } from '../../chat/upload.ts';
import type { ActionKind, WebhookBody } from '../../chat/webhook.ts';

/** A message as it came; `fieldPath` is what it is called in the request. */
export type Draft = {
  readonly message: ChatMessage;
  readonly fieldPath: string;
  readonly files: readonly UploadedFile[];
};

/**
 * What is sent of a message, written anew: it is what has been checked, whatever the client's spelling
 * of it.
 *
 * @param allowMassMentions lets `@everyone`, `@here` and role mentions through
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
