import {
  arrangementNames,
  cropsOf,
  overlayStyles,
  renderTypeNames,
  sceneNames,
  sizes,
} from '../../../drawing/render-names.ts';
import { html, type Html } from '../html.ts';
import type { Site } from '../site.ts';
import type { Look, OptionName } from './lineup.ts';
import { laterThumbnail, thumbnail, wordsOf } from './thumbnails.ts';

/** What a size is good for, as people look for it. */
const sizeUses = {
  og: 'Post or preview',
  banner: 'Server banner',
  square: 'Square',
  video: 'Video cover',
  'server-list': 'Server list',
} as const satisfies Record<keyof typeof sizes, string>;

const overlayNames: Readonly<Record<string, string>> = { flat: 'Flat', raised: '3D', none: 'Off' };

const outlines = [
  ['', 'None'],
  ['ffffff', 'White'],
  ['221a38', 'Dark'],
  ['ffd166', 'Gold'],
  ['e4572e', 'Red'],
  ['3d8bfd', 'Blue'],
] as const;

const presets = {
  line: 'Line',
  podium: 'Podium',
  team: 'Team photo',
  stairs: 'Stairs',
  teams: 'Two teams',
} as const;

/** How the picture looks: everything but who is in it. */
export function lookCard(site: Site, look: Look): Html {
  return html`<fieldset class="card options" id="look">
    <legend>Look</legend>
    <div class="presets" id="presets" role="group" aria-label="Presets" hidden>
      ${Object.entries(presets).map(
        ([name, text]) =>
          html`<button type="button" class="chip" data-preset="${name}">${text}</button> `,
      )}
    </div>
    ${scenePicker(site, look)} ${arrangementPicker(site, look)}
    <div class="fields-row">${poseField(look)} ${cropField(look)}</div>
    <details class="fold picker" id="pose-pictures" hidden>
      <summary>Pick a pose from pictures</summary>
      ${poseGrid(site, 'Pose of everyone')}
    </details>
    <div class="fields-row">
      ${segments('facing', 'Facing', look, [
        ['same', 'Same way'],
        ['centre', 'Middle'],
      ])}
      ${segments(
        'overlay',
        'Second layer',
        look,
        overlayStyles.map((style) => [style, overlayNames[style] ?? wordsOf(style)]),
      )}
    </div>
    <div class="fields-row">
      ${textField('title', 'Title', 'Our server', look)}
      ${textField('subtitle', 'Subtitle', 'play.example.org', look)}
    </div>
    <fieldset class="fields-row scripted" disabled hidden>
      ${sizeField(look)} ${outlineField(look)}
    </fieldset>
    ${heightField(look)} ${nameSwitches(look)}
  </fieldset>`;
}

function scenePicker(site: Site, look: Look): Html {
  return thumbnails('scene', 'Scene', look, [
    ['none', html`<span class="nothing"></span>Transparent`],
    ...sceneNames.map(
      (name) => [name, html`${laterThumbnail(site, 'scenes', name)}${wordsOf(name)}`] as const,
    ),
  ]);
}

function arrangementPicker(site: Site, look: Look): Html {
  return thumbnails(
    'arrangement',
    'Arrangement',
    look,
    arrangementNames.map(
      (name) =>
        [name, html`${laterThumbnail(site, 'arrangements', name)}${wordsOf(name)}`] as const,
    ),
  );
}

type Choice = readonly [value: string, shown: Html | string];

/** Radios, of which the first is what the service does by itself. */
function radios(
  name: OptionName,
  look: Look,
  { choices, part }: { readonly choices: readonly Choice[]; readonly part: string },
): Html[] {
  const usual = choices[0]?.[0] ?? '';
  const chosen = look.options[name] ?? usual;
  return choices.map(
    ([value, shown]) =>
      html`<label class="${part}"
        ><input
          type="radio"
          name="${name}"
          value="${value}"
          data-option="${name}"
          data-usual="${usual}"
          ${value === chosen && html` checked`}
        /><span>${shown}</span></label
      >`,
  );
}

