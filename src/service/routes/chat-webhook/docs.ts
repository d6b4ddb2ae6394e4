import type { ActionKind } from '../../../upstreams/discord/webhook.ts';
import type { RouteDocs, RouteExample } from '../../site/route-docs.ts';

// Made-up; none of this is executed.
const webhook = { id: '123456789012345678', token: 'the-token-of-your-webhook' };
const message = { ...webhook, message: '112233445566778899' };
const queued = { queued: '00112233445566778899aabbccddeeff' };

/** What a request to this path looks like. */
function example(title: string, path: Record<string, string>, rest: Partial<RouteExample> = {}) {
  return { title, path, isRunnable: false, ...rest } as const;
}

const order =
  'Messages of one webhook and kind (this one, Slack’s, GitHub’s) are sent one after the other, in the order in which their bodies have arrived. A message that Discord’s limit delays waits here for up to three seconds; if that is not enough, the response is a 429, and `Retry-After` says how long to wait. A message whose sender disconnects while it waits is not sent.';

/** Why a webhook itself has no other methods, for clients that read it before they post. */
export function webhookMethodReason(path: string): string | undefined {
  return /^\/api\/chat\/webhook\/\d+\/[^/?#]+\/?(?:[?#]|$)/.test(path)
    ? 'Only messages are passed on: a webhook itself is not read, changed or deleted here, on purpose, because its token alone would be enough to destroy it.'
    : undefined;
}

const forms =
  'Uploads time out after 30 s, so 25 MiB need about 7 Mbit/s. A message is sent once it has arrived completely. A client may have four uploads in progress at a time.';

const dialect = [
  'Discord’s own paths work too, `/api/webhooks/…`, `/api/v10/webhooks/…` and the same below `/api/discord/`: a client only has to change the host. Errors there also have `message`, `code` and, with 429, `retry_after`; on `/api/discord/webhook/…` they have `detail` alone, which a library for Discord shows as “No Description”. Of a webhook that Discord does not know, or not with this token, all paths say what Discord says: `code` 10015 or 50027.',
  'The webhook itself is not read, changed or deleted, on purpose, because its token alone would be enough to destroy it: `GET`, `PATCH` and `DELETE` of its path are a 405. In discord.py that is `Webhook.fetch()`, which posting does not need.',
  'discord.js takes it in one line, `new WebhookClient({ id, token }, { rest: { api: "https://lineup.example/api" } })`, and discord.py too, `discord.http.Route.BASE = "https://lineup.example/api/v10"`.',
] as const;

const brokenMentions =
  'Mass mentions (`@everyone`, `@here`, roles, `<!channel>` and the like) are broken up by an invisible character wherever they occur in a text, so that they notify nobody, unless the operator of this service allows them.';

const massMentions =
  'Mentions of `@everyone`, `@here` and roles are shown but notify nobody, unless the operator of this service allows them. Mentions of users do notify.';

type Row = Pick<RouteDocs, 'id' | 'summary' | 'description' | 'examples'>;

const common = { caching: 'never', hasValidator: false } as const;
const errors = [
  'unknown-webhook',
  'too-many-requests',
  'upstream-failed',
  'upstream-timeout',
  'overloaded',
] as const;
/** Of requests sent once for each `Idempotency-Key`: all that have a body. */
const keyErrors = ['idempotency-conflict', 'idempotency-mismatch'] as const;

export function docsOf(kind: ActionKind): RouteDocs {
  const hasBody = kind !== 'fetch' && kind !== 'delete';
  return { ...common, ...rows[kind], errors: [...errors, ...(hasBody ? keyErrors : [])] };
}

const rows: Readonly<Record<ActionKind, Row>> = {
  execute: {
    id: 'postWebhookMessage',
    summary: 'Post a message through a Discord webhook',
    description: [
      'Takes the same body as Discord: JSON (1 MiB, 50,000 values), or a form with `payload_json` and up to ten files, of 10 MiB each and 25 MiB in all. Fields of the message may also be fields of the form, lists and objects among them as JSON; `payload_json` wins, and `wait`, `thread_id` and `with_components` count as in the query. Without files the form may be `application/x-www-form-urlencoded`. Any part with a file name is a file; parts may have any name, and are sent on as `files[n]`. The response is Discord’s: 204, or with `wait=true` the message as JSON.',
      'Text must be UTF-8, or in the charset that its content type names. Query parameters that Discord does not have here are ignored.',
      'A message that Discord would refuse is refused here with an error that names the field: one that is empty, has `content` over 2000 characters, more than 10 embeds, or over 6000 characters in them.',
      order,
      forms,
      massMentions,
      ...dialect,
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
  },
  slack: {
    id: 'postSlackMessage',
    summary: 'Post a Slack-style message',
    description: [
      'For programs that only support Slack: Discord converts the message to its own format. It must have a text or attachments. The response is the word `ok`.',
      order,
      brokenMentions,
    ],
    examples: [example('A line of text', webhook, { body: { text: 'Build 7 is done.' } })],
  },
  github: {
    id: 'postGithubEvent',
    summary: 'Forward a GitHub event',
    description: [
      'For the webhooks of a GitHub repository, with either content type, and events of up to 1 MiB. The header `X-GitHub-Event`, which names the event, is passed on.',
      order,
      brokenMentions,
    ],
    examples: [
      example('A star for a repository', webhook, {
        body: { action: 'started', sender: { login: 'octocat' }, repository: { full_name: 'a/b' } },
      }),
    ],
  },
  fetch: {
    id: 'getWebhookMessage',
    summary: 'Read a message that the webhook has posted',
    description: ['The response is Discord’s: the message as JSON.'],
    examples: [example('A message', message)],
  },
  edit: {
    id: 'editWebhookMessage',
    summary: 'Change a message that the webhook has posted',
    description: [
      'Takes the same body as Discord, as JSON or as a form with files. Fields that are absent stay unchanged.',
      forms,
      massMentions,
    ],
    examples: [example('Edit the text', message, { body: { content: 'The server is up again.' } })],
  },
  delete: {
    id: 'deleteWebhookMessage',
    summary: 'Delete a message that the webhook has posted',
    description: ['The response is Discord’s: 204. The webhook itself can’t be deleted here.'],
    examples: [example('A message', message)],
  },
};

export const queueDocs: RouteDocs = {
  ...common,
  id: 'queueWebhookMessage',
  summary: 'Queue a message for a Discord webhook',
  description: [
    'Checks the message, stores it in Redis and answers 202 at once. The messages of a webhook are sent in order, as soon as Discord’s limits allow, for up to 24 hours; restarts do not lose them. A message that waits for one webhook delays no other webhook, and clients take turns. 20,000 messages may wait in all; a network (IPv4 /24, IPv6 /48) may add one while fewer of its own wait than there are free places, and gets a 503 otherwise. After a 5xx, a 429 or a network failure a message is tried again; other refusals fail it. Available if the service runs with Redis. Takes JSON or form fields of at most 32 KiB, and no files.',
    'Delivery is at least once: each message has a nonce that Discord is asked to enforce, but if Discord does not, an instance that is killed between sending a message and recording it sends it again.',
  ],
  headers: { Location: 'The path at which the state of the message can be queried.' },
  errors: ['too-many-requests', 'overloaded', 'not-offered', ...keyErrors],
  examples: [example('A line of text', webhook, { body: { content: 'The server is back.' } })],
};

export const queuedDocs: RouteDocs = {
  ...common,
  id: 'getQueuedMessage',
  summary: 'Get the state of a queued message',
  description: [
    'The state is `waiting` until the message was sent or has failed; then `sent` for an hour, or `failed` with a reason for a day. After that the response is a 404. A message fails if Discord refuses it, or at the first attempt after 24 hours. It also fails after an hour in which only this service held it back, as its client has posted too much to webhooks that fail; then its `Idempotency-Key` may be used again.',
  ],
  errors: ['unknown-message', 'overloaded', 'not-offered'],
  examples: [example('One message', queued)],
};
