/** Escaped HTML. Created only by `html`, so that nothing is inserted unescaped. */
export type Html = { readonly markup: string };

/** Values in a template: text is escaped, lists are joined, `null` and `false` are empty. */
type Piece = Html | string | number | null | false | readonly Piece[];

/** Creates HTML from a template; all values are escaped unless they are HTML already. */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  let markup = '';
  // Added, not joined: each level of a page would copy all that is in it.
  for (const [index, text] of strings.entries()) markup += text + markupOf(pieces[index] ?? null);
  return { markup };
}

function markupOf(piece: Piece): string {
  if (piece === null || piece === false) return '';
  if (typeof piece === 'number') return String(piece);
  if (typeof piece === 'string') return escapeText(piece);
  if ('markup' in piece) return piece.markup;
  let markup = '';
  for (const one of piece) markup += markupOf(one);
  return markup;
}

/** Escapes text for content and for quoted attribute values. */
function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
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
