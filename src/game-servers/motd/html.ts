import type { TextRun } from './text-run.ts';

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

/** Text for the inside of an element or of a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities.get(character) ?? '');
}

/**
 * Runs as HTML that can be put into any element: spans with a `style` made from a closed list of
 * words and a checked colour, line breaks, and escaped text. Letters that keep changing in the game
 * are in a span of class `obfuscated`, which a page may bring to life.
 */
export function motdHtml(runs: readonly TextRun[]): string {
  return runs.map((run) => spanOf(run)).join('');
}

function spanOf(run: TextRun): string {
  const text = escapeHtml(run.text).replaceAll('\n', '<br>');
  const style = styleOf(run);
  const attributes =
    (run.obfuscated ? ' class="obfuscated"' : '') + (style === '' ? '' : ` style="${style}"`);
  return attributes === '' ? text : `<span${attributes}>${text}</span>`;
}

function styleOf({ color, bold, italic, underlined, strikethrough }: TextRun): string {
  const lines = [underlined && 'underline', strikethrough && 'line-through'].filter(Boolean);
  const rules = [
    // Colours come from a table or a strict pattern; a second look costs nothing.
    color !== null && /^#[0-9a-f]{6}$/.test(color) && `color:${color}`,
    bold && 'font-weight:bold',
    italic && 'font-style:italic',
    lines.length > 0 && `text-decoration:${lines.join(' ')}`,
  ];
  return rules.filter((rule) => rule !== false).join(';');
}
