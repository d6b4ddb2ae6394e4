const messageTail = '/messages/:message';

/**
 * The supported actions: method, and path below that of the webhook. None of them can
 * change or delete the webhook itself, although its token would allow it.
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
export type WebhookQuery = {
  readonly wait?: boolean;
  readonly with_components?: boolean;
  readonly thread_id?: string;
};

export type WebhookBody = { readonly bytes: Uint8Array; readonly contentType: string };

export type WebhookRequest = {
  readonly kind: ActionKind;
  /** Decimal digits. */
  readonly id: string;
  /** `A-Za-z0-9_-`. The token alone is enough to post: it is a secret. */
  readonly token: string;
  /** The id of the message that is read, changed or deleted. */
  readonly message?: string | undefined;
  readonly query?: WebhookQuery;
  /** The event of a `github` body; that format names it in a header only. */
  readonly githubEvent?: string | undefined;
  readonly body: WebhookBody | null;
  /** The key of the client, to which the error responses that it causes are charged. */
  readonly client: string;
  /** Cancels the request while it waits, with the signal's reason; not once it is in progress. */
  readonly signal: AbortSignal;
};

export type PlatformResponse = {
  readonly status: number;
  /** `null` if there is no body to pass on. */
  readonly contentType: string | null;
  readonly bytes: Uint8Array;
};

/** The user agent in the format that the platform requires, with a URL about the sender of these requests. */
export function platformUserAgent({ url, version }: { url?: string | undefined; version: string }) {
  return `DiscordBot (${url}, ${version})`;
}
