import type { Clock } from '../common/async/clock.ts';

/** Copies of one signal arrive together; a person who insists takes longer. */
const repeatedWithinMs = 1000;
/** How often a lost parent is looked for. */
const parentCheckMs = 1000;

export type StopActions = {
  /** Starts to drain; called once. */
  readonly stop: (signal: NodeJS.Signals) => void;
  /** Ends the process at once. */
  readonly quit: () => void;
};

export type StopHandler = {
  /** A second copy of a signal (npm, pm2, systemd send them) counts only a second or more later. */
  readonly onSignal: (signal: NodeJS.Signals) => void;
  /** Stops, but never counts as somebody who insists. */
  readonly onParentLost: () => void;
};

/** `close-with-grace` would end the process at the second copy, while requests are in progress. */
export function createStopHandler(
  clock: Pick<Clock, 'nowMs'>,
  { stop, quit }: StopActions,
): StopHandler {
  let firstMs: number | undefined;
  function stopOnce(signal: NodeJS.Signals): void {
    if (firstMs !== undefined) return;
    firstMs = clock.nowMs();
    stop(signal);
  }
  return {
    onSignal: (signal) => {
      if (firstMs !== undefined && clock.nowMs() - firstMs >= repeatedWithinMs) quit();
      else stopOnce(signal);
    },
    onParentLost: () => stopOnce('SIGHUP'),
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
