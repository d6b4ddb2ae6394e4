import { html } from '../html.ts';

/** Of a field for names and addresses: nothing helps along with what stands in no dictionary. */
export const verbatim = html`autocomplete="off" autocapitalize="off" spellcheck="false"`;
