import { withBrokenMassMentions, withoutMassMentions } from '../../chat/mentions.ts';
import {
  checkEmbedText,
  checkNotEmpty,
  checkSlackNotEmpty,
  type ChatMessage,
} from '../../chat/message.ts';
import type { WebhookSender } from '../../chat/sender.ts';
import { writeUpload, type UploadedFile } from '../../chat/upload.ts';
import type { PlatformAnswer, Webhook, WebhookAction, WebhookBody } from '../../chat/webhook.ts';

export type RelayParts = {
  readonly sender: WebhookSender;
  /** Lets `@everyone`, `@here` and role mentions through. */
  readonly allowMassMentions: boolean;
  /** Text that no file holds, anew each time. */
  readonly createBoundary: () => string;
};

/** What is to be done, with which webhook, and for whom. */
export type RelayTarget = {
  readonly webhook: Webhook;
  readonly action: WebhookAction;
  /** The client as a key. */
  readonly client: string;
  /** Aborts when the client is gone: what still waits for its turn is then not sent. */
  readonly signal: AbortSignal;
};

/** A message as it came; `fieldPath` is what it is called in the request. */
export type Draft = {
  readonly message: ChatMessage;
  readonly fieldPath: string;
  readonly files: readonly UploadedFile[];
};

export type Relay = {
  /** @throws {LineupError} of the sender, before a body is read for a webhook that is refused */
  readonly assertWelcome: (target: RelayTarget) => void;
  /** @throws {LineupError} of the sender; `bad-request` that names the field */
  readonly send: (target: RelayTarget, draft: Draft | null) => Promise<PlatformAnswer>;
  /** What would be sent. @throws {LineupError} `bad-request` that names the field */
  readonly bodyOf: (action: WebhookAction, draft: Draft) => WebhookBody;
};

/** Checks what is to be sent, takes from it what is not to be sent, and hands it to the sender. */
export function createRelay({ sender, allowMassMentions, createBoundary }: RelayParts): Relay {
  /** Written anew: what is sent is what has been checked, whatever the client's spelling of it. */
  function bodyOf({ kind }: WebhookAction, { message, fieldPath, files }: Draft): WebhookBody {
    const isForeign = kind === 'slack' || kind === 'github';
    if (kind === 'slack') checkSlackNotEmpty(message, fieldPath);
    if (kind === 'execute' && files.length === 0) checkNotEmpty(message, fieldPath);
    if (!isForeign) checkEmbedText(message, fieldPath);
    const defused = isForeign ? withBrokenMassMentions(message) : withoutMassMentions(message);
    const sent = allowMassMentions ? message : defused;
    if (files.length > 0) return writeUpload(sent, files, createBoundary());
    return { bytes: Buffer.from(JSON.stringify(sent)), contentType: 'application/json' };
  }

  return {
    bodyOf,
    assertWelcome: ({ webhook, client }) => sender.assertWelcome(webhook, client),
    send: async ({ webhook, action, client, signal }, draft) => {
      const body = draft === null ? null : bodyOf(action, draft);
      return sender.send(webhook, action, body, { client, signal });
    },
  };
}
