import { createHash } from 'node:crypto';
import type { RelayBody } from '../net/relay-client.ts';

/** A webhook as its owner hands it out. The token alone is enough to post: it is a secret. */
export type WebhookAddress = {
  /** Decimal digits. */
  readonly id: string;
  /** `A-Za-z0-9_-`. */
  readonly token: string;
};

/**
 * What can be done with a webhook. Each has a window of its own at the platform; nothing here can
 * change or delete the webhook itself.
 */
export type WebhookAction =
  | { readonly kind: 'execute' | 'slack' | 'github' }
  | { readonly kind: 'fetch' | 'edit' | 'delete'; readonly messageId: string };

type ActionKind = WebhookAction['kind'];

/** Everything that is passed on of a query. */
export type WebhookQuery = {
  readonly wait?: 'true' | 'false';
  readonly with_components?: 'true' | 'false';
  /** Decimal digits. */
  readonly thread_id?: string;
};

export type OrderBody = {
  /**
   * Checked bytes, or a stream that checks itself and fails where it must, and whose beginning is at
   * hand: a place at the platform is not to be taken for what has yet to come.
   */
  readonly content: RelayBody;
  readonly contentType: string;
};

/**
 * One thing to be done at the platform: plain data, as far as its body is bytes, so that it can be
 * kept and carried out later.
 */
export type WebhookOrder = {
  readonly address: WebhookAddress;
  readonly action: WebhookAction;
  readonly query: WebhookQuery;
  readonly body?: OrderBody;
  /** What a body in the form of `github` tells of; that form has it in a header. */
  readonly githubEvent?: string;
};

/** What the platform said, as far as it is passed on. */
export type PlatformAnswer = {
  readonly status: number;
  /** `null` when there is no body. */
  readonly contentType: string | null;
  readonly bytes: Uint8Array;
};

/** What a webhook is called in every memory: nobody can get the address back from it. */
export function webhookKey({ id, token }: WebhookAddress): string {
  return createHash('sha256').update(`${id}/${token}`).digest('base64url');
}

const methods = {
  execute: 'POST',
  slack: 'POST',
  github: 'POST',
  fetch: 'GET',
  edit: 'PATCH',
  delete: 'DELETE',
} as const satisfies Record<ActionKind, string>;

export function methodOf({ kind }: WebhookAction): (typeof methods)[ActionKind] {
  return methods[kind];
}

/** The path below the platform's API, as segments. */
export function segmentsOf({ address, action }: WebhookOrder): readonly string[] {
  const webhook = ['webhooks', address.id, address.token];
  if ('messageId' in action) return [...webhook, 'messages', action.messageId];
  return action.kind === 'execute' ? webhook : [...webhook, action.kind];
}

/**
 * How the platform wants its callers to introduce themselves.
 * @param url where somebody who wonders about our requests finds out more
 */
export function platformUserAgent(url: string, version: string): string {
  return `DiscordBot (${url}, ${version})`;
}
