import { Type, type Static, type TSchema } from 'typebox';
import { messageLimits } from '../../chat/message.ts';

// Both become parts of a URL: nothing but these letters ever gets that far.
// A number of the platform's: with zeros before it, one webhook would have as many names as it likes,
// each with limits of its own.
const snowflake = String.raw`[1-9]\d{16,19}`;
const snowflakeWords = '17 to 20 digits, the first of them not 0';

const id = Type.String({
  pattern: `^${snowflake}$`,
  'x-allowed': snowflakeWords,
  description: 'The number of the webhook.',
});

const token = Type.String({
  // 68 today; there is no promise that it stays so.
  pattern: '^[A-Za-z0-9_-]{1,128}$',
  'x-allowed': '1 to 128 of A–Z, a–z, 0–9, _ and -',
  description: 'The secret of the webhook. It is never logged or kept.',
});

const message = Type.String({
  pattern: `^(${snowflake}|@original)$`,
  'x-allowed': `${snowflakeWords}, or @original`,
  description: 'The number of a message that this webhook has posted.',
});

const flag = (description: string) =>
  Type.Optional(
    Type.String({
      // Clients in other languages write their own kind of booleans.
      pattern: '^(true|false|True|False|1|0)$',
      'x-allowed': 'true or false',
      description,
    }),
  );

const wait = flag('Whether the answer is the message as JSON, once it is posted; else it is 204.');
const withComponents = flag('Whether buttons and other components of the message are shown.');

const threadId = Type.Optional(
  Type.String({
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
export const editQuery = Type.Object(
  { thread_id: threadId, with_components: withComponents },
  closed,
);
export const messageQuery = Type.Object({ thread_id: threadId }, closed);

/** The form of the event's body depends on the event, which is named in this header only. */
export const githubHeaders = Type.Object({
  'x-github-event': Type.Optional(
    Type.String({
      pattern: '^[a-z_]{1,64}$',
      'x-allowed': 'the name of an event',
      description: 'What has happened, such as `push`, as GitHub says it.',
    }),
  ),
});

/** Fields that are not here are passed on as they are. */
export const messageBody = Type.Object({
  content: orNull({
    type: 'string',
    maxLength: messageLimits.content,
    description: 'The text of the message.',
  }),
  embeds: orNull({
    type: 'array',
    maxItems: messageLimits.embeds,
    items: { type: 'object' },
    description: `Rich content; at most ${messageLimits.embedText} characters over all embeds.`,
  }),
  allowed_mentions: orNull({
    type: 'object',
    description: 'Who may be notified. Mass mentions are left out unless this service allows them.',
  }),
});

/** A body in the form of another service: its own business, but for mass mentions. */
export const foreignBody = Type.Object({});

/** Not read by the validator: a form is checked part by part, as it arrives. */
export const messageForm = Type.Unsafe<TSchema>({
  type: ['object', 'null'],
  description: 'The message as `payload_json`, before or after the files.',
  properties: {
    payload_json: { type: 'string', description: 'The message, as JSON.' },
    'files[0]': {
      type: 'string',
      format: 'binary',
      description: 'A file; up to `files[9]`. Parts with a file name may have other names as well.',
    },
  },
});

const platformJson = { content: { 'application/json': { schema: Type.Object({}) } } };
const nothing = { description: 'Done.', type: 'null' } as const;

/** Discord’s own answers. */
export const postAnswers = {
  200: { description: 'The message, with `wait=true`.', ...platformJson },
  204: nothing,
};
/** A word of text, whatever `wait` says. */
export const slackAnswers = {
  200: {
    description: 'Discord’s `ok`.',
    content: { 'text/plain': { schema: Type.String() } },
  },
  204: nothing,
};
export const messageAnswers = { 200: { description: 'The message.', ...platformJson } };
export const deleteAnswers = { 204: nothing };

export type PostQuery = Static<typeof postQuery>;

function orNull({ type, ...rules }: { readonly type: string; readonly [rule: string]: unknown }) {
  return Type.Optional(Type.Unsafe<TSchema>({ type: [type, 'null'], ...rules }));
}
