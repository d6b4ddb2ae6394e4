import { isRecord } from './json.ts';
import type { ChatMessage } from './message.ts';

/** Invisible, and enough to keep a text from being read as a mention. */
const breaker = '\u200B';

/**
 * The message with only user mentions active: `@everyone`, `@here` and roles are shown but notify
 * nobody. The platform's own `allowed_mentions` does it; omitted or `null`, it would allow all. An
 * allow-list: entries that are not known to concern users are not passed on.
 */
export function withoutMassMentions(message: ChatMessage): ChatMessage {
  const { allowed_mentions: mentions, content, components } = message;
  const isGiven = isRecord(mentions);
  // Nothing else can notify: mentions in embeds, polls and names have no effect.
  if (!isGiven && (content ?? components ?? null) === null) return message;
  const given = isGiven ? mentions : { parse: ['users'] };
  const { parse, users, replied_user: repliedUser } = given;
  const parsesUsers = Array.isArray(parse) && parse.includes('users');
  const allowed = {
    parse: parsesUsers ? ['users'] : [],
    ...(Array.isArray(users) && { users }),
    ...(typeof repliedUser === 'boolean' && { replied_user: repliedUser }),
  };
  return { ...message, allowed_mentions: allowed };
}

/**
 * For the formats of other services, which have no `allowed_mentions`: the same value with every mass
 * mention in every text broken up by an invisible character.
 */
export function withBrokenMassMentions(message: ChatMessage): ChatMessage {
  return JSON.parse(JSON.stringify(message), (_name, value: unknown) =>
    typeof value === 'string' ? value.replace(massMention, (sign) => sign + breaker) : value,
  );
}

/** Characters that the platform may strip from a text before it looks for mentions. */
const ignorable = String.raw`[[\p{Cc}--[\t\n\r]]\p{Cf}\p{DI}]`;
const words = (...names: readonly string[]) =>
  names.map((name) => name.split('').join(`${ignorable}*`)).join('|');

/**
 * - `@everyone`, `@here`, and `@` before what the platform may strip away in between;
 * - the same after `>`, which ends a markup of the other service;
 * - roles, `<@&1>`, also with the `&` written as an entity;
 * - `<!everyone>`, `<!here>`, `<!channel>`, `<!group>`, `<!subteam^…>` of the other service;
 * - entities that could stand for `@` or `!`: that service knows none but `&amp;`, `&lt;`, `&gt;`.
 */
const massMention = new RegExp(
  [
    String.raw`@(?=[\&<>*_~\`\|\\]|${ignorable}|${words('everyone', 'here')})`,
    `>(?=${ignorable}|${words('everyone', 'here')})`,
    `!(?=${ignorable}|${words('everyone', 'here', 'channel', 'group', 'subteam')})`,
    '&(?=#|commat|excl)',
  ].join('|'),
  'giv',
);
