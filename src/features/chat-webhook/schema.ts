import { Type, type Static, type TSchema } from 'typebox';
import type { plainFields } from '../../chat/forms.ts';
import { jsonLimits } from '../../chat/json.ts';
import { messageLimits } from '../../chat/message.ts';
import { uploadLimits } from '../../chat/upload.ts';

// Both become parts of a URL: nothing but these letters ever gets that far.
// A number of the platform's: with zeros before it, one webhook would have as many names as it likes,
// each with limits of its own.
const snowflake = String.raw`[1-9]\d{16,19}`;
const snowflakeWords = '17 to 20 digits, the first of them not 0';

const id = Type.String({
  maxLength: 20,
  pattern: `^${snowflake}$`,
  'x-allowed': snowflakeWords,
  description: 'The number of the webhook.',
});

const token = Type.String({
  // 68 today; there is no promise that it stays so.
  maxLength: 128,
  pattern: '^[A-Za-z0-9_-]{1,128}$',
  'x-allowed': '1 to 128 of A–Z, a–z, 0–9, _ and -',
  description: 'The secret of the webhook. It is never logged or kept.',
});

const message = Type.String({
  maxLength: 20,
  pattern: `^(${snowflake}|@original)$`,
  'x-allowed': `${snowflakeWords}, or @original`,
  description: 'The number of a message that this webhook has posted.',
});

const flag = (description: string) => Type.Optional(Type.Boolean({ description }));

const wait = flag('Whether the answer is the message as JSON, once it is posted; else it is 204.');
const withComponents = flag('Whether buttons and other components of the message are shown.');

const threadId = Type.Optional(
  Type.String({
    maxLength: 20,
    pattern: `^${snowflake}$`,
    'x-allowed': snowflakeWords,
    description: 'The thread of the webhook’s channel that is meant.',
  }),
);

const closed = { additionalProperties: false } as const;

export const webhookParams = Type.Object({ id, token }, closed);
export const messageParams = Type.Object({ id, token, message }, closed);

export const postQuery = Type.Object(
  { wait, thread_id: threadId, with_components: withComponents },
  closed,
);
/** What is queued is always waited for: its answer is in the state of the message. */
export const queueQuery = Type.Object(
  { thread_id: threadId, with_components: withComponents },
  closed,
);
export const messageQuery = Type.Object({ thread_id: threadId }, closed);

const idempotencyKey = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 128,
    description:
      'The same key with the same body gets the first response again, for 24 hours, and is sent once.',
  }),
);
export const idempotencyHeaders = Type.Object({ 'idempotency-key': idempotencyKey });

/** The form of the event's body depends on the event, which is named in this header only. */
export const githubHeaders = Type.Object({
  'x-github-event': Type.Optional(
    Type.String({
      maxLength: 64,
      pattern: '^[a-z_]{1,64}$',
      'x-allowed': 'the name of an event',
      description: 'What has happened, such as `push`, as GitHub says it.',
    }),
  ),
});

const open = { additionalProperties: true } as const;

// More than the platform allows, which says so itself: these bound our own work only.
const name = { maxLength: 1024 } as const;
const url = { maxLength: 8192 } as const;
const list = { maxItems: 100, items: {} } as const;

/** Fields that are not here are passed on as they are. */
export const messageBody = Type.Object(
  {
    content: orNull('string', 'The text of the message.', { maxLength: messageLimits.content }),
    username: orNull('string', 'A name in place of that of the webhook.', name),
    avatar_url: orNull('string', 'A picture in place of that of the webhook.', url),
    tts: orNull('boolean', 'Whether the message is read aloud.'),
    embeds: orNull(
      'array',
      `Rich content; at most ${messageLimits.embedText} characters over all embeds.`,
      { maxItems: messageLimits.embeds, items: { type: 'object', ...open } },
    ),
    allowed_mentions: orNull(
      'object',
      'Who may be notified. Mass mentions notify nobody unless this service allows them.',
      open,
    ),
    components: orNull('array', 'Buttons and other components.', list),
    attachments: orNull('array', 'Names and descriptions of the files.', list),
    poll: orNull('object', 'A poll.', open),
    flags: orNull('integer', 'Flags of the message, as a bit field.', {
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
    }),
    thread_name: orNull('string', 'Of the thread to begin, in a forum channel.', name),
    applied_tags: orNull('array', 'Tags of that thread.', list),
  },
  open,
);

