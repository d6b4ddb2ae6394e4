// Requests that each took tens or hundreds of milliseconds of the thread that serves all.

/** A request that is sent again and again. */
export type Attack = {
  /** Part of the id of its row. */
  readonly id: string;
  readonly what: string;
  readonly method: 'GET' | 'POST' | 'OPTIONS';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** As the limit of a client allows. */
  readonly perSecond: number;
};

const composition = '/api/blockgame/render/composition';
const apiPerSecond = 4;
const pagesPerSecond = 10;

function sent(id: string, what: string, rest: Partial<Attack>): Attack {
  return { id, what, method: 'GET', path: composition, perSecond: apiPerSecond, ...rest };
}

function posted(id: string, what: string, body: string): Attack {
  return sent(id, what, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
}

const slashes = `/api/compat/crafatar/${'/'.repeat(15_900)}x`;
const marks = `http://a${'\u0301'.repeat(4000)}${'\u0316'.repeat(4000)}/`;
const mebibyte = 1024 * 1024;

export const attacks: readonly Attack[] = [
  sent('none', 'a cached picture, for comparison', {
    path: '/api/blockgame/render/head/sample-fox/full',
  }),
  sent('slashes', 'a path of another service with 15,900 slashes', { path: slashes }),
  sent('preflight', 'a preflight for 15,900 slashes', {
    method: 'OPTIONS',
    path: slashes,
    headers: { 'access-control-request-method': 'GET' },
  }),
  sent('pluses', 'a path of 15,900 plus signs', {
    path: `/${'+'.repeat(15_900)}`,
    perSecond: pagesPerSecond,
  }),
  sent('values', 'the front page with 1,900 players', {
    path: `/?${'value=a&'.repeat(1900)}`,
    perSecond: pagesPerSecond,
  }),
  posted(
    'marks',
    'ten skin URLs with 8,000 combining marks in their host',
    JSON.stringify(Array.from({ length: 10 }, () => ({ value: marks }))),
  ),
  posted('objects', '1 MiB of empty objects', `[${'{},'.repeat(300_000)}{}]`),
  posted(
    'blanks',
    '1 MiB of blanks in a data URL',
    JSON.stringify([{ value: `data:image/png;base64,${' '.repeat(mebibyte - 100)}` }]),
  ),
  posted(
    'keys',
    '70,000 unknown fields',
    JSON.stringify([Object.fromEntries(Array.from({ length: 70_000 }, (_, n) => [`key${n}`, 0]))]),
  ),
];
