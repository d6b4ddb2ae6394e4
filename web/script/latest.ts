/**
 * Of several questions only the last one counts: each call drops the one before it and gives the
 * signal by which the new one can be dropped.
 */
export function createLatest(): () => AbortSignal {
  let open = new AbortController();
  return () => {
    open.abort();
    open = new AbortController();
    return open.signal;
  };
}
