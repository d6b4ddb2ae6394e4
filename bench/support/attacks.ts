import { cachedHead, compositionPath, get, post, type Sent } from './clients.ts';

// Requests that each took tens or hundreds of milliseconds of the thread that serves all.

/** A request that is sent again and again. */
export type Attack = {
  /** Part of the id of its row. */
  readonly id: string;
  readonly what: string;
  readonly sent: Sent;
  /** As the limit of a client allows. */
  readonly perSecond: number;
};

const apiPerSecond = 4;
const pagesPerSecond = 10;

const slashes = `/api/compat/crafatar/${'/'.repeat(15_900)}x`;
const marks = `http://a${'\u0301'.repeat(4000)}${'\u0316'.repeat(4000)}/`;
const mebibyte = 1024 * 1024;
const blanks = `data:image/png;base64,${' '.repeat(mebibyte - 100)}`;
const keys = Array.from({ length: 70_000 }, (_, n) => [`key${n}`, 0]);

const preflight: Sent = {
  method: 'OPTIONS',
  path: slashes,
  headers: { 'access-control-request-method': 'GET' },
};

const composed = (body: string | object): Sent => post(compositionPath, body);

const rows: readonly (readonly [id: string, what: string, sent: Sent, perSecond?: number])[] = [
  ['none', 'a cached picture, for comparison', get(cachedHead)],
  ['slashes', 'a path of another service with 15,900 slashes', get(slashes)],
  ['preflight', 'a preflight for 15,900 slashes', preflight],
  ['pluses', 'a path of 15,900 plus signs', get(`/${'+'.repeat(15_900)}`), pagesPerSecond],
  [
    'values',
    'the front page with 1,900 players',
    get(`/?${'value=a&'.repeat(1900)}`),
    pagesPerSecond,
  ],
  [
    'marks',
    'ten skin URLs with 8,000 combining marks in their host',
    composed(Array.from({ length: 10 }, () => ({ value: marks }))),
  ],
  ['objects', '1 MiB of empty objects', composed(`[${'{},'.repeat(300_000)}{}]`)],
  ['blanks', '1 MiB of blanks in a data URL', composed([{ value: blanks }])],
  ['keys', '70,000 unknown fields', composed([Object.fromEntries(keys)])],
];

export const attacks: readonly Attack[] = rows.map(
  ([id, what, sent, perSecond = apiPerSecond]) => ({ id, what, sent, perSecond }),
);
