import type { FastifyReply, FastifyRequest } from 'fastify';
import { once, type RecordStore } from '../../../upstreams/discord/idempotency.ts';
import type { OpenQueue } from '../../../upstreams/discord/queue/open-queue.ts';
import type { WebhookSender } from '../../../upstreams/discord/sender.ts';
import { createUploadShares, readUpload } from '../../../upstreams/discord/upload.ts';
import {
  actions,
  type PlatformResponse,
  type WebhookRequest,
} from '../../../upstreams/discord/webhook.ts';
import { badRequest } from '../../../common/errors/lineup-error.ts';
import { unsupportedType } from '../../http/error-responses.ts';
import { receivedOf } from '../../http/request-bodies.ts';
import type { HttpServer } from '../../http/server.ts';
import { acceptBodies, readDraft, spellFlags, type Posted } from './bodies.ts';
import { docsOf } from './docs.ts';
import { addQueueRoutes } from './queue-route.ts';
import * as schemas from './schema.ts';
import { bodyOf, identityOf, respondWith } from './service.ts';

/** A validated request. */
type WebhookRoute = {
  Params: Pick<WebhookRequest, 'id' | 'token' | 'message'>;
  Querystring: NonNullable<WebhookRequest['query']>;
  Headers: schemas.WebhookHeaders;
};

const webhookPath = '/api/chat/webhook/:id/:token';
const kinds = ['execute', 'slack', 'github', 'fetch', 'edit', 'delete'] as const;

export type ChatWebhookParts = {
  readonly sender: WebhookSender;
  /** Allows `@everyone`, `@here` and role mentions. */
  readonly allowMassMentions: boolean;
  /** Missing without Redis. */
  readonly queue: OpenQueue['queue'] | undefined;
  /** Records of `Idempotency-Key`. */
  readonly records: RecordStore;
  /** Waits until the event loop has time: messages that arrive together take it one after the other. */
  readonly loopTime?: (() => Promise<void>) | undefined;
};

export function addChatWebhookRoutes(app: HttpServer, parts: ChatWebhookParts): void {
  const send = createSend(parts);
  // A separate scope, because bodies are parsed differently here.
  void app.register((scope, _options, done) => {
    acceptBodies(scope, parts.loopTime);
    scope.addHook('preValidation', async ({ query }) => spellFlags(Object(query)));
    for (const kind of kinds) {
      const { method, tail } = actions[kind];
      scope.route<WebhookRoute>({
        method,
        url: webhookPath + tail,
        schema: schemas.routes[kind],
        config: { docs: docsOf(kind) },
        handler: async (request, reply) => {
          const target = {
            ...request.params,
            kind,
            query: request.query,
            githubEvent: kind === 'github' ? request.headers['x-github-event'] : undefined,
            body: null,
            client: request.clientKey,
            signal: goneOf(request, reply),
          };
          return respondWith(reply, await send(request, target));
        },
      });
    }
    addQueueRoutes(scope, parts);
    done();
  });
}

/** Reads the body, if any, and passes it on. */
function createSend({ sender, allowMassMentions, records, loopTime }: ChatWebhookParts) {
  const uploads = createUploadShares();

  async function post(request: FastifyRequest, target: WebhookRequest, draft: Posted) {
    const asked = { ...target, query: { ...draft.query, ...target.query } };
    const carryOut = async (): Promise<PlatformResponse> =>
      sender.send({ ...asked, body: await bodyOf(target.kind, draft, allowMassMentions) });
    const key = request.headers['idempotency-key'];
    const { client } = target;
    const identified = { key, webhook: target, client, parts: () => identityOf(asked, draft) };
    return once(records, identified, carryOut);
  }

  return async (request: FastifyRequest, target: WebhookRequest): Promise<PlatformResponse> => {
    const { body } = schemas.routes[target.kind];
    if (body === undefined) return sender.send(target);
    const isUpload = request.mediaType === schemas.multipart;
    if (!isUpload) return post(request, target, readDraft(request, body));
    if (!(schemas.multipart in body.content)) throw unsupportedType(request);
    sender.assertNotBlocked(target);
    return uploads.run(target.client, async () => {
      const form = await readUpload(receivedOf(request));
      await loopTime?.();
      return post(request, target, readDraft(request, body, form));
    });
  };
}

/** Aborts if the client closes the connection, or its side of it, before the response is sent. */
function goneOf({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const abort = (): void =>
    // An error of a class that is not reported.
    controller.abort(badRequest('The connection was closed too early.'));
  // One listener for each pipelined request.
  socket.setMaxListeners(0).once('end', abort);
  raw.once('close', () => {
    socket.off('end', abort);
    if (!raw.writableFinished) abort();
  });
  return controller.signal;
}
