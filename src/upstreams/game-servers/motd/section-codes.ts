import type { Edition } from '../target.ts';
import { codesOf, colourCodes } from './colours.ts';
import { plainStyle, type RunList, type TextRun, type TextStyle } from './text-run.ts';

const decorations = new Map<string, keyof Omit<TextStyle, 'color'>>([
  ['k', 'obfuscated'],
  ['l', 'bold'],
  ['m', 'strikethrough'],
  ['n', 'underlined'],
  ['o', 'italic'],
]);

/** `§x§r§r§g§g§b§b`, or a code of one character. */
const code = /§(?:x((?:§[0-9a-f]){6})|([\s\S]))/giu;

/**
 * Parses text with `§` codes. In the Java edition a colour resets the decorations; in the Bedrock
 * edition they continue, and `m` and `n` are colours. Unknown codes are omitted.
 * @param base style at the start and after `§r`
 */
export function readSectionCodes(
  written: string,
  into: RunList,
  { base, edition }: { readonly base: TextStyle; readonly edition: Edition },
): void {
  const text = into.legible(written);
  let style = base;
  let from = 0;
  for (const match of text.matchAll(code)) {
    if (!into.goesOn()) return;
    into.add(text.slice(from, match.index), style);
    from = match.index + match[0].length;
    const [, hex, letter = ''] = match;
    const color =
      hex === undefined
        ? colourCodes[edition].get(letter.toLowerCase())
        : `#${hex.replaceAll('§', '').toLowerCase()}`;
    if (color === undefined) style = decorated(style, letter.toLowerCase(), base);
    else style = edition === 'java' ? { ...plainStyle, color } : { ...style, color };
  }
  into.add(text.slice(from).replace(/§$/, ''), style);
}

function decorated(style: TextStyle, letter: string, base: TextStyle): TextStyle {
  if (letter === 'r') return base;
  const decoration = decorations.get(letter);
  return decoration === undefined ? style : { ...style, [decoration]: true };
}

/** Text without its codes. */
export function withoutSectionCodes(text: string): string {
  return text.replace(code, '').replace(/§$/, '');
}

/** Writes runs with `§` codes, as a plain string of that edition would contain them. */
export function writeSectionCodes(runs: readonly TextRun[], edition: Edition): string {
  let previous: TextStyle = plainStyle;
  return runs
    .map((run) => {
      const codes = startOf(run, previous, edition);
      previous = run;
      return codes + run.text;
    })
    .join('');
}

function startOf(run: TextRun, previous: TextStyle, edition: Edition): string {
  const marks = [...decorations].filter(([, name]) => run[name]).map(([letter]) => `§${letter}`);
  const colour = run.color === null ? '' : codesOf(run.color, edition);
  const isReset = previous === plainStyle || (edition === 'java' && colour !== '');
  return (isReset ? '' : '§r') + colour + marks.join('');
}
