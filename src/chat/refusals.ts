import { LineupError } from '../errors/lineup-error.ts';
import type { Standing } from './shared-store.ts';

/** While the budget of bad answers is spent; it frees itself by the minute. */
const budgetRetryAfterSeconds = 60;

/** A 429 that says how long to wait. */
export function tooManyRequests(retryAfterMs: number): LineupError {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  const unit = seconds === 1 ? 'second' : 'seconds';
  const detail = `The chat platform takes no more for now; try again in ${seconds} ${unit}.`;
  return new LineupError('too-many-requests', detail, { retryAfterSeconds: seconds });
}

/** A 503 that has to do with us and not with this webhook. */
export function overloaded(retryAfterSeconds: number): LineupError {
  const detail = 'The service can pass on no more messages for now; try again later.';
  return new LineupError('overloaded', detail, { retryAfterSeconds });
}

/** @throws {LineupError} `too-many-requests` */
export function assertSoon(waitMs: number, maxMs: number): void {
  if (waitMs > maxMs) throw tooManyRequests(waitMs);
}

/**
 * Refuses a webhook that is known to be dead, and every unknown one while the budget is spent.
 * @throws {LineupError} `unknown-webhook`, `overloaded`
 */
export function assertWelcome(standing: Standing, invalidBudget: number): void {
  if (standing.deadForMs > 0) throw new LineupError('unknown-webhook');
  if (standing.invalidAnswers >= invalidBudget && !standing.isKnownGood) {
    throw overloaded(budgetRetryAfterSeconds);
  }
}
