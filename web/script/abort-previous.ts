/**
 * Only the last of several requests counts: each call aborts the previous one and returns the signal of
 * the new one.
 */
export function createAbortPrevious(): () => AbortSignal {
  let open = new AbortController();
  return () => {
    open.abort();
    open = new AbortController();
    return open.signal;
  };
}
