import type { LogStream } from './request-log.ts';

type Effects = {
  readonly write: (text: string) => void;
  /** Runs something a little later: once the work at hand is done. */
  readonly schedule: (run: () => void) => void;
};

/**
 * A log stream that joins the lines of a short while into one write. A write a line
 * costs more than the rest of a small answer: it halved the rate of pictures from the cache.
 *
 * `flush` writes what is left, for the end of the process.
 */
export function createLineBatch({
  write,
  schedule,
}: Effects): LogStream & { readonly flush: () => void } {
  let pending = '';
  function flush(): void {
    const text = pending;
    pending = '';
    if (text !== '') write(text);
  }
  return {
    write(line) {
      if (pending === '') schedule(flush);
      pending += line;
    },
    flush,
  };
}
