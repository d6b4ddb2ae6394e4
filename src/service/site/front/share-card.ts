import { codeTabs, overlayPanel, type Overlay } from '../code.ts';
import { html, type Html, prose } from '../html.ts';
import { sizes } from '../../../engine/scenes/layout/sizes.ts';
import { lineupRequest, type Lineup } from './lineup.ts';
import { sizeOf } from './preview.ts';
import { liveLink } from './row.ts';
import { hasRoute, href, type Site } from '../site.ts';
import { embedLanguages } from '../shown-request.ts';
import { languages, snippetsIn } from '../snippets.ts';
import { field, icon, listChoices, verbatim } from '../controls.ts';
import type { Translate } from '../messages/messages.ts';
import { pictureFormats, type PictureFormat } from '../../../engine/options/picture-formats.ts';

/** Most wanted first; APNG is for those who know it. */
const savedFormats = pictureFormats.filter((format) => format !== 'apng');

function formatTitle({ t }: Site, format: PictureFormat): string {
  const name = format === 'webp' ? 'WebP' : format.toUpperCase();
  return format === 'gif' ? `${name} (${t('gifNeedsMotion')})` : name;
}

/** Also without the script. */
function downloadLink(site: Site, target: string, attributes: Html): Html {
  return html`<a
    ${attributes}
    data-act="download"
    href="${href(site, target)}"
    download="lineup.png"
    >${icon('download')} ${site.t('download')}</a
  >`;
}

/** What most come for, with the picture. */
export function stageTake(site: Site, target: string): Html {
  return html`<div class="stage-take" id="stage-take">
    ${downloadLink(site, target, html`class="button small primary"`)}
    ${actButtons(site.t, ['copy-image-link', 'copy-image'], 'button small')}
  </div>`;
}

/** The picture's URL, code for it, and the file. */
export function shareCard(site: Site, lineup: Lineup): Html {
  const { t } = site;
  const target = lineupRequest('', lineup).url;
  const url = `${site.baseUrl}${target}`;
  const request = {
    method: 'GET',
    url,
    answer: 'picture',
    fileName: 'lineup.png',
    alt: t('aLineup'),
  } as const;
  // People who share a picture embed it somewhere; code comes after that.
  const order = [...new Set([...embedLanguages, ...languages])];
  return html`<section class="card share" id="share-it" aria-labelledby="share-head">
    <h2 id="share-head">${t('shareIt')}</h2>
    ${codeTabs(t, { title: t('useIt'), id: 'share', prefix: 'share' }, [
      ['url', t('imageLink'), url],
      ['overlay', t('overlayTab'), overlayPanel(site, [overlayOf(site, lineup)])],
      ...snippetsIn(order, request),
    ])}
    <p class="hint" id="share-hint" hidden></p>
    <div class="take" id="take">
      ${downloadLink(site, target, html`class="button primary" id="download"`)}
      <label class="format" hidden
        ><span class="unseen">${t('format')}</span
        ><select id="format">
          ${listChoices(savedFormats.map((format) => [format, formatTitle(site, format)]))}
        </select></label
      >
      ${actButtons(t, ['copy-image-link', 'copy-image', 'copy-page-link', 'share'], 'button')}
    </div>
    <p class="hint" id="facts-of"></p>
    <p class="hint warning" id="too-large" role="status" hidden></p>
    ${hasRoute(site, relayRoute) && postCard(site)}
  </section>`;
}

const actWords = {
  share: 'share',
  'copy-image-link': 'copyImageLink',
  'copy-image': 'copyImage',
  'copy-page-link': 'copyPageLink',
  download: 'download',
} as const;

/** What the script can do with the picture, with the same words everywhere. */
export function actButtons(
  t: Translate,
  acts: readonly (keyof typeof actWords)[],
  style: string,
): readonly Html[] {
  return acts.map(
    (act) =>
      html`<button type="button" class="${style}" data-act="${act}" hidden>
        ${t(actWords[act])}
      </button> `,
  );
}

function overlayOf({ baseUrl }: Site, lineup: Lineup): Overlay {
  return { url: liveLink(baseUrl, lineup) ?? baseUrl, sizePx: sizeOf(lineup) ?? sizes.og };
}

const relayRoute = '/api/chat/webhook/:id/:token';

/** Posts the picture to a channel. Fields without names are not sent, or stored by browsers. */
function postCard({ t }: Site): Html {
  return html`<details class="fold post" id="post" hidden>
    <summary>${t('postSummary')}</summary>
    <div class="post-body">
      <p class="hint">${prose(t('postHint'))}</p>
      ${field(
        t('postAddress'),
        html`<input
          id="post-address"
          class="secret"
          maxlength="300"
          ${verbatim}
          placeholder="https://discord.com/api/webhooks/…"
          inputmode="url"
        />`,
      )}
      ${field(t('postMessage'), html`<input id="post-message" maxlength="2000" autocomplete="off" />`)}
      <p class="actions">
        <button type="button" class="button" id="post-send">${t('postSend')}</button>
      </p>
      <div class="notice inline" id="post-notice" hidden><p></p></div>
    </div>
  </details>`;
}
