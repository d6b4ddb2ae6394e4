import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import type { TSchema } from 'typebox';
import type { RecordStore } from '../../chat/idempotency.ts';
import type { WebhookQueue } from '../../chat/queue/webhook-queue.ts';
import { createUploadShares } from '../../chat/upload.ts';
import type { ActionKind, PlatformAnswer, WebhookAction } from '../../chat/webhook.ts';
import { LineupError } from '../../errors/lineup-error.ts';
import { cachePolicies } from '../../http/cache-headers.ts';
import { errorBody } from '../../http/error-responses.ts';
import type { RouteDocs } from '../docs/route-docs.ts';
import type { HttpServer } from '../../http/server.ts';
import { acceptBodies, isUpload, readMessage, receiveUpload } from './bodies.ts';
import * as docs from './docs.ts';
import * as schemas from './schema.ts';
import { createIdempotentAnswer, type IdempotentAnswer } from './idempotent.ts';
import { addQueueRoutes } from './queue-route.ts';
import type { Draft, Relay, RelayTarget } from './service.ts';

/** What a request is once it has been validated. */
type WebhookRoute = {
  Params: { readonly id: string; readonly token: string; readonly message?: string };
  Querystring: schemas.WebhookQuery;
  Headers: { readonly 'x-github-event'?: string };
};

type Row = {
  readonly method: 'POST' | 'GET' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly schema: FastifySchema;
  readonly docs: RouteDocs;
  /** Of the message, wherever in the body it stands; `null` where there is none. */
  readonly message: TSchema | null;
};

const webhookPath = '/api/chat/webhook/:id/:token';
const messagePath = `${webhookPath}/messages/:message`;
const posts = { params: schemas.webhookParams, querystring: schemas.postQuery };
const messages = { params: schemas.messageParams, querystring: schemas.messageQuery };

/**
 * Posting through a webhook, and reading, changing and deleting what it has posted. Nothing reaches
 * the webhook itself: its token alone would be enough to delete it.
 */
const routes = {
  execute: {
    method: 'POST',
    path: webhookPath,
    schema: {
      ...posts,
      headers: schemas.idempotencyHeaders,
      body: schemas.messageContent,
      response: schemas.postAnswers,
    },
    docs: docs.postDocs,
    message: schemas.messageBody,
  },
  slack: {
    method: 'POST',
    path: `${webhookPath}/slack`,
    schema: { ...posts, body: schemas.slackContent, response: schemas.slackAnswers },
    docs: docs.slackDocs,
    message: schemas.foreignBody,
  },
  github: {
    method: 'POST',
    path: `${webhookPath}/github`,
    schema: {
      ...posts,
      headers: schemas.githubHeaders,
      body: schemas.githubContent,
      response: schemas.postAnswers,
    },
    docs: docs.githubDocs,
    message: schemas.foreignBody,
  },
  fetch: {
    method: 'GET',
    path: messagePath,
    schema: { ...messages, response: schemas.messageAnswers },
    docs: docs.fetchDocs,
    message: null,
  },
  edit: {
    method: 'PATCH',
    path: messagePath,
    schema: {
      ...messages,
      querystring: schemas.postQuery,
      body: schemas.messageContent,
      response: schemas.messageAnswers,
    },
    docs: docs.editDocs,
    message: schemas.messageBody,
  },
  delete: {
    method: 'DELETE',
    path: messagePath,
    schema: { ...messages, response: schemas.deleteAnswers },
    docs: docs.deleteDocs,
    message: null,
  },
} as const satisfies Record<ActionKind, Row>;

const kinds = ['execute', 'slack', 'github', 'fetch', 'edit', 'delete'] as const;

export type ChatWebhookParts = {
  readonly relay: Relay;
  readonly queue: WebhookQueue | undefined;
  /** Records of `Idempotency-Key`. */
  readonly records: RecordStore;
};

