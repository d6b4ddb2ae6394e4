import { html, type Html } from '../html.ts';
import { icon } from '../icons.ts';
import type { Place } from './lineup.ts';

/** @param demand what the browser sees to without the script: an empty place would be refused */
export function slot({ value, label }: Place, index: number, demand: Html | null): Html {
  const number = index + 1;
  return html`<li class="slot">
    <button
      type="button"
      class="grip"
      aria-label="Move player ${number}"
      title="Drag, or press the arrow keys"
      hidden
    >
      ${icon('grip')}
    </button>
    <span class="face" aria-hidden="true"><img alt="" width="48" height="48" hidden /></span>
    <div class="inputs">
      <label
        ><span class="unseen">Player ${number}</span
        ><input
          name="value"
          value="${value}"
          list="samples"
          placeholder="Name, UUID or URL"
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          enterkeyhint="next"
          ${demand}
      /></label>
      <label
        ><span class="unseen">Label of player ${number}</span
        ><input
          name="label"
          class="label"
          value="${label}"
          placeholder="Name to show (optional)"
          maxlength="64"
          autocomplete="off"
      /></label>
    </div>
    ${slotTools(number)}
    <p class="own hint" hidden></p>
    <p class="problem" hidden></p>
  </li> `;
}

/** Only with the script. */
function slotTools(number: number): Html {
  return html`<div class="tools" hidden>
    <label class="tool file" title="Choose a skin file"
      ><input
        type="file"
        accept="image/png"
        aria-label="Skin file of player ${number}"
      />${icon('upload')}</label
    >
    <button
      type="button"
      class="tool edit"
      aria-label="Pose and more of player ${number}"
      title="Pose and more"
    >
      ${icon('pose')}
    </button>
    <button type="button" class="tool remove" aria-label="Remove player ${number}" title="Remove">
      ${icon('cross')}
    </button>
  </div>`;
}
