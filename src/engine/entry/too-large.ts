import { badRequest } from '../../common/errors/lineup-error.ts';
import { TooLargeError } from '../options/order.ts';

/** A picture that would be too large is an error of the option that makes it so; others are unchanged. */
export function atOption(error: unknown, optionPath: (option: string) => string): unknown {
  if (!(error instanceof TooLargeError)) return error;
  return badRequest(`${optionPath(error.option)}: ${error.message}`);
}
