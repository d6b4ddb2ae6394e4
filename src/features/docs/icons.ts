import { html, type Html } from './html.ts';

/** Drawn on a grid of 16, in the colour of the surrounding text. */
const paths = {
  plus: 'M7 2h2v5h5v2H9v5H7V9H2V7h5z',
  dice: 'M2 2h12v12H2zm2 2v8h8V4zm1 1h2v2H5zm4 0h2v2H9zM7 7h2v2H7zM5 9h2v2H5zm4 0h2v2H9z',
  download: 'M7 1h2v6h3l-4 4-4-4h3zM2 12h12v2H2z',
  upload: 'M8 1l4 4H9v6H7V5H4zM2 12h12v2H2z',
  cross: 'M3.4 2 8 6.6 12.6 2 14 3.4 9.4 8l4.6 4.6-1.4 1.4L8 9.4 3.4 14 2 12.6 6.6 8 2 3.4z',
  pose: 'M6 1h4v4H6zM2 3h2v3h8V3h2v5h-3v3h1v4h-3v-3H7v3H4v-4h1V8H2z',
  globe:
    'M5 1h6v2h2v2h2v6h-2v2h-2v2H5v-2H3v-2H1V5h2V3h2zm1 2v2H4v2h8V5h-2V3zM3 9v2h2v2h2v-2h2v2h2v-2h2V9z',
  grip: 'M5 1h2v2H5zm4 0h2v2H9zM5 5h2v2H5zm4 0h2v2H9zM5 9h2v2H5zm4 0h2v2H9zm-4 4h2v2H5zm4 0h2v2H9z',
} as const;

/** Decorative: buttons have text or a label. */
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
