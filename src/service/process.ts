import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../common/async/clock.ts';

/** How long requests in progress may take after the process was told to stop; `deploy/` waits a little longer. */
export const drainTimeoutMs = 10_000;

/**
 * Closes a server within a time limit; requests in progress may finish.
 *
 * A request is in progress from the moment it was sent: on a connection that looks idle it may be in
 * transit. Node cuts such connections as soon as it stops listening; here they stay open a little
 * longer, and requests that arrive on them are answered (with `Connection: close`).
 * @param idleMs how long idle connections stay open for requests that are on their way
 * @returns `drained` if everything was finished, `late` if the time was up first
 */
export async function closeWithin(
  app: {
    readonly close: () => PromiseLike<unknown>;
    readonly server: Pick<Server, 'closeIdleConnections'>;
  },
  { timeoutMs, idleMs }: { readonly timeoutMs: number; readonly idleMs: number },
): Promise<'drained' | 'late'> {
  const { server } = app;
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {};
  const closeIdleLater = setTimeout(closeIdle, idleMs);
  const deadline = new AbortController();
  try {
    return await Promise.race([
      app.close().then(() => 'drained' as const),
      delay(timeoutMs, 'late' as const, { signal: deadline.signal }),
    ]);
  } finally {
    clearTimeout(closeIdleLater);
    deadline.abort();
  }
}

type Listener = { readonly host: string; readonly port: number; readonly setting: string };

/** Why the service can't listen there, and which setting says where. */
export function listenSentence(error: unknown, { host, port, setting }: Listener): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const sentences = new Map([
    ['EADDRINUSE', `${setting}: ${port} on ${host} is already in use.`],
    ['EACCES', `${setting}: ${port} may not be opened by this user.`],
    ['EADDRNOTAVAIL', `HOST: ${host} is not an address of this machine.`],
    ['ENOTFOUND', `HOST: ${host} is not an address of this machine.`],
  ]);
  return (
    sentences.get(String(code)) ??
    `The service can't listen at ${host}, port ${port}: ${String(error)}`
  );
}

/** Copies of one signal arrive together; a person who insists takes longer. */
const repeatedWithinMs = 1000;
/** How often a lost parent is looked for. */
const parentCheckMs = 1000;

/** `close-with-grace` would end the process at the second copy, while requests are in progress. */
export function createStopHandler(
  clock: Pick<Clock, 'nowMs'>,
  actions: {
    /** Starts to drain; called once. */
    readonly stop: (signal: NodeJS.Signals) => void;
    /** Ends the process at once. */
    readonly quit: () => void;
  },
) {
  let firstMs: number | undefined;
  function stopOnce(signal: NodeJS.Signals): void {
    if (firstMs !== undefined) return;
    firstMs = clock.nowMs();
    actions.stop(signal);
  }
  return {
    /** A second copy of a signal (npm, pm2, systemd send them) counts only a second or more later. */
    onSignal: (signal: NodeJS.Signals): void => {
      if (firstMs !== undefined && clock.nowMs() - firstMs >= repeatedWithinMs) actions.quit();
      else stopOnce(signal);
    },
    /** Stops, but never counts as somebody who insists. */
    onParentLost: (): void => stopOnce('SIGHUP'),
  };
}

/** Calls `lost` once the parent process is another one: npm passes on only SIGINT and SIGTERM. */
export function watchParent(
  clock: Pick<Clock, 'startTimer'>,
  parentId: () => number,
  lost: () => void,
): void {
  const first = parentId();
  const check = (): void => {
    if (parentId() === first) clock.startTimer(parentCheckMs, check);
    else lost();
  };
  check();
}
