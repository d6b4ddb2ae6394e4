import { LineupError } from './lineup-error.ts';

/** Worst first; other statuses come last. */
const statusesByWeight = [503, 502, 404, 400];

/**
 * Combines several errors into one: their sentences joined in order, with the status of the worst (503
 * before 502 before 404 before 400).
 * @param errors at least one
 */
export function combineErrors(errors: readonly LineupError[]): LineupError {
  const [worst] = errors.toSorted((a, b) => rankOf(a) - rankOf(b));
  if (worst === undefined) throw new RangeError('no error to report');
  if (errors.length === 1) return worst;
  // An error of an option for all items is reported once.
  const sentences = new Set(errors.map(({ message }) => message.replace(/\.$/, '')));
  return new LineupError(worst.code, `${[...sentences].join('; ')}.`, {
    cause: worst.cause,
    retryAfterSeconds: worst.retryAfterSeconds,
  });
}

function rankOf({ status }: LineupError): number {
  const rank = statusesByWeight.indexOf(status);
  return rank < 0 ? statusesByWeight.length : rank;
}

/**
 * Reads all values, or reports all that are invalid at once.
 * @param read throws LineupError for an invalid value
 */
export function readEach<Value, Read>(
  values: readonly Value[],
  read: (value: Value, index: number) => Read,
): Read[] {
  const errors: LineupError[] = [];
  const results = values.flatMap((value, index) => {
    try {
      return [read(value, index)];
    } catch (error) {
      if (!(error instanceof LineupError)) throw error;
      errors.push(error);
      return [];
    }
  });
  if (errors.length > 0) throw combineErrors(errors);
  return results;
}
