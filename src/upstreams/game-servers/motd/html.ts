import type { TextRun } from './text-run.ts';

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
  const style = styleOf(run);
  const attributes =
    (run.obfuscated ? ' class="obfuscated"' : '') + (style === '' ? '' : ` style="${style}"`);
  return attributes === '' ? text : `<span${attributes}>${text}</span>`;
}

function styleOf({ color, bold, italic, underlined, strikethrough }: TextRun): string {
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
