/**
 * A function that computes what it returns once for each key, and forgets nothing: for what one job needs, or
 * for a few keys that the code chooses.
 */
export function memoized<Argument, Result extends object | string>(
  compute: (argument: Argument) => Result,
  keyOf: (argument: Argument) => unknown = (argument) => argument,
): (argument: Argument) => Result {
  const known = new Map<unknown, Result>();
  return (argument) => {
    const key = keyOf(argument);
    const before = known.get(key);
    if (before !== undefined) return before;
    const result = compute(argument);
    known.set(key, result);
    return result;
  };
}
