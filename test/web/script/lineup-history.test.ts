import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaultLook, type Lineup } from '../../../src/service/site/front/lineup.ts';
import {
  createHistory,
  savedLineup,
  type LineupHistory,
} from '../../../web/script/lineup-history.ts';

/** The history of a tab: its entries, and which of them is shown. */
let entries: { state: unknown; path: string }[];
let at: number;
let popped: () => void;
let restored: string[];
let steps: LineupHistory;

function lineup(value: string): Lineup {
  return { items: [{ value, label: '' }], look: defaultLook };
}

function move(by: number): void {
  at += by;
  popped();
}

/** A link within the page. */
function jump(hash: string): void {
  const path = `${entries[at]?.path}${hash}`;
  entries = [...entries.slice(0, at + 1), { state: null, path }];
  move(1);
}

function paths(): string[] {
  return entries.map(({ path }) => path);
}

beforeEach(() => {
  vi.useFakeTimers();
  [entries, at, restored] = [[{ state: null, path: '/?value=start' }], 0, []];
  class Composer {
    readonly dataset = {};
  }
  const put = (index: number, state: unknown, path: string): void => {
    entries = [...entries.slice(0, index), { state, path }];
    at = index;
  };
  vi.stubGlobal('HTMLElement', Composer);
  vi.stubGlobal('document', {
    documentElement: { dataset: {} },
    querySelector: () => new Composer(),
  });
  vi.stubGlobal('location', {
    origin: 'https://example.org',
    pathname: '/',
    get search() {
      return entries[at]?.path.slice(1).replace(/#.*/, '');
    },
  });
  vi.stubGlobal('history', {
    get state() {
      return entries[at]?.state;
    },
    pushState: (state: unknown, _: string, path: string) => put(at + 1, state, path),
    replaceState: (state: unknown, _: string, path = entries[at]?.path ?? '') =>
      entries.splice(at, 1, { state, path }),
  });
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => (popped = listener));
  steps = createHistory(lineup('start'), {
    restore: ({ items }) => restored.push(items[0]?.value ?? ''),
    stepped: () => {},
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each<[string, () => void, boolean]>([
  ['at once', () => {}, false],
  ['just within a second', () => vi.advanceTimersByTime(999), false],
  ['after a second', () => vi.advanceTimersByTime(1000), true],
  ['at once, after a completed one', () => steps.seal(), true],
])('a change %s is a step of its own: %3$s', (_, between, isOwnStep) => {
  steps.note(lineup('a'));
  between();
  steps.note(lineup('b'));
  const first = isOwnStep ? ['/?value=a'] : [];
  expect(paths()).toEqual(['/?value=start', ...first, '/?value=b']);
});

test('a change right after Back is a step of its own, so that Back undoes only it', () => {
  steps.note(lineup('a'));
  steps.seal();
  steps.note(lineup('b'));
  move(-1);
  expect([restored, steps.canUndo(), steps.canRedo()]).toEqual([['a'], true, true]);
  steps.note(lineup('c'));
  expect(paths()).toEqual(['/?value=start', '/?value=a', '/?value=c']);
  expect(steps.canRedo()).toBe(false);
  move(-1);
  move(-1);
  expect([restored, steps.canUndo(), steps.canRedo()]).toEqual([['a', 'a', 'start'], false, true]);
});

test('after a change nothing can be redone, however far Back went before', () => {
  for (const value of ['a', 'b', 'c']) {
    steps.note(lineup(value));
    steps.seal();
  }
  move(-2);
  expect(steps.canRedo()).toBe(true);
  steps.note(lineup('d'));
  expect([paths(), steps.canRedo()]).toEqual([['/?value=start', '/?value=a', '/?value=d'], false]);
});

test('the same lineup again is no step', () => {
  steps.note(lineup('start'));
  expect(paths()).toEqual(['/?value=start']);
});

test('a lineup too long for a URL is kept beside it, and restored', () => {
  const long = 'x'.repeat(8000);
  steps.note(lineup(long));
  steps.seal();
  steps.note(lineup('a'));
  expect(paths()).toEqual(['/?value=start', '/', '/?value=a']);
  move(-1);
  expect(restored).toEqual([long]);
});

test('a link within the page keeps such a lineup, and what can be undone', () => {
  const long = 'x'.repeat(8000);
  steps.note(lineup('a'));
  steps.seal();
  steps.note(lineup(long));
  steps.seal();
  steps.note(lineup('b'));
  move(-1);
  expect(restored.splice(0)).toEqual([long]);
  jump('#gallery');
  expect(restored).toEqual([]);
  expect([savedLineup()?.items[0]?.value, steps.canUndo(), steps.canRedo()]).toEqual([
    long,
    true,
    false,
  ]);
  expect(paths()).toEqual(['/?value=start', '/?value=a', '/', '/#gallery']);
  move(-1);
  move(-1);
  expect(restored).toEqual(['a']);
});

test('Back to a start without a lineup is no link within the page', () => {
  entries = [{ state: null, path: '/' }];
  steps = createHistory(lineup('start'), {
    restore: ({ items }) => restored.push(items[0]?.value ?? ''),
    stepped: () => {},
  });
  steps.note(lineup('x'.repeat(8000)));
  move(-1);
  expect([restored, steps.canUndo(), steps.canRedo()]).toEqual([['start'], false, true]);
});
