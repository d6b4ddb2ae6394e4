import type en from '../messages/en.json';

// Translates errors of the service for somebody who has filled in a form.

/** An item of the request that could not be drawn. */
export type ItemError = { readonly item: number; readonly sentence: string };

const fieldPath = /^(?:query\.\w+[[.](\d+)\]?|items\[(\d+)\](?:\.\w+)?): (.+)$/su;
const betweenErrors = /; (?=(?:query\.\w+[[.]\d+\]?|items\[\d+\](?:\.\w+)?): )/u;

/**
 * `query.value[2]: There is …; query.value[5]: …` → the third and the sixth item; empty if no item is
 * at fault.
 * @param t our own sentences for known errors
 */
export function itemErrors(detail: string, t: Sentences): readonly ItemError[] {
  return detail.split(betweenErrors).flatMap((part) => {
    const match = fieldPath.exec(part);
    if (match === null) return [];
    const item = Number(match[1] ?? match[2]);
    return [{ item, sentence: plainly(match[3] ?? '', (key) => t(key, item)) }];
  });
}

/** The service's sentences are for programs; these say what a visitor can do. */
const plainWords = [
  [/^must be a player name/i, 'notAName'],
  [/^there is no player/i, 'noSuchPlayer'],
  [/^there is no such user/i, 'noSuchUser'],
  [/^must be the id of a user/i, 'notARobloxName'],
  [/^a service that/i, 'mojangSilent'],
] as const satisfies readonly (readonly [RegExp, keyof (typeof en)['script']])[];
type Key = (typeof plainWords)[number][1];
type Sentences = (key: Key, item: number) => string;

function plainly(detail: string, t: (key: Key) => string): string {
  const key = plainWords.find(([pattern]) => pattern.test(detail))?.[1];
  return key === undefined ? asSentence(detail) : t(key);
}

/** The same of a request for one player. */
export function plainSentence(detail: string, t: (key: Key) => string): string {
  return plainly(withoutPath(detail), t);
}

/** Field paths mean nothing to somebody who has filled in a form. */
function withoutPath(detail: string): string {
  return detail.replace(/^(query|path|body|items)[\w.[\]"]*: /, '');
}

export function asSentence(detail: string): string {
  const bare = withoutPath(detail);
  const sentence = bare.charAt(0).toUpperCase() + bare.slice(1);
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}
