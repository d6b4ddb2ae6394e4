import { html, prose, type Html } from '../html.ts';
import { hasRoute, href, type Site } from '../site.ts';
import { exampleTarget } from '../paths.ts';
import { editor } from './editor.ts';
import {
  compositionPath,
  isFramed,
  isThing,
  lineupQuery,
  lineupRequest,
  maxItems,
  taken,
  type Lineup,
  type Item,
} from './lineup.ts';
import { renderPath } from './gallery.ts';
import { lookCard } from './look-card.ts';
import { previewRequest, previews, sizeOf, widestBeside } from './preview.ts';
import { widgetPath } from './server-card.ts';
import { actButtons, shareCard, stageTake } from './share-card.ts';
import type { Translate } from '../messages/messages.ts';
import { openingLineup, startingLineup } from './row.ts';
import { icon, notice, sky, verbatim } from '../controls.ts';

/** Size of a row with one named figure of 512 px: the space reserved for the picture. */
const [pictureWidthPx, pictureHeightPx] = [302, 564];

/** The stage with the picture, and all its controls; a plain form without the script. */
export function composer(site: Site, lineup: Lineup | null): Html {
  const shown = lineup ?? openingLineup(site.samples);
  const { items } = shown;
  const { t } = site;
  return html`<form
    id="composer"
    action="${href(site, compositionPath)}"
    data-most="${maxItems}"
    ${lineup !== null && html` data-row="${exampleTarget('', { title: '', query: lineupQuery(lineup) })}"`}
    data-samples="${site.samples.join(' ')}"
    data-ours="${startingLineup(site.samples)
      .map(({ value, label }) => `${value} ${label}`)
      .join('\n')}"
  >
    ${stage(site, lineup)} ${dock(site)}
    <div class="wrap bench" id="bench">
      <div class="row-head">
        <h2>${t('players')}</h2>
        <p class="hint" id="composer-hint">${prose(t('playersHint'))}</p>
      </div>
      <ol class="slots" id="slots">
        ${items.map((item, index) => slot(t, { item, index, demand: html` required` }))}
      </ol>
      <template id="slot-template"
        >${slot(t, { item: { value: '', label: '' }, index: 0, demand: null })}</template
      >
      <div class="actions">
        <button type="button" class="button" id="add" hidden>
          ${icon('plus')} ${t('addPlayer')}
        </button>
        <button type="button" class="button" id="add-roblox" hidden>
          ${icon('plus')} ${t('addRoblox')}
        </button>
        <button type="button" class="button" id="shuffle" hidden>
          ${icon('dice')} ${t('surpriseMe')}
        </button>
        <button type="button" class="button" id="undo" disabled hidden>${t('undo')}</button>
        <button type="button" class="button" id="redo" disabled hidden>${t('redo')}</button>
        <button type="button" class="button" id="clear" hidden>${t('clear')}</button>
        <button type="submit" class="button" id="draw">${t('drawIt')}</button>
        <span class="count" id="count"></span>
      </div>
      <p class="recent" id="recent" hidden>
        <b>${t('recent')}</b> <span id="recent-names"></span>
        <button type="button" class="chip" id="forget">${t('forget')}</button>
      </p>
      <div class="columns">${lookCard(site, shown)} ${shareCard(site, shown)}</div>
    </div>
    ${editor(site)}
    <datalist id="samples">
      ${site.samples.map((name) => html`<option value="${name}"></option>`)}
    </datalist>
  </form>`;
}

/** The picture for each size of screen; what the page opens on is at night where the page is. */
function stagePictures(site: Site, lineup: Lineup | null) {
  const { samples, basePath } = site;
  const night = { where: '(prefers-color-scheme: dark)', shown: openingLineup(samples, 'night') };
  const day = { where: 'all', shown: lineup ?? openingLineup(samples) };
  return [...(lineup === null ? [night] : []), day].flatMap(({ where, shown }) =>
    previews.map((preview) => ({
      media: [where, preview.media].filter((part) => part !== 'all').join(' and ') || 'all',
      url: previewRequest(basePath, shown, preview).url,
    })),
  );
}

