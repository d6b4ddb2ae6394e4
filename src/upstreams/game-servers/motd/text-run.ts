/** A piece of text in one style. */
export type TextRun = TextStyle & {
  readonly text: string;
  /** An inline picture; `text` is then a space. */
  readonly object?: TextObject;
};

/** An inline picture: a player's head, or a blank. */
export type TextObject = PlayerHead | { readonly kind: 'blank' };

/** A player's face, 8×8 pixels, from the texture if given, otherwise from the UUID or name. */
export type PlayerHead = {
  readonly kind: 'head';
  readonly texture: string | null;
  /** 32 hex digits in lower case. */
  readonly uuid: string | null;
  readonly name: string | null;
  /** Whether to draw the second layer. */
  readonly hat: boolean;
};

/** `obfuscated`: characters that keep changing in the game. */
export const decorations = ['bold', 'italic', 'underlined', 'strikethrough', 'obfuscated'] as const;

export type TextStyle = {
  /** `#rrggbb` in lower case; null for the default colour. */
  readonly color: string | null;
} & { readonly [Decoration in (typeof decorations)[number]]: boolean };

export const plainStyle: TextStyle = {
  color: null,
  bold: false,
  italic: false,
  underlined: false,
  strikethrough: false,
  obfuscated: false,
};

/** Limits of a text that is stored, sent as HTML, and drawn. */
type RunLimits = { readonly chars: number; readonly runs: number; readonly heads: number };

/** A MOTD has two lines of 60 characters, a colour each; rare scripts take 100 ms to draw. */
const motdLimits: RunLimits = { chars: 1024, runs: 128, heads: 16 };

/**
 * Limit of the work for parsing a MOTD, in units of text: nesting and repetition can multiply its
 * length by thousands. 128 k units take some ten milliseconds, a rainbow-coloured MOTD 5 k.
 */
const maxEffort = 128 * 1024;
/** Limit of one text: a thousand characters in individual colours. */
const maxPiece = 16 * 1024;
/** Work of a component, placeholder or code besides its text. */
const effortOfStep = 16;

/** C0 and C1 controls except line feed, and other line separators. */
const controls = /[\p{Cc}\u2028\u2029](?<!\n)/gu;
/** Characters that change the direction of the text after them, even outside of the MOTD. */
const bidiControls = /[\u202a-\u202e\u2066-\u2069]/g;

/** Removes what could affect surrounding text. Half a surrogate pair becomes U+FFFD. */
export function safeText(text: string): string {
  return text.toWellFormed().replaceAll('\t', ' ').replace(controls, '').replace(bidiControls, '');
}

export type RunList = ReturnType<typeof createRunList>;

/** Collects runs, merges neighbours of the same style, and omits what exceeds the limits. */
export function createRunList(limits: RunLimits = motdLimits) {
  const runs: TextRun[] = [];
  let chars = 0;
  let effort = 0;
  let heads = 0;
  const isFull = () => chars >= limits.chars || runs.length >= limits.runs;
  return {
    runs,
    /** Counts one step of parsing; false if the text or the work has reached its limit. */
    goesOn: () => {
      effort += effortOfStep;
      return effort < maxEffort && !isFull();
    },
    /** The part of a text that may still be parsed; it counts as work. */
    legible: (text: string) => {
      const part = text.slice(0, Math.max(0, Math.min(maxPiece, maxEffort - effort)));
      effort += part.length;
      return part;
    },
    add: (text: string, style: TextStyle): void => {
      const last = runs.at(-1);
      const joins = last !== undefined && last.object === undefined && isSameStyle(last, style);
      if (!joins && isFull()) return;
      // Cutting may halve a surrogate pair.
      const added = safeText(text.slice(0, limits.chars - chars));
      if (added === '') return;
      chars += added.length;
      if (joins) runs.splice(-1, 1, { ...last, text: last.text + added });
      else runs.push({ ...styleOf(style), text: added });
    },
    /** Heads beyond the limit become blanks. */
    addObject: (object: TextObject, style: TextStyle): void => {
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
  return a.color === b.color && decorations.every((name) => a[name] === b[name]);
}

export function plainText(runs: readonly TextRun[]): string {
  return runs.map(({ text }) => text).join('');
}

/** Splits runs into lines, without their line feeds; at least one line. */
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

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

/** Escapes text for the content of an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities.get(character) ?? '');
}

/**
 * Converts runs to HTML that is safe in any element: escaped text, line breaks, spans with styles from
 * a fixed list. Obfuscated text has the class `obfuscated`, which a page may animate.
 */
export function motdHtml(runs: readonly TextRun[]): string {
  return runs.map((run) => spanOf(run)).join('');
}

function spanOf(run: TextRun): string {
  const text = escapeHtml(run.text).replaceAll('\n', '<br>');
  const style = cssOf(run);
  const attributes =
    (run.obfuscated ? ' class="obfuscated"' : '') + (style === '' ? '' : ` style="${style}"`);
  return attributes === '' ? text : `<span${attributes}>${text}</span>`;
}

function cssOf({ color, bold, italic, underlined, strikethrough }: TextRun): string {
  const lines = [underlined && 'underline', strikethrough && 'line-through'].filter(Boolean);
  const rules = [
    // Colours were validated already; checking again costs nothing.
    color !== null && /^#[0-9a-f]{6}$/.test(color) && `color:${color}`,
    bold && 'font-weight:bold',
    italic && 'font-style:italic',
    lines.length > 0 && `text-decoration:${lines.join(' ')}`,
  ];
  return rules.filter((rule) => rule !== false).join(';');
}