export function addChatWebhookRoutes(app: HttpServer, parts: ChatWebhookParts): void {
  const { relay, queue } = parts;
  const once = createIdempotentAnswer(parts.records);
  const send = createSend(relay, once);
  // A scope of its own, because bodies are read in another way than elsewhere.
  void app.register((scope, _options, done) => {
    acceptBodies(scope);
    scope.addHook('preValidation', (request, _reply, next) => {
      convertFlags(request.query);
      next();
    });
    for (const kind of kinds) {
      const { method, path, schema, docs: told }: Row = routes[kind];
      scope.route<WebhookRoute>({
        method,
        url: path,
        schema,
        config: { docs: told },
        handler: async (request, reply) => {
          const { message: messageId, ...webhook } = request.params;
          const target = {
            webhook,
            action: actionOf(kind, messageId, request),
            client: request.clientKey,
            signal: goneSignal(reply),
          };
          try {
            return answer(reply, await send(request, target));
          } finally {
            // Of a body that is not read any further, so that the answer gets through.
            request.raw.resume();
          }
        },
      });
    }
    addQueueRoutes(scope, { relay, queue, once });
    done();
  });
}

function actionOf(
  kind: ActionKind,
  messageId: string | undefined,
  {
    query,
    headers,
  }: { readonly query: schemas.WebhookQuery; readonly headers: WebhookRoute['Headers'] },
): WebhookAction {
  return {
    kind,
    query: schemas.textsOf(query),
    ...(messageId !== undefined && { messageId }),
    ...(kind === 'github' && { githubEvent: headers['x-github-event'] }),
  };
}

/** Clients in other languages write their own kind of booleans. */
function convertFlags(query: unknown): void {
  if (typeof query !== 'object' || query === null) return;
  for (const [name, value] of Object.entries(query)) {
    if (name !== 'wait' && name !== 'with_components') continue;
    if (value === '1' || value === '0') Object.assign(query, { [name]: String(value === '1') });
  }
}

/** Reads the body, if there is one, and passes it on. */
function createSend(relay: Relay, once: IdempotentAnswer) {
  const uploads = createUploadShares();
  function sendOnce(request: FastifyRequest, target: RelayTarget, draft: Draft) {
    const { webhook, action } = target;
    const scope = `${action.kind} ${webhook.id}/${webhook.token} ${JSON.stringify(action.query)}`;
    const message = Buffer.from(JSON.stringify(draft.message));
    const parts = [message, ...draft.files.map(({ bytes }) => bytes)];
    return once(request, { scope, parts }, () => relay.send(target, draft));
  }
  return async (request: FastifyRequest, target: RelayTarget): Promise<PlatformAnswer> => {
    const { kind } = target.action;
    const { message: schema } = routes[kind];
    if (schema === null) return relay.send(target, null);
    if (!isUpload(request)) {
      const draft = readMessage(request, schema, { kind, fields: null });
      return sendOnce(request, target, { ...draft, files: [] });
    }
    if (schema === schemas.foreignBody) throw new LineupError('unsupported-media-type');
    relay.assertWelcome(target);
    return uploads.run(target.client, async (charge) => {
      const { fields, files } = await receiveUpload(request, charge);
      return sendOnce(request, target, {
        ...readMessage(request, schema, { kind, fields }),
        files,
      });
    });
  };
}

/** Aborts when the connection closes before the answer was sent. */
function goneSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (reply.raw.writableFinished) return;
    // Of a class that is not reported; nobody is there to read it.
    controller.abort(new LineupError('bad-request', 'The connection was closed too early.'));
  });
  return controller.signal;
}

/** Nothing of the platform's answer but its status, body and type. */
function answer(reply: FastifyReply, { status, contentType, bytes }: PlatformAnswer): FastifyReply {
  void reply.code(status).header('cache-control', cachePolicies.never);
  if (contentType !== null) return reply.header('content-type', contentType).send(bytes);
  if (status < 400) return reply.send();
  const detail = 'The chat platform refused the request.';
  return reply.header('content-type', 'application/json').send(Buffer.from(errorBody(detail)));
}
