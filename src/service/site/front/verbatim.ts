import { html } from '../html.ts';

/** Attributes of fields for names and URLs: no autocompletion, correction or spell checking. */
export const verbatim = html`autocomplete="off" autocapitalize="off" spellcheck="false"`;
