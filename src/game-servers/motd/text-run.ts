/** A piece of text in one style. */
export type TextRun = TextStyle & { readonly text: string };

export type TextStyle = {
  /** `#rrggbb` in lower case; null is the reader's own colour. */
  readonly color: string | null;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underlined: boolean;
  readonly strikethrough: boolean;
  /** Letters that keep changing in the game. */
  readonly obfuscated: boolean;
};

export const plainStyle: TextStyle = {
  color: null,
  bold: false,
  italic: false,
  underlined: false,
  strikethrough: false,
  obfuscated: false,
};

/** What a run of a message may hold: bounds what is kept, sent as HTML, and drawn. */
const mostMotdChars = 2048;
const mostRuns = 1024;
/**
 * What reading a message may cost, in units of its text that are looked at: what is nested, empty or
 * named again and again can mean thousands of times its length. 128 k of them take some ten
 * milliseconds; a message with a colour for each of its letters takes 5 k.
 */
const mostEffort = 128 * 1024;
/** What a component, a placeholder or a code costs beside its text. */
const effortOfStep = 16;

/** C0 and C1 controls but the line feed, and what ends a line elsewhere. */
const controls = /[\p{Cc}\u2028\u2029](?<!\n)/gu;
/** Turns the text after it around, also outside of the message: on the page it is put into. */
const turners = /[\u202a-\u202e\u2066-\u2069]/g;

/** Text from outside, without what could reach beyond it. Half a surrogate pair becomes U+FFFD. */
export function safeText(text: string): string {
  return text.toWellFormed().replaceAll('\t', ' ').replace(controls, '').replace(turners, '');
}

/** Collects runs; neighbours of one style become one run, and what is too much is left out. */
export type RunList = {
  readonly add: (text: string, style: TextStyle) => void;
  /** Counts one step of reading; false when there is no room for more text or it was enough work. */
  readonly goesOn: () => boolean;
  /** As much of a text as may still be read, which counts as read. */
  readonly legible: (text: string) => string;
  readonly runs: readonly TextRun[];
};

export function createRunList(): RunList {
  const runs: TextRun[] = [];
  let chars = 0;
  let effort = 0;
  const isFull = () => chars >= mostMotdChars || runs.length >= mostRuns;
  return {
    runs,
    goesOn: () => {
      effort += effortOfStep;
      return effort < mostEffort && !isFull();
    },
    legible: (text) => {
      const part = text.slice(0, Math.max(0, mostEffort - effort));
      effort += part.length;
      return part;
    },
    add: (text, style) => {
      const last = runs.at(-1);
      const joins = last !== undefined && isSameStyle(last, style);
      if (!joins && isFull()) return;
      // Cutting may halve a surrogate pair.
      const kept = safeText(text.slice(0, mostMotdChars - chars));
      if (kept === '') return;
      chars += kept.length;
      if (joins) runs.splice(-1, 1, { ...last, text: last.text + kept });
      else runs.push({ ...styleOf(style), text: kept });
    },
  };
}

function styleOf(style: TextStyle): TextStyle {
  const { color, bold, italic, underlined, strikethrough, obfuscated } = style;
  return { color, bold, italic, underlined, strikethrough, obfuscated };
}

function isSameStyle(a: TextStyle, b: TextStyle): boolean {
  return (
    a.color === b.color &&
    a.bold === b.bold &&
    a.italic === b.italic &&
    a.underlined === b.underlined &&
    a.strikethrough === b.strikethrough &&
    a.obfuscated === b.obfuscated
  );
}

/** The letters alone. */
export function plainText(runs: readonly TextRun[]): string {
  return runs.map(({ text }) => text).join('');
}
