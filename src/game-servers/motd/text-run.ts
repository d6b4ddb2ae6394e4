/** A piece of text in one style. */
export type TextRun = TextStyle & {
  readonly text: string;
  /** A picture in the place of letters; `text` is a space then. */
  readonly object?: TextObject;
};

/** What stands in a line like a letter: a player's head, or a place that stays free. */
export type TextObject = PlayerHead | { readonly kind: 'blank' };

/** The face of a player, 8×8 pixels. Its skin is that of the texture, else of the UUID, else of the name. */
export type PlayerHead = {
  readonly kind: 'head';
  readonly texture: string | null;
  /** 32 hex digits in lower case. */
  readonly uuid: string | null;
  readonly name: string | null;
  /** With the second layer. */
  readonly hat: boolean;
};

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

/** What is kept of a text, sent as HTML, and drawn. */
type RunLimits = { readonly chars: number; readonly runs: number; readonly heads: number };

/**
 * A message fills two lines of some 60 letters: room for a colour for each of them. All of it in rare
 * scripts costs some 100 ms of drawing, which `src/drawing/cost.ts` weighs; each head may cost a look-up.
 */
const motdLimits: RunLimits = { chars: 1024, runs: 128, heads: 16 };

/**
 * What reading a message may cost, in units of its text that are looked at: what is nested, empty or
 * named again and again can mean thousands of times its length. 128 k of them take some ten
 * milliseconds; a message with a colour for each of its letters takes 5 k.
 */
const maxEffort = 128 * 1024;
/** As much of one text as a thousand letters in colours of their own take. */
const maxPiece = 16 * 1024;
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
  /** Heads beyond the limit become blanks. */
  readonly addObject: (object: TextObject, style: TextStyle) => void;
  /** Counts one step of reading; false when there is no room for more text or it was enough work. */
  readonly goesOn: () => boolean;
  /** As much of a text as may still be read, which counts as read. */
  readonly legible: (text: string) => string;
  readonly runs: readonly TextRun[];
};

export function createRunList(limits: RunLimits = motdLimits): RunList {
  const runs: TextRun[] = [];
  let chars = 0;
  let effort = 0;
  let heads = 0;
  const isFull = () => chars >= limits.chars || runs.length >= limits.runs;
  return {
    runs,
    goesOn: () => {
      effort += effortOfStep;
      return effort < maxEffort && !isFull();
    },
    legible: (text) => {
      const part = text.slice(0, Math.max(0, Math.min(maxPiece, maxEffort - effort)));
      effort += part.length;
      return part;
    },
    add: (text, style) => {
      const last = runs.at(-1);
      const joins = last !== undefined && last.object === undefined && isSameStyle(last, style);
      if (!joins && isFull()) return;
      // Cutting may halve a surrogate pair.
      const kept = safeText(text.slice(0, limits.chars - chars));
      if (kept === '') return;
      chars += kept.length;
      if (joins) runs.splice(-1, 1, { ...last, text: last.text + kept });
      else runs.push({ ...styleOf(style), text: kept });
    },
    addObject: (object, style) => {
      if (isFull()) return;
      const isShown = object.kind === 'blank' || ++heads <= limits.heads;
      chars += 1;
      runs.push({ ...styleOf(style), text: ' ', object: isShown ? object : { kind: 'blank' } });
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

/** The runs of each line, without the line feeds between them; at least one line. */
export function splitLines(runs: readonly TextRun[]): readonly (readonly TextRun[])[] {
  const lines: TextRun[][] = [[]];
  for (const run of runs) {
    for (const [index, text] of run.text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (text !== '') lines.at(-1)?.push({ ...run, text });
    }
  }
  return lines;
}
