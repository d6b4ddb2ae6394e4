import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { once, type RecordStore } from '../../../upstreams/discord/idempotency.ts';
import type { OpenQueue } from '../../../upstreams/discord/queue/open-queue.ts';
import type { PlatformResponse, WebhookQuery } from '../../../upstreams/discord/webhook.ts';
import { LineupError } from '../../../common/errors/lineup-error.ts';
import { cachePolicies } from '../../http/cache-headers.ts';
import { unsupportedType } from '../../http/error-responses.ts';
import { described, type HttpServer } from '../../http/server.ts';
import { readDraft } from './bodies.ts';
import { queueDocs, queuedDocs } from './docs.ts';
import * as schemas from './schema.ts';
import { bodyOf, identityOf, respondWith } from './service.ts';

const queuePath = '/api/chat/webhook/:id/:token/queue';
const queuedPath = '/api/chat/webhook/queue/:queued';

/** The longest possible message has about 30 kB; queued messages are stored in Redis. */
const maxQueuedBytes = 32 * 1024;

const queuedId = Type.String({
  maxLength: 32,
  pattern: '^[0-9a-f]{32}$',
  'x-allowed': '32 hex digits',
});
const queuedParams = Type.Object({
  queued: Type.String({ ...queuedId, description: 'The id of a queued message.' }),
});
const accepted = Type.Object(
  { id: queuedId },
  { description: 'The message is queued and sent as soon as Discord’s limits allow.' },
);
const queued = Type.Object(
  {
    id: queuedId,
    state: Type.Union([Type.Literal('waiting'), Type.Literal('sent'), Type.Literal('failed')]),
    reason: Type.Optional(Type.String({ description: 'Why it failed, in one sentence.' })),
  },
  { description: 'The state of the message.' },
);

type QueueRoute = {
  Params: { readonly id: string; readonly token: string };
  Querystring: WebhookQuery;
};

type QueueParts = {
  /** Missing without Redis. */
  readonly queue: OpenQueue['queue'] | undefined;
  readonly records: RecordStore;
  readonly allowMassMentions: boolean;
};

/** Adds messages to the queue, and reports their state. */
export function addQueueRoutes(scope: HttpServer, parts: QueueParts): void {
  const { queue, records, allowMassMentions } = parts;
  scope.post<QueueRoute>(
    queuePath,
    described(queueDocs, {
      params: schemas.webhookParams,
      querystring: schemas.queueQuery,
      headers: schemas.idempotencyHeaders,
      body: schemas.queueBody,
      response: { 202: accepted },
    }),
    async (request, reply) => {
      if (queue === undefined) throw new LineupError('not-offered');
      if (request.mediaType === schemas.multipart) throw unsupportedType(request);
      const { id: webhookId, token } = request.params;
      const draft = readDraft(request, schemas.queueBody);
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
        if (added === null) throw full();
        const json = Buffer.from(JSON.stringify(added));
        return { status: 202, contentType: 'application/json', bytes: json };
      };
      const webhook = { id: webhookId, token };
      const identity = (): Promise<Uint8Array[]> => identityOf({ kind: 'execute', query }, draft);
      const outcome = await once(records, { key, webhook, client, parts: identity }, add);
      return respondWith(locate(reply, outcome), outcome);
    },
  );

  scope.get<{ Params: { readonly queued: string } }>(
    queuedPath,
    described(queuedDocs, { params: queuedParams, response: { 200: queued } }),
    async (request, reply) => {
      if (queue === undefined) throw new LineupError('not-offered');
      const { queued: id } = request.params;
      const state = await queue.find(id);
      if (state === null) throw new LineupError('unknown-message');
      void reply.header('cache-control', cachePolicies.never);
      return { id, ...state };
    },
  );
}

/** Tells where the state of a message can be queried, unless it was posted and not queued before. */
function locate(reply: FastifyReply, { status, bytes }: PlatformResponse): FastifyReply {
  if (status !== 202) return reply;
  const { id }: { readonly id: string } = JSON.parse(Buffer.from(bytes).toString());
  return reply.header('location', queuedPath.replace(':queued', id));
}

function full(): LineupError {
  const sentence = 'Too many messages are waiting to be sent; try again in a minute.';
  return new LineupError('overloaded', sentence, { retryAfterSeconds: 60 });
}
