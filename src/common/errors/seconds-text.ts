/** A number of whole seconds as a sentence has it: `1 second`, `17 seconds`. */
export function secondsText(seconds: number): string {
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}
