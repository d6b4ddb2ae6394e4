import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ChatMessage } from '../../chat/message.ts';
import type { PlatformAnswer } from '../../chat/order.ts';
import { LineupError } from '../../errors/lineup-error.ts';
import { cachePolicies } from '../../http/cache-headers.ts';
import type { HttpServer } from '../../http/server.ts';
import { acceptBodies, incomingForm, isForm, readObject } from './bodies.ts';
import { deleteDocs, editDocs, fetchDocs, githubDocs, postDocs, slackDocs } from './docs.ts';
import {
  deleteAnswers,
  editQuery,
  foreignBody,
  githubHeaders,
  messageAnswers,
  messageBody,
  messageForm,
  messageParams,
  messageQuery,
  postAnswers,
  postQuery,
  slackAnswers,
  webhookParams,
} from './schema.ts';
import type { Relay, RelayTarget } from './service.ts';

const webhookPath = '/api/chat/webhook/:id/:token';
const messagePath = `${webhookPath}/messages/:message`;

// For the description of the API: messages are checked by `readObject`, also those in forms.
const messageContent = {
  content: {
    'application/json': { schema: messageBody },
    'multipart/form-data': { schema: messageForm },
  },
};
const foreignContent = { content: { 'application/json': { schema: foreignBody } } };

/**
 * Posting through a webhook, and reading, changing and deleting what it has posted. Nothing reaches
 * the webhook itself: its token alone would be enough to delete it.
 */
export function addChatWebhookRoutes(app: HttpServer, relay: Relay): void {
  // A scope of its own, because bodies are read in another way than elsewhere.
  void app.register((scope, _options, done) => {
    acceptBodies(scope);
    addPosts(scope, relay);
    addMessages(scope, relay);
    done();
  });
}

function addPosts(app: HttpServer, relay: Relay): void {
  const posts = { params: webhookParams, querystring: postQuery, response: postAnswers };
  const slackPosts = { ...posts, response: slackAnswers };
  app.post(
    webhookPath,
    { schema: { ...posts, body: messageContent }, config: { docs: postDocs } },
    async (request, reply) => {
      const { params: address, query } = request;
      const signal = goneSignal(reply);
      const target = { address, action: { kind: 'execute' }, query, signal } as const;
      return answer(reply, await relayMessage(request, relay, target));
    },
  );
  app.post(
    `${webhookPath}/slack`,
    { schema: { ...slackPosts, body: foreignContent }, config: { docs: slackDocs } },
    async (request, reply) => {
      const { params: address, query } = request;
      const signal = goneSignal(reply);
      const target = { address, action: { kind: 'slack' }, query, signal } as const;
      return answer(reply, await relay.foreign(target, foreignOf(request)));
    },
  );
  app.post(
    `${webhookPath}/github`,
    {
      schema: { ...posts, headers: githubHeaders, body: foreignContent },
      config: { docs: githubDocs },
    },
    async (request, reply) => {
      const { params: address, query, headers } = request;
      const signal = goneSignal(reply);
      const target = { address, action: { kind: 'github' }, query, signal } as const;
      const event = headers['x-github-event'];
      return answer(reply, await relay.foreign(target, foreignOf(request), event));
    },
  );
}

function addMessages(app: HttpServer, relay: Relay): void {
  const plain = { params: messageParams, querystring: messageQuery };
  const fetch = { schema: { ...plain, response: messageAnswers }, config: { docs: fetchDocs } };
  app.get(messagePath, fetch, async ({ params, query }, reply) => {
    const action = { kind: 'fetch', messageId: params.message } as const;
    return answer(
      reply,
      await relay.bare({ address: params, action, query, signal: goneSignal(reply) }),
    );
  });
  const remove = { schema: { ...plain, response: deleteAnswers }, config: { docs: deleteDocs } };
  app.delete(messagePath, remove, async ({ params, query }, reply) => {
    const action = { kind: 'delete', messageId: params.message } as const;
    return answer(
      reply,
      await relay.bare({ address: params, action, query, signal: goneSignal(reply) }),
    );
  });
  const edits = { ...plain, querystring: editQuery, response: messageAnswers };
  app.patch(
    messagePath,
    { schema: { ...edits, body: messageContent }, config: { docs: editDocs } },
    async (request, reply) => {
      const { params, query } = request;
      const action = { kind: 'edit', messageId: params.message } as const;
      const target = { address: params, action, query, signal: goneSignal(reply) };
      return answer(reply, await relayMessage(request, relay, target));
    },
  );
}

/** Aborts when the connection closes before the answer was sent. */
function goneSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  // Of a class that is not reported; nobody is there to read it.
  const giveUp = () =>
    controller.abort(new LineupError('bad-request', 'The connection was closed too early.'));
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) giveUp();
  });
  return controller.signal;
}

/** A message as JSON, or a form with files. */
async function relayMessage(
  request: FastifyRequest,
  relay: Relay,
  target: RelayTarget,
): Promise<PlatformAnswer> {
  const read = (value: unknown, place: string) =>
    readObject(request, messageBody, { value, place });
  if (!isForm(request)) return relay.message(target, read(request.body, 'body'));
  try {
    return await relay.upload(target, incomingForm(request), read);
  } finally {
    // Where nothing was read of it; else this has been done already.
    if (!request.raw.readableDidRead) request.raw.resume();
  }
}

function foreignOf(request: FastifyRequest): ChatMessage {
  if (isForm(request)) {
    throw new LineupError('unsupported-media-type');
  }
  return readObject(request, foreignBody, { value: request.body, place: 'body' });
}

/** Nothing of the platform's answer but its status, body and type. */
function answer(reply: FastifyReply, { status, contentType, bytes }: PlatformAnswer): FastifyReply {
  void reply.code(status).header('cache-control', cachePolicies.never);
  if (contentType === null) return reply.send();
  return reply.header('content-type', contentType).send(bytes);
}