/** A body in the format of another service: its own business, but for mass mentions. */
export const foreignBody = Type.Object({}, open);

const json = 'application/json';
const urlencoded = 'application/x-www-form-urlencoded';
const text = (description: string) =>
  Type.Optional(Type.String({ maxLength: jsonLimits.bytes, description }));

const payloadJson = text('The message, as JSON; nothing else but files then.');
const payload = text('The message, as JSON, under the name that other services give it.');

/** Not read by the validator: forms are read into fields, and the message in them is checked. */
function form(fields: Readonly<Record<string, TSchema>>): TSchema {
  return Type.Unsafe<TSchema>({ type: ['object', 'null'], properties: fields });
}

const plain = {
  content: text('The text of the message.'),
  username: text('A name in place of that of the webhook.'),
  avatar_url: text('A picture in place of that of the webhook.'),
  tts: text('Whether the message is read aloud.'),
  thread_name: text('Of the thread to begin, in a forum channel.'),
} satisfies Record<(typeof plainFields)['execute'][number], TSchema>;

const slackPlain = {
  text: text('The text of the message.'),
  username: text('A name in place of that of the webhook.'),
  icon_url: text('A picture in place of that of the webhook.'),
  icon_emoji: text('Not used by Discord.'),
  channel: text('Not used by Discord.'),
} satisfies Record<(typeof plainFields)['slack'][number], TSchema>;

const files = Object.fromEntries(
  Array.from({ length: uploadLimits.files }, (_, index) => [
    `files[${index}]`,
    Type.Unsafe<TSchema>({
      type: 'string',
      format: 'binary',
      description: 'A file. Parts with a file name may have other names as well.',
    }),
  ]),
);

export const messageContent = {
  content: {
    [json]: { schema: messageBody },
    'multipart/form-data': { schema: form({ payload_json: payloadJson, ...plain, ...files }) },
    [urlencoded]: { schema: form({ payload_json: payloadJson, ...plain }) },
  },
};
export const queueContent = {
  content: {
    [json]: { schema: messageBody },
    [urlencoded]: { schema: form({ payload_json: payloadJson, ...plain }) },
  },
};
export const slackContent = {
  content: {
    [json]: { schema: foreignBody },
    [urlencoded]: { schema: form({ payload, ...slackPlain }) },
  },
};
export const githubContent = {
  content: { [json]: { schema: foreignBody }, [urlencoded]: { schema: form({ payload }) } },
};

const platformJson = { content: { [json]: { schema: foreignBody } } };
const nothing = { description: 'Done.', type: 'null' } as const;

/** Discord’s own answers. */
export const postAnswers = {
  200: { description: 'The message, with `wait=true`.', ...platformJson },
  204: nothing,
};
/** A word of text, whatever `wait` says. */
export const slackAnswers = {
  200: { description: 'Discord’s `ok`.', content: { 'text/plain': { schema: Type.String() } } },
  204: nothing,
};
export const messageAnswers = { 200: { description: 'The message.', ...platformJson } };
export const deleteAnswers = { 204: nothing };

export type WebhookQuery = Partial<Static<typeof postQuery>>;

/** As it stands in a URL. */
export function textsOf(query: WebhookQuery): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)]));
}

function orNull(type: string, description: string, rules: Readonly<Record<string, unknown>> = {}) {
  return Type.Optional(Type.Unsafe<TSchema>({ type: [type, 'null'], description, ...rules }));
}
