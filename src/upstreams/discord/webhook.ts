import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

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

const algorithm = 'aes-256-gcm';
/** GCM has a nonce of 96 bits and a tag of 128 (NIST SP 800-38D, section 5.2). */
const nonceBytes = 12;
const tagBytes = 16;
const keyBytes = 32;

/** Encrypts a webhook's token, so that Redis never holds it in the clear. @param key 32 bytes */
export function createTokenSeal(key: Uint8Array) {
  return {
    /** @returns base64url of nonce, tag and ciphertext; different each time */
    seal: (token: string): string => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce);
      const sealed = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    /** @returns `null` if it was encrypted with another key, or is damaged */
    open: (sealed: string): string | null => {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < nonceBytes + tagBytes) return null;
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes));
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      try {
        const token = [decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()];
        return Buffer.concat(token).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}

export type TokenSeal = ReturnType<typeof createTokenSeal>;

/**
 * A key for operators who set none: derived from the text of `REDIS_URL` (HKDF-SHA-256, RFC 5869),
 * so that all instances have the same one and Redis itself does not hold it.
 */
export function deriveKey(redisUrl: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', redisUrl, '', 'lineup webhook queue', keyBytes));
}
