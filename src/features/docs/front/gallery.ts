import { overlayStyles, renderTypeNames } from '../../../drawing/render-names.ts';
import { overlayNames } from './overlay-names.ts';
import { html, type Html } from '../html.ts';
import { href, type Site } from '../site.ts';
import { laterThumbnail } from './thumbnails.ts';
import { startingLineup } from './starting-lineup.ts';

export const renderPath = '/api/blockgame/render/:render_type/:player/:crop';

/** Lossless, and half the bytes of PNG. */
const pictureQuery = 'height=256&format=webp';

/** Every pose of one player. Each picture is a link to itself; with the script it can be used above. */
export function gallery(site: Site): Html {
  const { t } = site;
  const player = startingLineup(site.samples)[1]?.value ?? 'Notch';
  const figures = renderTypeNames.map((name) => {
    const target = href(site, `/api/blockgame/render/${name}/${encodeURIComponent(player)}/full`);
    const pose = t(`pose_${name}`);
    return html`<li class="pose" data-pose="${name}">
      <a href="${target}">${laterThumbnail(site, 'poses', name, pose)}</a>
      <p><b>${pose}</b></p>
      <p class="pose-tools" hidden>
        <button type="button" class="chip use">
          ${t('use')}<span class="unseen"> ${t('usePose', { pose })}</span>
        </button>
        <button type="button" class="chip link">
          ${t('copyLink')}<span class="unseen"> ${t('toPose', { pose })}</span>
        </button>
      </p>
    </li> `;
  });
  return html`<section
    class="wrap"
    aria-labelledby="poses"
    id="gallery"
    data-query="${pictureQuery}"
  >
    <div class="row-head">
      <h2 id="poses">${t('countOfPoses', { count: renderTypeNames.length })}</h2>
      <form class="ask" id="gallery-form" hidden>
        <label for="gallery-player">${t('player')}</label
        ><input
          id="gallery-player"
          list="samples"
          value="${player}"
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
        /><label for="gallery-overlay">${t('overlay')}</label
        ><select id="gallery-overlay">
          ${overlayStyles.map((style) => html`<option value="${style}">${t(overlayNames[style])}</option>`)}</select
        ><button class="button small">${t('showPoses')}</button>
      </form>
    </div>
    <div class="notice inline" id="gallery-notice" hidden>
      <p></p>
      <button type="button" class="button small" hidden>${t('tryAgain')}</button>
    </div>
    <ul class="poses">
      ${figures}
    </ul>
  </section>`;
}