/** @param lineup `null` for what the page opens on */
function stage(site: Site, lineup: Lineup | null): Html {
  const { t } = site;
  const shown = lineup ?? openingLineup(site.samples);
  const { items, look } = shown;
  const names = taken(items).map(({ item }) => item.label || item.value);
  const urls = stagePictures(site, lineup);
  const last = urls.at(-1);
  const sources = urls
    .filter(({ url }) => url !== last?.url)
    .map(
      ({ media, url }) => html`<source media="${media}" srcset="${url.replaceAll(',', '%2C')}" />`,
    );
  const [widthPx, heightPx] = sizeOf(shown) ?? [items.length * pictureWidthPx, pictureHeightPx];
  return html`<section class="stage" aria-label="${t('stageName')}">
    ${sky} ${pitch(site)}
    <div
      class="cast${isFramed(look) ? ' framed' : ''}${isThing(look) ? ' thing' : ''}${widthPx > heightPx * widestBeside ? ' wide' : ''}"
      id="cast"
    >
      <p class="making" id="making" hidden>
        <span data-drawing="${t('drawing')}"></span>
        <button type="button" class="chip" hidden>${t('cancel')}</button>
      </p>
      <div class="roll" id="roll">
        <picture
          >${sources}<img
            id="picture"
            src="${last?.url ?? ''}"
            alt="${t('pictureAlt', { names: names.join(', ') })}"
            width="${widthPx}"
            height="${heightPx}"
            fetchpriority="high"
        /></picture>
        <div class="figures" id="figures" aria-hidden="true" hidden></div>
        ${typedOver(site)}
      </div>
      <button type="button" class="button small play" id="play" hidden>
        ${icon('play')} ${t('play')}
      </button>
      ${stageTake(site, lineupRequest('', shown).url)}
    </div>
    <div class="drop" id="drop" aria-hidden="true" hidden><p>${t('dropHere')}</p></div>
  </section>`;
}

/** What the page is for, and the field to begin with. */
function pitch(site: Site): Html {
  const { t } = site;
  return html`<div class="wrap pitch">
    <h1>${t('stageHeading')}</h1>
    <p>${prose(t('stageLead'))}</p>
    <label class="quick" id="quick-field" hidden
      ><span class="unseen">${t('quickName')}</span
      ><input id="quick" placeholder="${t('quickPlaceholder')}" ${verbatim} enterkeyhint="go"
    /></label>
    ${jumps(site)} ${notice(site, 'notice', 'notice')}
  </div>`;
}

/** Links to what is further down. */
function jumps(site: Site): Html {
  const { t } = site;
  const all = [
    ['#bench', t('players'), compositionPath],
    ['#share-it', t('share'), compositionPath],
    ['#gallery', t('jumpPoses'), renderPath],
    ['#server', t('jumpCards'), widgetPath],
    ['#code', 'API', compositionPath],
  ] as const;
  return html`<nav class="jumps" aria-label="${t('onThisPage')}">
    ${all
      .filter(([, , path]) => hasRoute(site, path))
      .map(([target, name]) => html`<a href="${target}">${name}</a> `)}
  </nav>`;
}

/** The field for editing names in the picture, and the button for adding players. */
function typedOver({ t }: Site): Html {
  return html`<button
      type="button"
      class="plus"
      id="add-here"
      title="${t('addPlayer')}"
      aria-hidden="true"
      tabindex="-1"
      hidden
    >
      ${icon('plus')}
    </button>
    <input id="retype" class="retype" ${verbatim} enterkeyhint="done" hidden />`;
}

/** A small copy of the picture while the stage is out of view. */
function dock({ t }: Site): Html {
  return html`<aside class="dock" id="dock" aria-label="${t('dockName')}" hidden>
    <img id="docked" alt="" />
    <div class="dock-actions" id="dock-actions">
      ${actButtons(t, ['share', 'copy-image-link', 'copy-image', 'download'], 'button small')}
    </div>
  </aside>`;
}

type Slot = {
  readonly item: Item;
  readonly index: number;
  /** Required without the script: the form must not be empty. */
  readonly demand: Html | null;
};

function slot(t: Translate, { item: { value, label, own }, index, demand }: Slot): Html {
  const number = index + 1;
  const written = html`class="label" maxlength="64" autocomplete="off"`;
  return html`<li class="slot">
    <button type="button" class="grip" title="${t('moveTitle')}" hidden>${icon('grip')}</button>
    <span class="face" aria-hidden="true"><img alt="" width="48" height="48" hidden /></span>
    <div class="inputs">
      ${input(
        t('playerNumber', { number }),
        html`name="value" value="${value}" list="samples" placeholder="${t('valuePlaceholder')}"
        ${verbatim} enterkeyhint="next" ${demand}`,
      )}
      ${input(
        t('labelOf', { number }),
        html`name="label" value="${label}" placeholder="${t('labelPlaceholder')}" ${written}`,
      )}
      ${input(
        t('captionOf', { number }),
        html`name="caption" value="${own?.caption ?? ''}" placeholder="${t('captionPlaceholder')}"
        ${written}`,
      )}
    </div>
    ${slotTools(t, number)}
    <p class="own hint" hidden></p>
    <p class="problem" hidden></p>
  </li> `;
}

function input(said: string, attributes: Html): Html {
  return html`<label><span class="unseen">${said}</span><input ${attributes} /></label>`;
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
    ${tool('edit', t('moreOfPlayer', { number }), t('moreTitle'), icon('pose'))}
    ${tool('remove', t('removePlayer', { number }), t('remove'), icon('cross'))}
  </div>`;
}

function tool(name: string, label: string, title: string, shown: Html): Html {
  return html`<button type="button" class="tool ${name}" aria-label="${label}" title="${title}">
    ${shown}
  </button>`;
}
