import paths from './icons.json' with { type: 'json' };
import { type Html, html } from './html.ts';

/** Drawn on a grid of 16, in the colour of the text. Decorative: buttons have text or a label. */
export function icon(name: keyof typeof paths): Html {
  return html`<svg
    class="icon"
    viewBox="0 0 16 16"
    width="16"
    height="16"
    aria-hidden="true"
    focusable="false"
  >
    <path fill="currentColor" fill-rule="evenodd" d="${paths[name]}" />
  </svg>`;
}
