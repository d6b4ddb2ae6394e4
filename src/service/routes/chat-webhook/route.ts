import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { badRequest } from '../../../common/errors/lineup-error.ts';
import { once } from '../../../upstreams/discord/idempotency.ts';
import { createUploadShares, readUpload } from '../../../upstreams/discord/upload.ts';
import {
  actions,
  type ActionKind,
  type PlatformResponse,
  type WebhookQuery,
  type WebhookRequest,
} from '../../../upstreams/discord/webhook.ts';
import { type ChatRelay, bodyOf, identityOf, respondWith } from './service.ts';
import { defineRoute, ownResponse } from '../../http/define-route.ts';
import { unsupportedType } from '../../http/error-responses.ts';
import { receivedOf } from '../../http/request-bodies.ts';
import type { HttpServer } from '../../http/server.ts';
import type { RouteExample } from '../../http/route-docs.ts';
import { acceptBodies, readDraft, type Posted } from './bodies.ts';
import { queueRoutes } from './queue-route.ts';
import * as schemas from './schema.ts';

type Deps = Pick<ChatRelay, 'sender' | 'allowMassMentions' | 'queue' | 'records'> & {
  /** Waits until the event loop has time: messages that arrive together take it one after the other. */
  readonly loopTime?: (() => Promise<void>) | undefined;
};

// Made-up; none of this is executed.
const webhook = { id: '123456789012345678', token: 'the-token-of-your-webhook' };
const message = { ...webhook, message: '112233445566778899' };

/** What a request to this path looks like. */
function example(title: string, path: Record<string, string>, rest: Partial<RouteExample> = {}) {
  return { title, path, isRunnable: false, ...rest } as const;
}

const order =
  'Messages of one webhook and kind (this one, Slack’s, GitHub’s) are sent one after the other, in the order in which their bodies have arrived. A message that Discord’s limit delays waits here for up to three seconds; if that is not enough, the response is a 429, and `Retry-After` says how long to wait. A message whose sender disconnects while it waits is not sent.';

const forms =
  'Uploads time out after 30 s, so 25 MiB need about 7 Mbit/s. A message is sent once it has arrived completely. A client may have four uploads in progress at a time.';

const brokenMentions =
  'Mass mentions (`@everyone`, `@here`, roles, `<!channel>` and the like) are broken up by an invisible character wherever they occur in a text, so that they notify nobody, unless the operator of this service allows them.';

const massMentions =
  'Mentions of `@everyone`, `@here` and roles are shown but notify nobody, unless the operator of this service allows them. Mentions of users do notify.';

const errors = [
  'unknown-webhook',
  'too-many-requests',
  'upstream-failed',
  'upstream-timeout',
  'overloaded',
] as const;

const posted = ownResponse({
  ...schemas.platformJson('The message, with `wait=true`.'),
  ...schemas.nothing,
});
const shown = ownResponse(schemas.platformJson('The message.'));

