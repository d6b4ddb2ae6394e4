/** Text that is HTML already. Made by `html` only, so that nothing gets in unescaped. */
export type Html = { readonly markup: string };

/** What may stand in a template: text is escaped, lists are joined, `null` and `false` are nothing. */
type Piece = Html | string | number | null | false | readonly Piece[];

/** HTML from a template: everything that is put in is escaped, unless it is HTML already. */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  const markup = strings.map((text, index) => text + markupOf(pieces[index] ?? null)).join('');
  return { markup };
}

function markupOf(piece: Piece): string {
  if (piece === null || piece === false) return '';
  if (typeof piece === 'number') return String(piece);
  if (typeof piece === 'string') return escapeText(piece);
  return 'markup' in piece ? piece.markup : piece.map((one) => markupOf(one)).join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For text and for attribute values in either kind of quotes. */
function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** A sentence in which `code` stands in backticks. */
export function prose(text: string): Html {
  const parts = text.split('`');
  return html`${parts.map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}`;
}
