import { html, type Html } from '../html.ts';
import { icon } from '../icons.ts';
import type { Translate } from '../messages/messages.ts';
import type { Item } from './lineup.ts';
import { verbatim } from './verbatim.ts';

type Slot = {
  readonly item: Item;
  readonly index: number;
  /** Required without the script: the form must not be empty. */
  readonly demand: Html | null;
};

export function slot(t: Translate, { item: { value, label }, index, demand }: Slot): Html {
  const number = index + 1;
  return html`<li class="slot">
    <button type="button" class="grip" title="${t('moveTitle')}" hidden>${icon('grip')}</button>
    <span class="face" aria-hidden="true"><img alt="" width="48" height="48" hidden /></span>
    <div class="inputs">
      <label
        ><span class="unseen">${t('playerNumber', { number })}</span
        ><input
          name="value"
          value="${value}"
          list="samples"
          placeholder="${t('valuePlaceholder')}"
          ${verbatim}
          enterkeyhint="next"
          ${demand}
      /></label>
      <label
        ><span class="unseen">${t('labelOf', { number })}</span
        ><input
          name="label"
          class="label"
          value="${label}"
          placeholder="${t('labelPlaceholder')}"
          maxlength="64"
          autocomplete="off"
      /></label>
    </div>
    ${slotTools(t, number)}
    <p class="own hint" hidden></p>
    <p class="problem" hidden></p>
  </li> `;
}

/** Needs the script. */
function slotTools(t: Translate, number: number): Html {
  return html`<div class="tools" hidden>
    <label class="tool file" title="${t('chooseFile')}"
      ><input
        type="file"
        accept="image/png"
        aria-label="${t('fileOfPlayer', { number })}"
      />${icon('upload')}</label
    >
    <button
      type="button"
      class="tool edit"
      aria-label="${t('moreOfPlayer', { number })}"
      title="${t('moreTitle')}"
    >
      ${icon('pose')}
    </button>
    <button
      type="button"
      class="tool remove"
      aria-label="${t('removePlayer', { number })}"
      title="${t('remove')}"
    >
      ${icon('cross')}
    </button>
  </div>`;
}
