import { sizes } from '../../../drawing/render-names.ts';
import { html, type Html } from '../html.ts';
import { icon } from '../icons.ts';
import { href, type Site } from '../site.ts';
import { exampleTarget } from '../paths.ts';
import { editor } from './editor.ts';
import {
  compositionPath,
  isFramed,
  lineupQuery,
  lineupRequest,
  previewHeights,
  previewRequest,
  taken,
  usualLook,
  type Lineup,
  type Look,
} from './lineup.ts';
import { lookCard } from './look-card.ts';
import { shareCard } from './share-card.ts';
import { slot } from './slot.ts';
import { startingLineup } from './starting-lineup.ts';

const mostPlaces = 10;
/** What a figure of 512 px takes in a row with names: until the picture has come, its place is kept. */
const [pictureWidthPx, pictureHeightPx] = [302, 564];

/** The stage with the picture, and everything that changes it. A plain form without the script. */
export function composer(site: Site, lineup: Lineup | null): Html {
  const { places, look } = lineup ?? { places: startingLineup(site.samples), look: usualLook };
  const shown = { places, look };
  return html`<form
    id="composer"
    action="${href(site, compositionPath)}"
    data-most="${mostPlaces}"
    ${lineup !== null && html` data-row="${exampleTarget('', { title: '', query: lineupQuery(lineup) })}"`}
    data-samples="${site.samples.join(' ')}"
    data-ours="${startingLineup(site.samples)
      .map(({ value, label }) => `${value} ${label}`)
      .join('\n')}"
  >
    ${stage(site, shown)} ${dock()}
    <div class="wrap bench" id="bench">
      <div class="row-head">
        <h2>Players</h2>
        <p class="hint" id="composer-hint">
          A Minecraft name, a UUID, the address of a skin or a skin file. Paste a whole list,
          <code>/list</code> or <code>whitelist.json</code> into any field.
        </p>
      </div>
      <ol class="slots" id="slots">
        ${places.slice(0, mostPlaces).map((place, index) => slot(place, index, html` required`))}
      </ol>
      <template id="slot-template">${slot({ value: '', label: '' }, 0, null)}</template>
      <div class="actions">
        <button type="button" class="button" id="add" hidden>${icon('plus')} Add a player</button>
        <button type="button" class="button" id="shuffle" hidden>
          ${icon('dice')} Surprise me
        </button>
        <button type="button" class="button" id="undo" disabled hidden>Undo</button>
        <button type="button" class="button" id="redo" disabled hidden>Redo</button>
        <button type="button" class="button" id="clear" hidden>Clear</button>
        <button type="submit" class="button" id="draw">Draw it</button>
        <span class="count" id="count"></span>
      </div>
      <div class="columns">
        ${lookCard(site, look)} ${shareCard(site, lineupRequest('', shown).url)}
      </div>
    </div>
    ${editor(site)} ${sampleList(site)}
  </form>`;
}

function stage(site: Site, { places, look }: Lineup): Html {
  const names = taken(places).map(({ place }) => place.label || place.value);
  const urls = previewHeights.map(({ media, heightPx: mostPx }) => ({
    media,
    url: previewRequest(site.basePath, { places, look }, mostPx).url,
  }));
  const last = urls.at(-1);
  const sources = urls
    .filter(({ url }) => url !== last?.url)
    .map(
      ({ media, url }) => html`<source media="${media}" srcset="${url.replaceAll(',', '%2C')}" />`,
    );
  const [widthPx, heightPx] = isFramed(look)
    ? frameSize(look)
    : [places.length * pictureWidthPx, pictureHeightPx];
  return html`<section class="stage" aria-label="The picture">
    <div class="sky" aria-hidden="true">
      <i class="sun"></i><i class="clouds"></i><i class="clouds far"></i>
    </div>
    <div class="wrap pitch">
      <h1>Line them up.</h1>
      <p>
        Up to ten Minecraft skins in, <b>one picture</b> out. Free, open, no key: paste the link
        anywhere.
      </p>
      <label class="quick" id="quick-field" hidden
        ><span class="unseen">Add players</span
        ><input
          id="quick"
          placeholder="Type a player and press Enter"
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          enterkeyhint="go"
      /></label>
    </div>
    <div class="cast${isFramed(look) ? ' framed' : ''}" id="cast">
      <div class="roll" id="roll">
        <picture
          >${sources}<img
            id="picture"
            src="${last?.url ?? ''}"
            alt="Side by side: ${names.join(', ')}"
            width="${widthPx}"
            height="${heightPx}"
            fetchpriority="high"
        /></picture>
        <div class="figures" id="figures" aria-hidden="true" hidden></div>
      </div>
    </div>
    <div class="notice" id="notice" hidden>
      <p></p>
      <button type="button" class="button small" hidden>Try again</button>
    </div>
    <div class="drop" id="drop" aria-hidden="true" hidden><p>Drop the skin here</p></div>
  </section>`;
}

/** The picture once more, small, for as long as the stage is out of sight. */
function dock(): Html {
  return html`<aside class="dock" id="dock" aria-label="The picture, small" hidden>
    <img id="docked" alt="" />
    <div class="dock-actions" id="dock-actions">
      <button type="button" class="button small" data-act="share" hidden>Share</button>
      <button type="button" class="button small" data-act="copy-link" hidden>Copy link</button>
      <button type="button" class="button small" data-act="copy-image" hidden>Copy image</button>
      <button type="button" class="button small" data-act="download" hidden>Download</button>
    </div>
  </aside>`;
}

function sampleList({ samples }: Site): Html {
  return html`<datalist id="samples">
    ${samples.map((name) => html`<option value="${name}"></option>`)}
  </datalist>`;
}

/** What a picture with a size of its own takes; the usual one where it is not known. */
function frameSize({ options: { size = 'og' } }: Look): readonly [number, number] {
  const named: Readonly<Record<string, readonly [number, number]>> = sizes;
  const [width, height] = size.split(/[x×]/).map(Number);
  return named[size] ?? [width || sizes.og[0], height || sizes.og[1]];
}
