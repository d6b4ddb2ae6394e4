import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { LineupError } from '../../../common/errors/lineup-error.ts';
import { once } from '../../../upstreams/discord/idempotency.ts';
import type { PlatformResponse } from '../../../upstreams/discord/webhook.ts';
import { type ChatRelay, bodyOf, identityOf, respondWith } from './service.ts';
import { cachePolicies } from '../../http/cache-headers.ts';
import { defineRoute, ownResponse } from '../../http/define-route.ts';
import { unsupportedType } from '../../http/error-responses.ts';
import type { HttpServer } from '../../http/server.ts';
import { readDraft } from './bodies.ts';
import * as schemas from './schema.ts';

const queuedPath = '/api/chat/webhook/queue/:queued';

/** The longest possible message has about 30 kB; queued messages are stored in Redis. */
const maxQueuedBytes = 32 * 1024;

const queuedId = Type.String({
  maxLength: 32,
  pattern: '^[0-9a-f]{32}$',
  'x-allowed': '32 hex digits',
});

/** Adds messages to the queue, and reports their state. */
export const queueRoutes = (
  { queue, records, allowMassMentions }: Pick<ChatRelay, 'queue' | 'records' | 'allowMassMentions'>,
  accepts: (scope: HttpServer) => void,
) => [
  defineRoute({
    method: 'POST',
    path: '/api/chat/webhook/:id/:token/queue',
    limit: 'webhook-post',
    id: 'queueWebhookMessage',
    summary: 'Queue a message for a Discord webhook',
    description: [
      'Checks the message, stores it in Redis and answers 202 at once. The messages of a webhook are sent in order, as soon as Discord’s limits allow, for up to 24 hours; restarts do not lose them. A message that waits for one webhook delays no other webhook, and clients take turns. 20,000 messages may wait in all; a network (IPv4 /24, IPv6 /48) may add one while fewer of its own wait than there are free places, and gets a 503 otherwise. After a 5xx, a 429 or a network failure a message is tried again; other refusals fail it. Available if the service runs with Redis. Takes JSON or form fields of at most 32 KiB, and no files.',
      'Delivery is at least once: each message has a nonce that Discord is asked to enforce, but if Discord does not, an instance that is killed between sending a message and recording it sends it again.',
    ],
    headers: { Location: 'The path at which the state of the message can be queried.' },
    errors: ['too-many-requests', 'overloaded', 'not-offered', ...schemas.keyErrors],
    caching: 'never',
    // Made-up, like that below.
    examples: [
      {
        title: 'A line of text',
        path: { id: '123456789012345678', token: 'the-token-of-your-webhook' },
        isRunnable: false,
        body: { content: 'The server is back.' },
      },
    ],
    accepts,
    params: schemas.webhookParams,
    query: schemas.queueQuery,
    requestHeaders: schemas.idempotencyHeaders,
    body: schemas.queueBodies,
    response: ownResponse({
      202: Type.Object(
        { id: queuedId },
        { description: 'The message is queued and sent as soon as Discord’s limits allow.' },
      ),
    }),
    handler: async (request, _client, reply) => {
      if (queue === undefined) throw new LineupError('not-offered');
      if (request.mediaType === schemas.multipart) throw unsupportedType(request);
      const { id: webhookId, token } = request.params;
      const draft = readDraft(request, 'execute', schemas.queueBodies);
      const query = { ...draft.query, ...request.query };
      const { bytes } = await bodyOf('execute', draft, allowMassMentions);
      if (bytes.length > maxQueuedBytes) {
        throw new LineupError('body-too-large', `${draft.fieldPath}: must be at most 32 KiB`);
      }
      const key = request.headers['idempotency-key'];
      const { clientKey: client } = request;
      const add = async (recordKey?: string): Promise<PlatformResponse> => {
        const body = Buffer.from(bytes).toString('utf8');
        const added = await queue.add({ webhookId, token, query, body }, client, recordKey);
        if (added === null) {
          const sentence = 'Too many messages are waiting to be sent; try again in a minute.';
          throw new LineupError('overloaded', sentence, { retryAfterSeconds: 60 });
        }
        const json = Buffer.from(JSON.stringify(added));
        return { status: 202, contentType: 'application/json', bytes: json };
      };
      const webhook = { id: webhookId, token };
      const identity = (): Promise<Uint8Array[]> => identityOf({ kind: 'execute', query }, draft);
      const outcome = await once(records, { key, webhook, client, parts: identity }, add);
      return respondWith(locate(reply, outcome), outcome);
    },
  }),
  defineRoute({
    path: queuedPath,
    id: 'getQueuedMessage',
    summary: 'Get the state of a queued message',
    description: [
      'The state is `waiting` until the message was sent or has failed; then `sent` for an hour, or `failed` with a reason for a day. After that the response is a 404. A message fails if Discord refuses it, or at the first attempt after 24 hours. It also fails after an hour in which only this service held it back, as its client has posted too much to webhooks that fail; then its `Idempotency-Key` may be used again.',
    ],
    errors: ['unknown-message', 'overloaded', 'not-offered'],
    caching: 'never',
    examples: [
      {
        title: 'One message',
        path: { queued: '00112233445566778899aabbccddeeff' },
        isRunnable: false,
      },
    ],
    accepts,
    params: Type.Object({
      queued: Type.String({ ...queuedId, description: 'The id of a queued message.' }),
    }),
    response: ownResponse({
      200: Type.Object(
        {
          id: queuedId,
          state: Type.Union([
            Type.Literal('waiting'),
            Type.Literal('sent'),
            Type.Literal('failed'),
          ]),
          reason: Type.Optional(Type.String({ description: 'Why it failed, in one sentence.' })),
        },
        { description: 'The state of the message.' },
      ),
    }),
    handler: async ({ params: { queued: id } }, _client, reply) => {
      if (queue === undefined) throw new LineupError('not-offered');
      const state = await queue.find(id);
      if (state === null) throw new LineupError('unknown-message');
      return reply.header('cache-control', cachePolicies.never).send({ id, ...state });
    },
  }),
];

/** Tells where the state of a message can be queried, unless it was posted and not queued before. */
function locate(reply: FastifyReply, { status, bytes }: PlatformResponse): FastifyReply {
  if (status !== 202) return reply;
  const { id }: { readonly id: string } = JSON.parse(Buffer.from(bytes).toString());
  return reply.header('location', queuedPath.replace(':queued', id));
}
