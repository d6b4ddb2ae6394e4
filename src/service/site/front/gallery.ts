import { html, type Html } from '../html.ts';
import { href, type Site } from '../site.ts';
import { overlayNames } from './look-card.ts';
import { laterThumbnail, poseName } from './pickers.ts';
import { startingLineup } from './row.ts';
import { listChoices, notice, verbatim } from '../controls.ts';
import { overlayStyles } from '../../../engine/figure/solids.ts';
import { renderTypeNames, type RenderType } from '../../../engine/figure/render-types.ts';

export const renderPath = '/api/blockgame/render/:render_type/:player/:crop';

const moods = ['calm', 'action', 'silly'] as const;

/** The poses of each mood; all others are calm. */
const posesOf: Readonly<Record<'action' | 'silly', readonly RenderType[]>> = {
  action: [
    'marching',
    'crouching',
    'cheering',
    'pointing',
    'lunging',
    'dungeons',
    'archer',
    'kicking',
    'high_ground',
    'ultimate',
  ],
  silly: ['trudging', 'cowering', 'facepalm', 'dead', 'clown', 'ornament'],
};

function moodOf(pose: RenderType): (typeof moods)[number] {
  return moods.find((mood) => mood !== 'calm' && posesOf[mood].includes(pose)) ?? 'calm';
}

/** Lossless, and half the bytes of PNG. */
const pictureQuery = 'height=256&shadow=true&format=webp';

/** All poses of one player. Each picture links to itself; the script lets readers use the pose above. */
export function gallery(site: Site): Html {
  const { t, wordsFor } = site;
  const player = startingLineup(site.samples)[1]?.value ?? 'Notch';
  const figures = renderTypeNames.map((name) => {
    const target = href(site, `/api/blockgame/render/${name}/${encodeURIComponent(player)}/full`);
    const pose = poseName(site, name);
    return html`<li class="pose" data-pose="${name}" data-mood="${moodOf(name)}">
      <a href="${target}">${laterThumbnail(site, 'poses', name, pose)}</a>
      <p><b>${pose}</b></p>
      <p class="line">${wordsFor(`line_${name}`, '')}</p>
      <p class="pose-tools" hidden>
        <button type="button" class="chip use">
          ${t('use')}<span class="unseen">: ${pose}</span>
        </button>
        <button type="button" class="chip link">
          ${t('copyImageLink')}<span class="unseen">: ${pose}</span>
        </button>
      </p>
    </li> `;
  });
  return html`<section
    class="wrap"
    aria-labelledby="poses"
    id="gallery"
    data-query="${pictureQuery}"
    data-player="${player}"
  >
    <div class="row-head">
      <h2 id="poses">${t('countOfPoses', { count: renderTypeNames.length })}</h2>
      <form class="lookup" id="gallery-form" hidden>
        <span class="pair">
          <label for="gallery-player">${t('player')}</label>
          <input id="gallery-player" list="samples" value="${player}" ${verbatim} />
        </span>
        <span class="pair">
          <label for="gallery-overlay">${t('overlay')}</label>
          <select id="gallery-overlay">
            ${listChoices(overlayStyles.map((style) => [style, t(overlayNames[style])]))}
          </select>
        </span>
        <button class="button small">${t('showPoses')}</button>
      </form>
    </div>
    ${moodChips(site)} ${notice(site, 'gallery-notice')}
    <ul class="poses">
      ${figures}
    </ul>
  </section>`;
}

function moodChips({ t }: Site): Html {
  return html`<div class="moods" id="moods" role="group" aria-label="${t('moods')}" hidden>
    ${(['all', ...moods] as const).map(
      (mood) =>
        html`<button
          type="button"
          class="chip"
          data-mood="${mood}"
          aria-pressed="${String(mood === 'all')}"
        >
          ${t(`mood_${mood}`)}
        </button> `,
    )}
  </div>`;
}
