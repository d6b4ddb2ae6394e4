import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hideMissingPictures } from '../../../web/script/missing.ts';

/** As much of a picture as the script looks at; counts the requests for it. */
class Picture {
  readonly requested: string[] = [];
  readonly dataset: Record<string, string> = {};
  readonly classes = new Set(['late']);
  readonly classList = {
    add: (name: string) => this.classes.add(name),
    remove: (...names: string[]) => names.forEach((name) => this.classes.delete(name)),
    contains: (name: string) => this.classes.has(name),
  };
  readonly complete: boolean;
  readonly naturalWidth: number;
  #src: string;
  constructor(src: string, { complete = false, naturalWidth = 0 } = {}) {
    this.#src = src;
    this.complete = complete;
    this.naturalWidth = naturalWidth;
  }
  get src(): string {
    return this.#src;
  }
  set src(src: string) {
    this.requested.push(src);
    this.#src = src;
  }
}

const listeners = new Map<string, (event: { target: unknown }) => void>();
const minuteMs = 60_000;

function start(...images: Picture[]): void {
  vi.stubGlobal('document', {
    images,
    addEventListener: (kind: string, listener: (event: { target: unknown }) => void) =>
      listeners.set(kind, listener),
  });
  hideMissingPictures();
}

function report(kind: 'error' | 'load', target: unknown): void {
  listeners.get(kind)?.({ target });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('HTMLImageElement', Picture);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a picture that fails again and again is requested once more, after the window of the limit', () => {
  const picture = new Picture('https://example.org/a.png');
  start();
  report('error', picture);
  expect([...picture.classes]).toEqual(['missing']);
  vi.advanceTimersByTime(minuteMs);
  expect(picture.requested).toEqual([]);
  for (let minutes = 0; minutes < 10; minutes++) {
    vi.advanceTimersByTime(minuteMs);
    report('error', picture);
  }
  expect(picture.requested).toEqual(['https://example.org/a.png']);
  picture.src = 'https://example.org/b.png';
  report('error', picture);
  vi.advanceTimersByTime(2 * minuteMs);
  expect(picture.requested.slice(1)).toEqual(Array(2).fill('https://example.org/b.png'));
});

test.each<[string, string, (picture: Picture) => void]>([
  ['that loads after all', 'https://a/b.png', (picture) => report('load', picture)],
  ['made by the script', 'blob:https://a/b', () => {}],
])('a picture %s is not requested again', (_, src, then) => {
  const picture = new Picture(src);
  start();
  report('error', picture);
  expect(picture.classes).toContain('missing');
  then(picture);
  vi.advanceTimersByTime(10 * minuteMs);
  expect(picture.requested).toEqual([]);
});

test('of pictures older than the script, only those that failed are hidden', () => {
  const failed = new Picture('https://a/1', { complete: true });
  const loading = new Picture('https://a/2');
  const seen = new Picture('https://a/3', { complete: true, naturalWidth: 8 });
  start(failed, loading, seen);
  const isHidden = ({ classes }: Picture): boolean => classes.has('missing');
  expect([failed, loading, seen].map(isHidden)).toEqual([true, false, false]);
});
