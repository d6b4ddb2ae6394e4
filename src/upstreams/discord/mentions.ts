import { isFields } from '../net/read-json.ts';
import { type ChatMessage } from './message.ts';

/** Invisible, and enough to keep a text from being read as a mention. */
const breaker = '\u200B';

/**
 * The message with only user mentions active; others are shown but notify nobody. The platform's own
 * `allowed_mentions` does it, as an allow-list; omitted or `null`, it would allow all.
 */
export function withoutMassMentions(message: ChatMessage): ChatMessage {
  const { allowed_mentions: mentions, content, components } = message;
  const isGiven = isFields(mentions);
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

/** The same for formats without `allowed_mentions`: mass mentions are broken up invisibly. */
export function withBrokenMassMentions(message: ChatMessage): ChatMessage {
  return Object.fromEntries(Object.entries(message).map(([name, value]) => [name, broken(value)]));
}

/** A value of JSON; faster than to write and parse it again. */
function broken(value: unknown): unknown {
  if (typeof value === 'string') return withBrokenMentions(value);
  if (Array.isArray(value)) return value.map((item: unknown) => broken(item));
  return isFields(value) ? withBrokenMassMentions(value) : value;
}

function withBrokenMentions(text: string): string {
  return text.replace(signs, (sign: string, at: number) =>
    isMassMention(sign, text, at + 1) ? sign + breaker : sign,
  );
}

/** What the platform may strip from a text before it looks for mentions. */
const ignorable = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{DI}]/u;

/** Signs before what is stripped, or before the first character of what `mentioned` has for them. */
const signs =
  /[@>!](?=(?![\t\n\r])[\p{Cc}\p{Cf}\p{DI}])|@(?=[&<>*_~`|\\eh])|>(?=[eh])|!(?=[ehcgs])|&(?=[#ce])/giu;
/**
 * What may follow a sign, without the ignorable characters in between:
 * - `@everyone`, `@here`, also after `>`, which ends a markup of the other service;
 * - roles, `<@&1>`, also with the `&` written as an entity, and other markup after an `@`;
 * - `<!everyone>`, `<!here>`, `<!channel>`, `<!group>`, `<!subteam^…>` of the other service;
 * - entities that could stand for `@` or `!`: that service knows none but `&amp;`, `&lt;`, `&gt;`.
 */
const mentioned = new Map([
  ['@', /^(?:[&<>*_~`|\\]|everyone|here)/iu],
  ['>', /^(?:everyone|here)/iu],
  ['!', /^(?:everyone|here|channel|group|subteam)/iu],
  ['&', /^(?:#|commat|excl)/iu],
]);
/** Of the longest word above. */
const longestWord = 8;

/** Whether the text after a sign may be read as a mass mention. */
function isMassMention(sign: string, text: string, start: number): boolean {
  const next = text.slice(start, start + longestWord);
  // An entity is read as it is, and nearly always there is nothing to strip.
  if (sign === '&' || /^[\t\n\r -~]*$/.test(next)) return mentioned.get(sign)?.test(next) === true;
  if (ignorable.test(characterAt(text, start))) return true;
  return mentioned.get(sign)?.test(lettersFrom(text, start)) === true;
}

function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}

/** The first letters from there on that the platform does not strip. */
function lettersFrom(text: string, start: number): string {
  let letters = '';
  for (let at = start; at < text.length && letters.length < longestWord;) {
    const character = characterAt(text, at);
    if (!ignorable.test(character)) letters += character;
    at += character.length;
  }
  return letters;
}
