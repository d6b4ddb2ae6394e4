import { TooLargeError, UnusableSheetsError, type TaskResult } from '../options/order.ts';

/** What was drawn, or the error that says why not. */
export function resultOf<T>(result: TaskResult<T>): T {
  if (result.ok) return result.value;
  if ('problems' in result) throw new UnusableSheetsError(result.problems);
  throw new TooLargeError(result.tooLarge);
}
