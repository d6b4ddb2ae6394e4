import type { Edition } from '../target.ts';
import {
  plainStyle,
  type RunList,
  type TextRun,
  type TextStyle,
  createRunList,
  safeText,
} from './text-run.ts';
import colours from './colours.json' with { type: 'json' };

// The sixteen colours of the Java edition; the Bedrock edition has another grey, and materials by code only.
const javaCodes = new Map(colours.java.map(({ code, value }) => [code, value]));
const bedrockCodes = new Map([...javaCodes, ...Object.entries(colours.bedrock)]);
const names = new Map(colours.java.map(({ name, value }) => [name, value]));

const colourCodes = { java: javaCodes, bedrock: bedrockCodes } as const;

const codesByValue = { java: reversed(javaCodes), bedrock: reversed(bedrockCodes) } as const;

function reversed(codes: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...codes].map(([code, value]) => [value, code]));
}

/** A component may be read thousands of times. */
const longestColour = 64;

/** The game reads a number of any length: `#123` is `#000123`. */
const hexNumber = /^#(?:\+?0*([0-9a-f]{1,6})|-0+)$/;

/** Parses the `color` of a component, a name or `#` and a hexadecimal number; null for anything else. */
export function readColour(color: string): string | null {
  if (color.length > longestColour) return null;
  const lower = color.toLowerCase();
  const named = names.get(lower);
  if (named !== undefined) return named;
  const match = hexNumber.exec(lower);
  return match && `#${(match[1] ?? '').padStart(6, '0')}`;
}

/** The `§` codes of a colour: its own code, or the newer form with six digits, which only Java has. */
function codesOf(value: string, edition: Edition): string {
  const code = codesByValue[edition].get(value);
  if (code !== undefined) return `§${code}`;
  return `§x${value.slice(1).replaceAll(/./g, '§$&')}`;
}

const decorations = new Map<string, keyof Omit<TextStyle, 'color'>>([
  ['k', 'obfuscated'],
  ['l', 'bold'],
  ['m', 'strikethrough'],
  ['n', 'underlined'],
  ['o', 'italic'],
]);

/** `§x§r§r§g§g§b§b`, or a code of one character. */
const sectionCode = /§(?:x((?:§[0-9a-f]){6})|([\s\S]))/giu;

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
  for (const match of text.matchAll(sectionCode)) {
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

export function withoutSectionCodes(text: string): string {
  return text.replace(sectionCode, '').replace(/§$/, '');
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

/** A text, raw and parsed. */
export type StyledText = {
  /** As sent, with `§` codes, but well-formed and bounded. */
  readonly raw: string;
  /** The parsed text; lines are separated by `\n`. */
  readonly runs: readonly TextRun[];
};

/** A character with a hexadecimal colour takes fifteen units. */
const longestRawMotd = 16 * 1024;

export function readMotd(text: string, edition: Edition): StyledText {
  const list = createRunList();
  readSectionCodes(text, list, { base: plainStyle, edition });
  return { raw: text.slice(0, longestRawMotd).toWellFormed(), runs: list.runs };
}

/** Maximum length of a version, player name or mod. */
const longestName = 128;
/** Codes take at least two units for each character. */
const longestRawName = longestName * 16;

/** Parses one line with `§` codes: a version, a line of the player list. */
export function readStyledLine(text: string, edition: Edition): StyledText {
  // Cut first to save work.
  const raw = text.slice(0, longestRawName).toWellFormed();
  const list = createRunList({ chars: longestName, runs: 64, heads: 0 });
  readSectionCodes(raw.replaceAll('\n', ' '), list, { base: plainStyle, edition });
  return { raw, runs: list.runs };
}

/** One line of plain text of bounded length. */
export function shortText(text: string): string {
  const plain = withoutSectionCodes(text.slice(0, longestRawName));
  return safeText(plain).replaceAll('\n', ' ').trim().slice(0, longestName).toWellFormed();
}

/** The same for an optional text; an empty one becomes null. */
export function textOrNull(text: string | undefined): string | null {
  const short = shortText(text ?? '');
  return short === '' ? null : short;
}
