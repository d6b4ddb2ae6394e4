import type { Clock } from '../async/clock.ts';
import { NetError } from './net-error.ts';

/** How long after a probe the next one may follow. */
const probeEveryMs = 5000;

/**
 * Whether names can be resolved at all. A look-up that fails decides nothing, since a stranger may
 * own the name servers of the name; it only starts a probe.
 */
export function createDnsHealth({
  clock,
  probe,
}: {
  readonly clock: Pick<Clock, 'nowMs'>;
  /** True when the name servers answer. */
  readonly probe: () => Promise<boolean>;
}) {
  let isWell = true;
  let nextProbeMs = 0;

  function startProbe(): void {
    if (clock.nowMs() < nextProbeMs) return;
    nextProbeMs = clock.nowMs() + probeEveryMs;
    void probe().then((answered) => (isWell = answered));
  }

  return {
    /** Passes the outcome of a look-up on, and draws its conclusions. */
    async watch<T>(lookup: Promise<T>): Promise<T> {
      try {
        const found = await lookup;
        isWell = true;
        return found;
      } catch (error) {
        const kind = error instanceof NetError ? error.kind : undefined;
        if (kind === 'unresolvable') isWell = true;
        if (kind === 'dns-failure') startProbe();
        throw error;
      }
    },
    isWell: (): boolean => {
      // Whoever asks while it is ill learns of its recovery the next time.
      if (!isWell) startProbe();
      return isWell;
    },
  };
}
