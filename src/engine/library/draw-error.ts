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

const codeOf: Readonly<Record<'options' | 'sheet', DrawErrorCode>> = {
  options: 'bad-request',
  sheet: 'unusable-skin',
};

/** An option or a sheet that is wrong. */
export function refused(kind: 'options' | 'sheet', message: string): DrawError {
  return new DrawError(message, codeOf[kind]);
}
