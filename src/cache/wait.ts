import type { Clock } from './clock.ts';
import type { Flight } from './flights.ts';
import { settle, settleWithin } from './settle.ts';
import type { Trace } from './tiered-load.ts';

type Patience = {
  readonly clock: Clock;
  /** How long a request waits for a newer answer while it has an older one at hand. */
  readonly patienceMs: number;
};

type Waiting<T> = {
  readonly flight: Flight<T>;
  readonly trace: Trace;
  /** What can stand in for the answer that is on its way; asked again after every wait. */
  readonly standIn: () => T | undefined;
};

/**
 * Waits for a flight, or no longer than patience allows where something can stand in for it; the
 * flight goes on. Rejects with the flight's error where nothing can.
 *
 * Patience is one budget for all the waits of a request (it looks up a name, then a profile), and a
 * flight that has been slow to others already uses up that of those who join it.
 */
export async function waitFor<T extends object | null>(
  { flight, trace, standIn }: Waiting<T>,
  { clock, patienceMs }: Patience,
): Promise<T> {
  const nowMs = clock.nowMs();
  if (standIn() !== undefined) trace.patientUntilMs ??= nowMs + patienceMs;
  const { journey, landed } = flight;
  const patientUntilMs = trace.patientUntilMs ?? Number.POSITIVE_INFINITY;
  const leftMs = Math.min(patientUntilMs, journey.startedAtMs + patienceMs) - nowMs;

  const early = leftMs > 0 ? await settleWithin(clock, landed, leftMs) : 'late';
  if (early === 'late') {
    const older = standIn();
    // Without any wait this is an answer from memory; with one, it is not what a hit looks like.
    if (older !== undefined && leftMs > 0) trace.asked ||= journey.asked;
    if (older !== undefined) return older;
  }
  const outcome = early === 'late' ? await settle(landed) : early;
  trace.asked ||= journey.asked;
  if (outcome.ok) return outcome.value;
  const older = standIn();
  if (older === undefined) throw outcome.error;
  return older;
}
