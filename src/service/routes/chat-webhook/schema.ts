import { Type, type TObject, type TSchema } from 'typebox';
import { messageLimits } from '../../../upstreams/discord/message.ts';
import { uploadLimits } from '../../../upstreams/discord/upload.ts';
import { closedObject, flag } from '../../../common/schemas/fields.ts';
import { rulesOf } from '../../../common/schemas/validation-message.ts';

// Without leading zeros: one webhook could have any number of spellings, each with its own limits.
const snowflake = '[1-9]\\d{16,19}';
const snowflakeWords = '17 to 20 digits, the first of them not 0';
const snowflakeOf = (description: string) =>
  Type.String({
    maxLength: 20,
    pattern: `^${snowflake}$` as const,
    'x-allowed': snowflakeWords,
    description,
  });

// Both become parts of a URL, so only these characters are allowed.
const id = snowflakeOf('The number of the webhook.');
const token = Type.String({
  // 68 today, but not guaranteed.
  maxLength: 128,
  pattern: '^[A-Za-z0-9_-]+$',
  'x-allowed': '1 to 128 of A–Z, a–z, 0–9, _ and -',
  description: 'The secret of the webhook. It is never logged or stored in plain text.',
});
const messageId = Type.String({
  maxLength: 20,
  pattern: `^(${snowflake}|@original)$` as const,
  'x-allowed': `${snowflakeWords}, or @original`,
  description: 'The number of a message that this webhook has posted.',
});

const wait = flag('Whether to respond with the posted message as JSON instead of 204.');
const withComponents = flag('Whether buttons and other components of the message are shown.');

const threadId = Type.Optional(snowflakeOf('The id of a thread in the webhook’s channel.'));

export const webhookParams = closedObject({ id, token });
export const messageParams = closedObject({ id, token, message: messageId });

// Queries are open: people put anything behind the address of a webhook, and Discord ignores it.

/** Queued messages are always sent with `wait`: the response is in the state of the message. */
const queueFields = { thread_id: threadId, with_components: withComponents };
export const queueQuery = Type.Object(queueFields);
/** Also what a form may say in fields. */
export const postQuery = Type.Object({ wait, ...queueFields });
export const messageQuery = Type.Object({ thread_id: threadId });

const keyWords =
  'The same request with the same key within 24 hours gets the first response again and is not sent a second time, whether it was posted or queued.';
export const idempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({ minLength: 1, maxLength: 128, description: keyWords }),
  ),
});

/** Of requests sent once for each key: all that have a body. */
export const keyErrors = ['idempotency-conflict', 'idempotency-mismatch'] as const;

/** The format of the body depends on the event, which is named only in this header. */
export const githubHeaders = Type.Object({
  ...idempotencyHeaders.properties,
  'x-github-event': Type.Optional(
    Type.String({
      maxLength: 256,
      // What may stand in a header; which events there are is for others to know.
      pattern: '^[ -~]*$',
      'x-allowed': 'up to 256 characters of ASCII',
      description: 'The name of the GitHub event, such as `push`.',
    }),
  ),
});

const open = { additionalProperties: true } as const;

// Above the platform's own limits, which it reports itself: these bound only our work.
const name = { maxLength: 1024 } as const;
const url = { maxLength: 8192 } as const;
const list = { maxItems: 100, items: {} } as const;

/** Other fields are passed on unchanged. */
const messageBody = Type.Object(
  {
    content: orNull('string', 'The text of the message.', { maxLength: messageLimits.content }),
    username: orNull('string', 'Overrides the name of the webhook.', name),
    avatar_url: orNull('string', 'Overrides the picture of the webhook.', url),
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
    thread_name: orNull('string', 'Name of the thread to create in a forum channel.', name),
    applied_tags: orNull('array', 'Tags of that thread.', list),
  },
  open,
);

/** The fields that a form gives as JSON: all that are neither a text nor a flag. */
export const structuredFields: ReadonlySet<string> = new Set(
  Object.entries(messageBody.properties)
    .filter(([, schema]) => !/string|boolean/.test(String(rulesOf(schema).type)))
    .map(([field]) => field),
);

/** A body in the format of another service: not checked, except for mass mentions. */
const foreignBody = Type.Object({}, open);

export const json = 'application/json';
export const multipart = 'multipart/form-data';
export const urlencoded = 'application/x-www-form-urlencoded';
const text = (description: string) =>
  Type.Optional(Type.String({ maxLength: uploadLimits.fieldBytes, description }));

const payloadJson = text('The message as JSON; it wins over a field of the same name.');
const payload = text('The message as JSON, under the name that other services use.');

/** Fields of a form: the message as JSON, and fields of it. There may be others. */
const { content, username, avatar_url, tts, thread_name } = messageBody.properties;
const plain = { payload_json: payloadJson, content, username, avatar_url, tts, thread_name };
const slackPlain = {
  payload,
  text: text('The text of the message.'),
  username: text('Overrides the name of the webhook.'),
  icon_url: text('Overrides the picture of the webhook.'),
  icon_emoji: text('Not used by Discord.'),
  channel: text('Not used by Discord.'),
};

const file = {
  type: 'string',
  format: 'binary',
  description: 'A file. Parts with a file name may have other names as well.',
};
const files = Object.fromEntries(
  Array.from({ length: uploadLimits.files }, (_, index) => [`files[${index}]`, file]),
);

/** A message as JSON, or in a form: its fields are documented here, and the message in it is checked. */
function bodyOf(message: TObject, properties: Properties, uploads?: Properties) {
  const form = (all: Properties) => ({ schema: { type: ['object', 'null'], properties: all } });
  return {
    content: {
      [json]: { schema: message },
      [urlencoded]: form(properties),
      ...(uploads && { [multipart]: form({ ...properties, ...uploads }) }),
    },
  };
}

type Properties = Readonly<Record<string, object>>;
export type Bodies = ReturnType<typeof bodyOf>;

export const messageBodies = bodyOf(messageBody, plain, files);
/** Queued messages have no files. */
export const queueBodies = bodyOf(messageBody, plain);
export const slackBodies = bodyOf(foreignBody, slackPlain);
export const githubBodies = bodyOf(foreignBody, { payload });

/** Discord’s own response. */
export const platformJson = (description: string) => ({
  200: { description, content: { [json]: { schema: foreignBody } } },
});
export const nothing = { 204: { description: 'Done.', type: 'null' } } as const;

function orNull(type: string, description: string, rules: Readonly<Record<string, unknown>> = {}) {
  return Type.Optional(Type.Unsafe<TSchema>({ type: [type, 'null'], description, ...rules }));
}
