/** Escaped HTML. Created only by `html`, so that nothing is inserted unescaped. */
export type Html = { readonly markup: string };

/** Values in a template: text is escaped, lists are joined, `null` and `false` are empty. */
type Piece = Html | string | number | null | false | readonly Piece[];

/** Creates HTML from a template; all values are escaped unless they are HTML already. */
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

const entities: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }),
);

/** Escapes text for content and for quoted attribute values. */
function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities.get(character) ?? '');
}

/** A sentence with `code` in backticks and **strong** text between asterisks. */
export function prose(text: string): Html {
  const parts = text.split('`');
  return html`${parts.map((part, index) => (index % 2 === 0 ? strong(part) : html`<code>${part}</code>`))}`;
}

function strong(text: string): Html {
  const parts = text.split('**');
  return html`${parts.map((part, index) => (index % 2 === 0 ? part : html`<b>${part}</b>`))}`;
}

/** A sentence with a link in brackets: `See the [reference].` */
export function linked(text: string, target: string): Html {
  const [before = '', words = '', after = ''] = text.split(/[[\]]/);
  return html`${before}<a href="${target}">${words}</a>${after}`;
}

/** A value for the page's script, as text that cannot begin a tag or an entity. */
export function dataBlock(id: string, value: unknown): Html {
  const json = JSON.stringify(value);
  const markup = json.replaceAll('<', String.raw`\u003c`).replaceAll('&', String.raw`\u0026`);
  return html`<template id="${id}">${{ markup }}</template>`;
}
