import {
  arrangementNames,
  cropsOf,
  groupPoses,
  overlayStyles,
  renderTypeNames,
  sceneNames,
  sizes,
  type OverlayStyle,
  type SizeName,
} from '../../../options/render-names.ts';
import { html, type Html } from '../html.ts';
import type { MessageKey } from '../messages/messages.ts';
import { radioRow } from '../radio-row.ts';
import type { Site } from '../site.ts';
import type { Look, OptionName } from './lineup.ts';
import { laterThumbnail, thumbnail, wordsOf } from './thumbnails.ts';

/** Names of the overlay styles on the pages. */
export const overlayNames = {
  flat: 'overlayFlat',
  raised: 'overlayRaised',
  none: 'overlayNone',
} as const satisfies Record<OverlayStyle, MessageKey>;

const outlines = [
  ['', 'outlineNone'],
  ['ffffff', 'outlineWhite'],
  ['221a38', 'coloursDark'],
  ['ffd166', 'outlineGold'],
  ['e4572e', 'outlineRed'],
  ['3d8bfd', 'outlineBlue'],
] as const satisfies readonly (readonly [string, MessageKey])[];

const presets = [
  ['line', 'presetLine'],
  ['podium', 'arrangement_podium'],
  ['team', 'presetTeam'],
  ['stairs', 'arrangement_stairs'],
  ['teams', 'presetTeams'],
] as const satisfies readonly (readonly [string, MessageKey])[];

/** The look of the picture: everything except its players. */
export function lookCard(site: Site, look: Look): Html {
  const { t } = site;
  return html`<fieldset class="card options" id="look">
    <legend>${t('look')}</legend>
    <div class="presets" id="presets" role="group" aria-label="${t('presets')}" hidden>
      ${presets.map(
        ([name, key]) =>
          html`<button type="button" class="chip" data-preset="${name}">${t(key)}</button> `,
      )}
    </div>
    ${scenePicker(site, look)} ${arrangementPicker(site, look)}
    <div class="fields-row">${poseField(site, look)} ${cropField(site, look)}</div>
    <details class="fold picker" id="pose-pictures" hidden>
      <summary>${t('posePictures')}</summary>
      ${poseGrid(site, t('poseOfAll'))}
    </details>
    <div class="fields-row">
      ${choiceRow('facing', t('facing'), look, {
        row: 'segments',
        part: 'segment',
        choices: [
          ['same', t('facingSame')],
          ['centre', t('facingCentre')],
        ],
      })}
      ${choiceRow('overlay', t('overlay'), look, {
        row: 'segments',
        part: 'segment',
        choices: overlayStyles.map((style) => [style, t(overlayNames[style])]),
      })}
    </div>
    <div class="fields-row">
      ${textField('title', t('title'), t('titleExample'), look)}
      ${textField('subtitle', t('subtitle'), 'play.example.org', look)}
    </div>
    <fieldset class="fields-row scripted" disabled hidden>
      ${sizeField(site, look)} ${outlineField(site, look)}
    </fieldset>
    ${heightField(site, look)} ${nameSwitches(site, look)}
  </fieldset>`;
}

function scenePicker(site: Site, look: Look): Html {
  const scenes = sceneNames.map((name): Choice => {
    return [
      name,
      html`${laterThumbnail(site, 'scenes', name)}${site.wordsFor(`scene_${name}`, wordsOf(name))}`,
    ];
  });
  const none: Choice = ['none', html`<span class="nothing"></span>${site.t('scene_none')}`];
  return choiceRow('scene', site.t('scene'), look, {
    row: 'thumbs',
    part: 'thumb',
    choices: [none, ...scenes],
  });
}

function arrangementPicker(site: Site, look: Look): Html {
  const choices = arrangementNames.map((name): Choice => {
    const picture = laterThumbnail(site, 'arrangements', name);
    return [name, html`${picture}${site.wordsFor(`arrangement_${name}`, wordsOf(name))}`];
  });
  return choiceRow('arrangement', site.t('arrangement'), look, {
    row: 'thumbs',
    part: 'thumb',
    choices,
  });
}