function thumbnails(name: OptionName, title: string, look: Look, choices: readonly Choice[]): Html {
  return html`<div class="field" role="radiogroup" aria-labelledby="${name}-name">
    <span id="${name}-name">${title}</span>
    <span class="thumbs">${radios(name, look, { choices, part: 'thumb' })}</span>
  </div>`;
}

function segments(name: OptionName, title: string, look: Look, choices: readonly Choice[]): Html {
  return html`<div class="field" role="radiogroup" aria-labelledby="${name}-name">
    <span id="${name}-name">${title}</span>
    <span class="segments">${radios(name, look, { choices, part: 'segment' })}</span>
  </div>`;
}

/** @param chosen the one that is chosen; `null` where none need be */
export function poseOptions(chosen: string | null): Html[] {
  return renderTypeNames.map(
    (name) =>
      html`<option
        value="${name}"
        data-crops="${cropsOf(name).join(' ')}"
        ${name === chosen && html` selected`}
      >
        ${wordsOf(name)}
      </option>`,
  );
}

function poseField({ renderType }: Look): Html {
  return html`<label class="field"
    ><span>Pose</span
    ><select name="render_type" id="pose">
      ${poseOptions(renderType)}
    </select></label
  >`;
}

/** Every pose as a button with its picture. */
export function poseGrid(site: Site, label: string): Html {
  return html`<div class="pose-grid" role="group" aria-label="${label}">
    ${renderTypeNames.map(
      (name) =>
        html`<button type="button" data-pick="${name}" title="${wordsOf(name)}">
          ${thumbnail(site, 'poses', name, wordsOf(name))}
        </button>`,
    )}
  </div>`;
}

function cropField({ crop }: Look): Html {
  const crops = [
    ['full', 'Full'],
    ['bust', 'Bust'],
    ['face', 'Face'],
  ] as const;
  return html`<div class="field" role="radiogroup" aria-labelledby="crop-name">
    <span id="crop-name">Crop</span
    ><span class="segments">
      ${crops.map(
        ([value, text]) =>
          html`<label
            ><input
              type="radio"
              name="crop"
              value="${value}"
              ${value === crop && html` checked`}
            /><span>${text}</span></label
          >`,
      )}
    </span>
  </div>`;
}

function textField(name: OptionName, title: string, example: string, look: Look): Html {
  return html`<label class="field"
    ><span>${title}</span
    ><input
      name="${name}"
      data-option="${name}"
      value="${look.options[name] ?? ''}"
      maxlength="80"
      placeholder="${example}"
      autocomplete="off"
  /></label>`;
}

function sizeField({ options: { size = '' } }: Look): Html {
  const named = Object.entries(sizes).map(([name, [width, height]]) => ({ name, width, height }));
  const uses: Readonly<Record<string, string>> = sizeUses;
  return html`<label class="field"
    ><span>Size</span
    ><select data-option="size">
      <option value="">As it comes</option>
      ${named.map(
        ({ name, width, height }) =>
          html`<option value="${name}" ${name === size && html` selected`}>
            ${uses[name] ?? name}, ${width}×${height}
          </option>`,
      )}
    </select></label
  >`;
}

function outlineField(look: Look): Html {
  return html`<div class="field" role="radiogroup" aria-labelledby="outline-name">
    <span id="outline-name">Outline</span>
    <span class="swatches"
      >${radios('outline', look, {
        choices: outlines.map(([value, text]) => [
          value,
          html`<span class="unseen">${text}</span>`,
        ]),
        part: 'swatch',
      })}</span
    >
  </div>`;
}

function heightField({ heightPx }: Look): Html {
  return html`<div class="field" id="height-field">
    <label for="height">Height of a player</label
    ><span class="range"
      ><input
        type="range"
        name="height"
        id="height"
        min="16"
        max="1024"
        step="1"
        value="${heightPx}"
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
  </div>`;
}

function nameSwitches({ hasNames, options }: Look): Html {
  return html`<div class="switches">
    <label class="switch" hidden
      ><input type="checkbox" id="names" ${hasNames && html` checked`} /><span
        >Names below the players</span
      ></label
    >
    <label class="switch" hidden
      ><input
        type="checkbox"
        id="plates"
        value="plate"
        data-option="labels"
        ${options.labels === 'plate' && html` checked`}
      /><span>Names on plates</span></label
    >
  </div>`;
}