/** Messages of webhooks, as Discord takes them, and the queue. */
export const chatWebhookRoutes = (deps: Deps) => {
  // One of them for all kinds with the same bounds: routes that share it share what Fastify sets up.
  const acceptsMessages = (scope: HttpServer) => acceptBodies(scope, 'execute', deps.loopTime);
  const acceptsEvents = (scope: HttpServer) => acceptBodies(scope, 'github', deps.loopTime);
  const passOn = createPassOn(deps);
  const action = (kind: ActionKind, bodies?: schemas.Bodies) => ({
    method: actions[kind].method,
    path: `/api/chat/webhook/:id/:token${actions[kind].tail}`,
    limit:
      actions[kind].method === 'POST' ? ('webhook-post' as const) : ('webhook-message' as const),
    caching: 'never' as const,
    errors,
    accepts: kind === 'github' ? acceptsEvents : acceptsMessages,
    handler: passOn(kind, bodies),
  });
  const posting = (kind: ActionKind, body: schemas.Bodies) => ({
    ...action(kind, body),
    errors: [...errors, ...schemas.keyErrors],
    params: schemas.webhookParams,
    query: schemas.postQuery,
    requestHeaders: schemas.idempotencyHeaders,
    body,
  });
  return [
    defineRoute({
      ...posting('execute', schemas.messageBodies),
      id: 'postWebhookMessage',
      summary: 'Post a message through a Discord webhook',
      description: [
        'Takes the same body as Discord: JSON (256 KiB, 2,000 values), or a form with `payload_json` and up to ten files, of 10 MiB each and 25 MiB in all. Fields of the message may also be fields of the form, lists and objects among them as JSON; `payload_json` wins, and `wait`, `thread_id` and `with_components` count as in the query. Without files the form may be `application/x-www-form-urlencoded`. Any part with a file name is a file; parts may have any name, and are sent on as `files[n]`. The response is Discord’s: 204, or with `wait=true` the message as JSON.',
        'Text must be UTF-8, or in the charset that its content type names. Query parameters that Discord does not have here are ignored.',
        'A message that Discord would refuse is refused here with an error that names the field: one that is empty, has `content` over 2000 characters, more than 10 embeds, or over 6000 characters in them.',
        order,
        forms,
        massMentions,
        'Discord’s own paths work too, `/api/webhooks/…`, `/api/v10/webhooks/…` and the same below `/api/discord/`: a client only has to change the host. Errors there also have `message`, `code` and, with 429, `retry_after`; on `/api/discord/webhook/…` they have `detail` alone, which a library for Discord shows as “No Description”. Of a webhook that Discord does not know, or not with this token, all paths say what Discord says: `code` 10015 or 50027.',
        'The webhook itself is not read, changed or deleted, on purpose, because its token alone would be enough to destroy it: `GET`, `PATCH` and `DELETE` of its path are a 405. In discord.py that is `Webhook.fetch()`, which posting does not need.',
        'discord.js takes it in one line, `new WebhookClient({ id, token }, { rest: { api: "https://lineup.example/api" } })`, and discord.py too, `discord.http.Route.BASE = "https://lineup.example/api/v10"`.',
      ],
      examples: [
        example('A line of text', webhook, {
          query: { wait: true },
          body: { content: 'The server is back.', username: 'Server' },
        }),
        example('An embed, into a thread', webhook, {
          query: { thread_id: '998877665544332211' },
          body: { embeds: [{ title: 'Round 3', description: 'Red wins by **12** points.' }] },
        }),
      ],
      response: posted,
    }),
    defineRoute({
      ...posting('slack', schemas.slackBodies),
      id: 'postSlackMessage',
      summary: 'Post a Slack-style message',
      description: [
        'For programs that only support Slack: Discord converts the message to its own format. It must have a text or attachments. The response is the word `ok`.',
        order,
        brokenMentions,
      ],
      examples: [example('A line of text', webhook, { body: { text: 'Build 7 is done.' } })],
      // A plain word, whatever the value of `wait`.
      response: ownResponse({
        200: {
          description: 'Discord’s `ok`.',
          content: { 'text/plain': { schema: Type.String() } },
        },
        ...schemas.nothing,
      }),
    }),
    defineRoute({
      ...posting('github', schemas.githubBodies),
      id: 'postGithubEvent',
      summary: 'Forward a GitHub event',
      description: [
        'For the webhooks of a GitHub repository, with either content type, and events of up to 1 MiB and 50,000 values. The header `X-GitHub-Event`, which names the event, is passed on.',
        order,
        brokenMentions,
      ],
      examples: [
        example('A star for a repository', webhook, {
          body: {
            action: 'started',
            sender: { login: 'octocat' },
            repository: { full_name: 'a/b' },
          },
        }),
      ],
      requestHeaders: schemas.githubHeaders,
      response: posted,
    }),
    defineRoute({
      ...action('fetch'),
      id: 'getWebhookMessage',
      summary: 'Read a message that the webhook has posted',
      description: ['The response is Discord’s: the message as JSON.'],
      examples: [example('A message', message)],
      params: schemas.messageParams,
      query: schemas.messageQuery,
      response: shown,
    }),
    defineRoute({
      ...posting('edit', schemas.messageBodies),
      id: 'editWebhookMessage',
      summary: 'Change a message that the webhook has posted',
      description: [
        'Takes the same body as Discord, as JSON or as a form with files. Fields that are absent stay unchanged.',
        forms,
        massMentions,
      ],
      examples: [
        example('Edit the text', message, { body: { content: 'The server is up again.' } }),
      ],
      params: schemas.messageParams,
      response: ownResponse({ ...schemas.platformJson('The message.'), ...schemas.nothing }),
    }),
    defineRoute({
      ...action('delete'),
      id: 'deleteWebhookMessage',
      summary: 'Delete a message that the webhook has posted',
      description: ['The response is Discord’s: 204. The webhook itself can’t be deleted here.'],
      examples: [example('A message', message)],
      params: schemas.messageParams,
      query: schemas.messageQuery,
      response: ownResponse(schemas.nothing),
    }),
    ...queueRoutes(deps, acceptsMessages),
  ];
};

/** A validated request. */
type Input = FastifyRequest<{
  Params: Pick<WebhookRequest, 'id' | 'token' | 'message'>;
  Querystring: WebhookQuery;
}>;

function createPassOn({ sender, allowMassMentions, records, loopTime }: Deps) {
  const uploads = createUploadShares();

  async function post(request: Input, target: WebhookRequest, draft: Posted) {
    const asked = { ...target, query: { ...draft.query, ...target.query } };
    const carryOut = async (): Promise<PlatformResponse> =>
      sender.send({ ...asked, body: await bodyOf(target.kind, draft, allowMassMentions) });
    const key = request.headers['idempotency-key'];
    const { client } = target;
    const identified = { key, webhook: target, client, parts: () => identityOf(asked, draft) };
    return once(records, identified, carryOut);
  }

  /** Reads the body, if any, and passes it on. */
  async function send(request: Input, target: WebhookRequest, bodies?: schemas.Bodies) {
    if (bodies === undefined) return sender.send(target);
    const isUpload = request.mediaType === schemas.multipart;
    if (!isUpload) return post(request, target, readDraft(request, target.kind, bodies));
    if (!(schemas.multipart in bodies.content)) throw unsupportedType(request);
    sender.assertNotBlocked(target);
    return uploads.run(target.client, async () => {
      const form = await readUpload(receivedOf(request));
      await loopTime?.();
      return post(request, target, readDraft(request, target.kind, bodies, form));
    });
  }

  return (kind: ActionKind, bodies?: schemas.Bodies) =>
    async (request: Input, _client: unknown, reply: FastifyReply) => {
      const event = request.headers['x-github-event'];
      const target = {
        ...request.params,
        kind,
        query: request.query,
        githubEvent: kind === 'github' && typeof event === 'string' ? event : undefined,
        body: null,
        client: request.clientKey,
        signal: goneOf(request, reply),
      };
      return respondWith(reply, await send(request, target, bodies));
    };
}

/** Why a webhook itself has no other methods, for clients that read it before they post. */
export function webhookMethodReason(path: string): string | undefined {
  return /^\/api\/chat\/webhook\/\d+\/[^/?#]+\/?(?:[?#]|$)/.test(path)
    ? 'Only messages are passed on: a webhook itself is not read, changed or deleted here, on purpose, because its token alone would be enough to destroy it.'
    : undefined;
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
  // It may have been closed while its body waited to be parsed.
  if (raw.closed || socket.destroyed) abort();
  return controller.signal;
}
