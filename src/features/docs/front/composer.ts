import { cropsOf, renderTypeNames } from '../../../drawing/render-names.ts';
import { codeBlock } from '../code.ts';
import { html, type Html } from '../html.ts';
import { icon } from '../icons.ts';
import { exampleTarget } from '../paths.ts';
import { href, type Site } from '../site.ts';
import { languageNames, languages, snippet } from '../snippets.ts';
import { lineupExample, startingLineup, type Place } from './starting-lineup.ts';

export const compositionPath = '/api/blockgame/render/composition';
const mostPlaces = 10;
/** What a figure of 512 px takes in a row with names: until the picture has come, its place is kept. */
const [pictureWidthPx, pictureHeightPx] = [302, 564];

/** The stage with the picture, and everything that changes it. A plain form without the script. */
export function composer(site: Site): Html {
  const places = startingLineup(site.samples);
  const target = exampleTarget(compositionPath, lineupExample(places));
  return html`<form
    id="composer"
    action="${href(site, compositionPath)}"
    data-most="${mostPlaces}"
    data-samples="${site.samples.join(' ')}"
    data-ours="${startingLineup(site.samples)
      .map(({ value, label }) => `${value} ${label}`)
      .join('\n')}"
  >
    ${stage(site, target, places)} ${dock()}
    <div class="wrap bench" id="bench">
      <div class="row-head">
        <h2>Players</h2>
        <p class="hint" id="composer-hint">
          A Minecraft name, a UUID, the address of a skin or a skin file. Paste a whole list,
          <code>/list</code> or <code>whitelist.json</code> into any field.
        </p>
      </div>
      <ol class="slots" id="slots">
        ${places.map((place, index) => slot(place, index, html` required`))}
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
      <div class="columns">${options()} ${share(site, target)}</div>
    </div>
    ${sampleList(site)}
  </form>`;
}

function stage(site: Site, target: string, places: readonly Place[]): Html {
  const names = places.map(({ label }) => label).join(', ');
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
    <div class="cast" id="cast">
      <div class="roll" id="roll">
        <img
          id="picture"
          src="${href(site, target)}"
          alt="Side by side: ${names}"
          width="${places.length * pictureWidthPx}"
          height="${pictureHeightPx}"
          fetchpriority="high"
        />
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
      <a class="button small" id="dock-download" download="lineup.png">Download</a>
    </div>
  </aside>`;
}

/** @param demand what the browser sees to without the script: an empty place would be refused */
function slot({ value, label }: Place, index: number, demand: Html | null): Html {
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
    <div class="tools" hidden>
      <label class="tool file" title="Choose a skin file"
        ><input
          type="file"
          accept="image/png"
          aria-label="Skin file of player ${number}"
        />${icon('upload')}</label
      >
      <button type="button" class="tool remove" aria-label="Remove player ${number}" title="Remove">
        ${icon('cross')}
      </button>
    </div>
    <p class="problem" hidden></p>
  </li> `;
}

function options(): Html {
  const poses = renderTypeNames.map(
    (name) =>
      html`<option value="${name}" data-crops="${cropsOf(name).join(' ')}">
        ${poseName(name)}
      </option>`,
  );
  return html`<fieldset class="card options">
    <legend>Look</legend>
    <label class="field"
      ><span>Pose</span
      ><select name="render_type" id="pose">
        ${poses}
      </select></label
    >
    <div class="field" role="radiogroup" aria-labelledby="crop-name">
      <span id="crop-name">Crop</span
      ><span class="segments">
        <label><input type="radio" name="crop" value="full" checked /><span>Full</span></label
        ><label><input type="radio" name="crop" value="bust" /><span>Bust</span></label
        ><label><input type="radio" name="crop" value="face" /><span>Face</span></label>
      </span>
    </div>
    <div class="field">
      <label for="height">Height</label
      ><span class="range"
        ><input
          type="range"
          name="height"
          id="height"
          min="16"
          max="1024"
          step="1"
          value="512"
        /><span class="exact" id="height-shown" hidden
          ><input
            type="number"
            id="height-exact"
            aria-label="Height in pixels"
            min="16"
            max="1024"
            step="1"
          />
          px</span
        ></span
      >
    </div>
    <label class="switch" hidden
      ><input type="checkbox" id="names" checked /><span>Names below the players</span></label
    >
  </fieldset>`;
}

/** `criss_cross` → `Criss cross`. */
export function poseName(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function share(site: Site, target: string): Html {
  const url = `${site.baseUrl}${target}`;
  const request = {
    method: 'GET',
    url,
    answer: 'picture',
    fileName: 'lineup.png',
    alt: 'A lineup',
  } as const;
  const panels = languages.map((language) => [
    language,
    languageNames[language],
    snippet(language, request),
  ]);
  return html`<section class="card share" aria-labelledby="share-head">
    <h2 id="share-head">Share it</h2>
    <div class="tabs" data-tabs="Use it" id="share">
      ${[['url', 'Image link', url], ...panels].map(
        ([key = '', name = '', text = '']) =>
          html`<section class="panel" id="share-${key}" data-tab="${name}">
            <h3>${name}</h3>
            ${codeBlock(text, name)}
          </section> `,
      )}
    </div>
    <p class="hint" id="share-hint" hidden></p>
    <div class="take" id="take">
      <a class="button primary" id="download" href="${href(site, target)}" download="lineup.png"
        >${icon('download')} Download PNG</a
      >
      <button type="button" class="button" data-act="copy-link" hidden>Copy link</button>
      <button type="button" class="button" data-act="copy-image" hidden>Copy image</button>
      <button type="button" class="button" data-act="share" hidden>Share</button>
    </div>
    <p class="hint" id="facts-of"></p>
  </section>`;
}

function sampleList({ samples }: Site): Html {
  return html`<datalist id="samples">
    ${samples.map((name) => html`<option value="${name}"></option>`)}
  </datalist>`;
}
