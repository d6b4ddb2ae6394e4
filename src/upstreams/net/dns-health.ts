import type { Clock } from '../../common/async/clock.ts';
import { NetError } from './net-error.ts';

/** Shortest time between two probes. */
const probeEveryMs = 5000;

/**
 * Tracks whether names can be resolved at all. A failed look-up proves nothing, since a client may
 * control the name servers of that name; it only starts a probe.
 */
export function createDnsHealth({
  clock,
  probe,
}: {
  readonly clock: Pick<Clock, 'nowMs'>;
  /** True when the name servers answer. */
  readonly probe: () => Promise<boolean>;
}) {
  let isHealthy = true;
  let nextProbeMs = 0;

  function startProbe(): void {
    if (clock.nowMs() < nextProbeMs) return;
    nextProbeMs = clock.nowMs() + probeEveryMs;
    void probe().then((answered) => (isHealthy = answered));
  }

  return {
    /** Settles like `lookup`, and starts a probe if it fails. */
    async watch<T>(lookup: Promise<T>): Promise<T> {
      try {
        const found = await lookup;
        isHealthy = true;
        return found;
      } catch (error) {
        const kind = error instanceof NetError ? error.kind : undefined;
        if (kind === 'unresolvable') isHealthy = true;
        if (kind === 'dns-failure') startProbe();
        throw error;
      }
    },
    isHealthy: (): boolean => {
      // Polling also notices a recovery.
      if (!isHealthy) startProbe();
      return isHealthy;
    },
  };
}
