import { NetError } from '../../net/net-error.ts';

/**
 * Parses JSON as the game does, which takes what a person typed into a file of settings: a byte order mark,
 * line breaks and other control characters inside of strings, `\'` and a backslash before a line break.
 * @throws {NetError} `invalid-response` for anything else that is no JSON
 */
export function parseLenientJson(text: string): unknown {
  const json = text.replace(/^\uFEFF/, '');
  try {
    return JSON.parse(json);
  } catch {
    return parseStrictly(json.replaceAll(quoted, withoutControls));
  }
}

function parseStrictly(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new NetError('invalid-response', { cause: error });
  }
}

/** A string, also one without an end: otherwise each `\"` in it would be tried as the start of another. */
const quoted = /"(?:[^"\\]|\\[\s\S])*"?/g;

const escapesAndControls = /\\[\s\S]|\p{Cc}/gu;

function withoutControls(text: string): string {
  return text.replaceAll(escapesAndControls, (found) => {
    if (found === "\\'") return "'";
    const control = found === '\\\n' ? '\n' : found;
    return control.startsWith('\\') ? control : JSON.stringify(control).slice(1, -1);
  });
}
