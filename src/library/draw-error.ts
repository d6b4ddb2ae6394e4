import type { ErrorCode } from '../errors/catalogue.ts';
import { LineupError } from '../errors/lineup-error.ts';

/** Why something is not drawn: an option or a sheet that is wrong. */
export class DrawError extends Error {
  override readonly name = 'DrawError';
  /** The field, such as `height` or `items[3].label`; the first one, if the message names several. */
  readonly field: string;
  /** What the field allows, or what is wrong with it. */
  readonly sentence: string;
  /** `bad-request` for options, `unusable-skin` for sheets. */
  readonly code: string;

  /** @param message the field, a colon and the sentence */
  constructor(message: string, code: string) {
    super(message);
    const [, field = '', sentence = message] = /^(\S+): (.*)$/s.exec(message) ?? [];
    this.field = field;
    this.sentence = sentence;
    this.code = code;
  }
}

/** The part of an HTTP request that a field is in, at the start of each sentence. */
const requestPart = /(^|; )(?:query|body|path)(?:\.|(?=:))/g;

/** An error of the API, without the words of HTTP; others are unchanged. */
export function asDrawError(error: unknown): unknown {
  if (!(error instanceof LineupError)) return error;
  const message = error.message.replaceAll(requestPart, '$1').replace(/^:/, 'options:');
  return new DrawError(message, error.code);
}

const codeOf = {
  options: 'bad-request',
  sheet: 'unusable-skin',
} as const satisfies Record<string, ErrorCode>;

/** An option or a sheet that is wrong. */
export function refused(kind: keyof typeof codeOf, message: string): DrawError {
  return new DrawError(message, codeOf[kind]);
}
