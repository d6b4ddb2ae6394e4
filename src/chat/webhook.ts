/** A webhook as its owner hands it out. The token alone is enough to post: it is a secret. */
export type Webhook = {
  /** Decimal digits. */
  readonly id: string;
  /** `A-Za-z0-9_-`. */
  readonly token: string;
};

export const methods = {
  execute: 'POST',
  slack: 'POST',
  github: 'POST',
  fetch: 'GET',
  edit: 'PATCH',
  delete: 'DELETE',
} as const;

export type ActionKind = keyof typeof methods;

/**
 * What can be done with a webhook: plain data, so that it can be kept and carried out later. Nothing
 * here can change or delete the webhook itself.
 */
export type WebhookAction = {
  readonly kind: ActionKind;
  /** Of the message that is read, changed or deleted. */
  readonly messageId?: string | undefined;
  readonly query?: Readonly<Partial<Record<'wait' | 'with_components' | 'thread_id', string>>>;
  /** What a body of the kind `github` is about; that format names it in a header only. */
  readonly githubEvent?: string | undefined;
};

export type WebhookBody = { readonly bytes: Uint8Array; readonly contentType: string };

/** What the platform answered, as far as it is passed on. */
export type PlatformAnswer = {
  readonly status: number;
  /** `null` when there is no body that may be shown. */
  readonly contentType: string | null;
  readonly bytes: Uint8Array;
};

/**
 * How the platform wants its callers to introduce themselves.
 * @param url where somebody who wonders about our requests finds out more
 */
export function platformUserAgent(url: string, version: string): string {
  return `DiscordBot (${url}, ${version})`;
}