type Choice = readonly [value: string, shown: Html | string];

/** The choices of an option, the first of which is the default; `row` and `part` are style classes. */
function choiceRow(
  name: OptionName,
  title: string,
  look: Look,
  own: { readonly row: string; readonly part: string; readonly choices: readonly Choice[] },
): Html {
  const usual = own.choices[0]?.[0] ?? '';
  const chosen = look.options[name] ?? usual;
  const option = html`data-option="${name}" data-usual="${usual}"`;
  return radioRow({ ...own, name, title, chosen, option });
}

/** @param chosen the selected pose, or `null` */
export function poseOptions(
  site: Site,
  chosen: string | null,
  names: readonly (typeof groupPoses)[number][] = renderTypeNames,
): Html[] {
  return names.map(
    (name) =>
      html`<option
        value="${name}"
        data-crops="${cropsOf(name === 'varied' ? 'default' : name).join(' ')}"
        ${name === chosen && html` selected`}
      >
        ${poseName(site, name)}
      </option>`,
  );
}

function poseField(site: Site, { renderType }: Look): Html {
  return html`<label class="field"
    ><span>${site.t('pose')}</span
    ><select name="render_type" id="pose">
      ${poseOptions(site, renderType, groupPoses)}
    </select></label
  >`;
}

/** All poses as buttons with pictures. */
export function poseGrid(site: Site, label: string): Html {
  return html`<div class="pose-grid" role="group" aria-label="${label}">
    ${renderTypeNames.map(
      (name) =>
        html`<button type="button" data-pick="${name}" title="${poseName(site, name)}">
          ${thumbnail(site, 'poses', name, poseName(site, name))}
        </button>`,
    )}
  </div>`;
}

/** The name of a pose in the reader's language. */
export function poseName({ wordsFor }: Site, name: (typeof groupPoses)[number]): string {
  return wordsFor(`pose_${name}`, wordsOf(name));
}

function cropField({ t }: Site, { crop }: Look): Html {
  const choices = [
    ['full', t('cropFull')],
    ['bust', t('cropBust')],
    ['face', t('cropFace')],
  ] as const;
  return radioRow({ name: 'crop', title: t('crop'), row: 'segments', choices, chosen: crop });
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

const sizeNames = Object.keys(sizes).filter((name): name is SizeName => Object.hasOwn(sizes, name));

function sizeField({ t }: Site, { options: { size = '' } }: Look): Html {
  return html`<label class="field"
    ><span>${t('size')}</span
    ><select data-option="size">
      <option value="">${t('sizeUsual')}</option>
      ${sizeNames.map(
        (name) =>
          html`<option value="${name}" ${name === size && html` selected`}>
            ${t(`size_${name}`)}, ${sizes[name].join('×')}
          </option>`,
      )}
    </select></label
  >`;
}

function outlineField({ t }: Site, look: Look): Html {
  const choices = outlines.map(([value, key]): Choice => {
    return [value, html`<span class="unseen">${t(key)}</span>`];
  });
  return choiceRow('outline', t('outline'), look, { row: 'swatches', part: 'swatch', choices });
}

function heightField({ t }: Site, { heightPx }: Look): Html {
  return html`<div class="field" id="height-field">
    <label for="height">${t('height')}</label
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
          aria-label="${t('heightExact')}"
          min="16"
          max="1024"
          step="1"
        />
        px</span
      ></span
    >
  </div>`;
}

function nameSwitches({ t }: Site, { hasNames, options }: Look): Html {
  return html`<div class="switches">
    <label class="switch" hidden
      ><input type="checkbox" id="names" ${hasNames && html` checked`} /><span
        >${t('namesBelow')}</span
      ></label
    >
    <label class="switch" hidden
      ><input
        type="checkbox"
        id="plates"
        value="plate"
        data-option="labels"
        ${options.labels === 'plate' && html` checked`}
      /><span>${t('namesOnPlates')}</span></label
    >
  </div>`;
}
