import { LineupError, type ErrorCode } from '../../common/errors/lineup-error.ts';

/**
 * `bad-request` for options, `unusable-skin` for sheets; `overloaded` if threads have more to draw than they
 * can draw in time.
 */
export type DrawErrorCode = 'bad-request' | 'unusable-skin' | 'overloaded';

/** Why something is not drawn: an option or a sheet that is wrong. */
export class DrawError extends Error {
  override readonly name = 'DrawError';
  /** The field, such as `height` or `items[3].label`; the first one, if the message names several. */
  readonly field: string;
  /** What the field allows, or what is wrong with it. */
  readonly sentence: string;
  readonly code: DrawErrorCode;

  /** @param message the field, a colon and the sentence */
  constructor(message: string, code: DrawErrorCode) {
    super(message);
    const [, field = '', sentence = message] = /^(\S+): (.*)$/s.exec(message) ?? [];
    this.field = field;
    this.sentence = sentence;
    this.code = code;
  }
}

/** An error of the engine as one of the library; others are unchanged. */
export function asDrawError(error: unknown): unknown {
  if (!(error instanceof LineupError) || !isOfDrawing(error.code)) return error;
  if (error.code === 'overloaded') {
    return new DrawError('The threads have more to draw than they can draw in time.', error.code);
  }
  return new DrawError(error.message, error.code);
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
