import type { RouteDocs } from '../docs/route-docs.ts';

export const queueDocs: RouteDocs = {
  id: 'queueWebhookMessage',
  summary: 'Queue a message for a Discord webhook',
  description: [
    'Checks the message, keeps it in Redis and answers 202 at once; it is sent as soon as Discord’s limits allow, in order for each webhook, over restarts, for up to 24 hours. 5xx, network failures and 429 are tried again; other refusals fail it. Offered where the service runs with Redis; JSON or form fields of at most 32 KiB, no files.',
    'Each message is sent with a nonce of its own that Discord is told to enforce. Where the platform does not honour it, an instance that is killed between sending a message and noting so sends it again: at least once.',
  ],
  errors: [
    'too-many-requests',
    'overloaded',
    'not-offered',
    'idempotency-conflict',
    'idempotency-mismatch',
  ],
  caching: 'never',
  hasValidator: false,
  examples: [
    {
      title: 'A line of text that may wait',
      path: { id: '123456789012345678', token: 'the-token-of-your-webhook' },
      body: { content: 'The server is back.' },
      isOnPaper: true,
    },
  ],
};

export const queuedDocs: RouteDocs = {
  id: 'getQueuedMessage',
  summary: 'What became of a queued message',
  description: [
    '`waiting` for up to 24 hours, `sent` for an hour, `failed` with the reason for a day; then 404.',
  ],
  errors: ['unknown-message', 'overloaded', 'not-offered'],
  caching: 'never',
  hasValidator: false,
  examples: [
    {
      title: 'One message',
      path: { queued: '00112233445566778899aabbccddeeff' },
      isOnPaper: true,
    },
  ],
};
