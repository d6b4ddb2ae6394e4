import type { ErrorCode } from '../../common/errors/catalogue.ts';
import { LineupError } from '../../common/errors/lineup-error.ts';
import { DrawError, type DrawErrorCode } from './draw-error.ts';

/** The part of an HTTP request that a field is in, at the start of each sentence. */
const requestPart = /(^|; )(?:query|body|path)(?:\.|(?=[:[]))/g;

/** An error of the API, without the words of HTTP; others are unchanged. */
export function asDrawError(error: unknown): unknown {
  if (!(error instanceof LineupError) || !isOfDrawing(error.code)) return error;
  if (error.code === 'overloaded') {
    return new DrawError('The threads have more to draw than they can draw in time.', error.code);
  }
  const message = error.message.replaceAll(requestPart, '$1').replace(/^:/, 'options:');
  return new DrawError(message, error.code);
}

const codes: ReadonlySet<ErrorCode> = new Set<DrawErrorCode>([
  'bad-request',
  'unusable-skin',
  'overloaded',
]);

/** The others are those of look-ups. */
function isOfDrawing(code: ErrorCode): code is DrawErrorCode {
  return codes.has(code);
}

const codeOf = {
  options: 'bad-request',
  sheet: 'unusable-skin',
} as const satisfies Record<string, DrawErrorCode>;

/** An option or a sheet that is wrong. */
export function refused(kind: keyof typeof codeOf, message: string): DrawError {
  return new DrawError(message, codeOf[kind]);
}
