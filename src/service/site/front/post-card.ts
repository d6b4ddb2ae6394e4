import { html, prose, type Html } from '../html.ts';
import type { Site } from '../site.ts';
import { verbatim } from './verbatim.ts';

export const relayRoute = '/api/chat/webhook/:id/:token';

/** Posts the picture to a channel. Fields without names are not sent, or stored by browsers. */
export function postCard({ t }: Site): Html {
  return html`<details class="fold post" id="post" hidden>
    <summary>${t('postSummary')}</summary>
    <div class="post-body">
      <p class="hint">${prose(t('postHint'))}</p>
      <label class="field"
        ><span>${t('postAddress')}</span
        ><input
          id="post-address"
          class="secret"
          maxlength="300"
          placeholder="https://discord.com/api/webhooks/…"
          ${verbatim}
          inputmode="url"
      /></label>
      <label class="field"
        ><span>${t('postMessage')}</span
        ><input id="post-message" maxlength="2000" autocomplete="off"
      /></label>
      <p class="actions">
        <button type="button" class="button" id="post-send">${t('postSend')}</button>
      </p>
      <div class="notice inline" id="post-notice" hidden><p></p></div>
    </div>
  </details>`;
}
