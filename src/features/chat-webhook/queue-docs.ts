import type { RouteDocs } from '../docs/route-docs.ts';

export const queueDocs: RouteDocs = {
  id: 'queueWebhookMessage',
  summary: 'Queue a message for a Discord webhook',
  description: [
    'Checks the message, stores it in Redis and answers 202 at once. The messages of a webhook are sent in order, as soon as Discord’s limits allow, for up to 24 hours; restarts do not lose them. After a 5xx, a 429 or a network failure a message is tried again; other refusals fail it. Available if the service runs with Redis. Takes JSON or form fields of at most 32 KiB, and no files.',
    'Delivery is at least once: each message has a nonce that Discord is asked to enforce, but if Discord does not, an instance that is killed between sending a message and recording it sends it again.',
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
      title: 'A line of text',
      path: { id: '123456789012345678', token: 'the-token-of-your-webhook' },
      body: { content: 'The server is back.' },
      isOnPaper: true,
    },
  ],
};

export const queuedDocs: RouteDocs = {
  id: 'getQueuedMessage',
  summary: 'Get the state of a queued message',
  description: [
    'The state is `waiting` for up to 24 hours, then `sent` for an hour, or `failed` with a reason for a day. After that the response is a 404.',
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
