/** A webhook as its owner hands it out. The token alone is enough to post: it is a secret. */
export type Webhook = {
  /** Decimal digits. */
  readonly id: string;
  /** `A-Za-z0-9_-`. */
  readonly token: string;
};

const messageTail = '/messages/:message';

/**
 * All that can be done: by which method, and where below the path of the webhook. Nothing here can
 * change or delete the webhook itself, for which its token alone would be enough.
 */
export const actions = {
  execute: { method: 'POST', tail: '' },
  slack: { method: 'POST', tail: '/slack' },
  github: { method: 'POST', tail: '/github' },
  fetch: { method: 'GET', tail: messageTail },
  edit: { method: 'PATCH', tail: messageTail },
  delete: { method: 'DELETE', tail: messageTail },
} as const;

export type ActionKind = keyof typeof actions;
/** What is to be done with a webhook: plain data, so that it can be kept and carried out later. */
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
