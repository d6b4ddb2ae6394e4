import { html, type Html } from '../html.ts';
import type { MessageKey } from '../messages/messages.ts';
import { radioRow } from '../controls.ts';
import type { Site } from '../site.ts';
import type { Look, OptionName } from './lineup.ts';
import {
  earsField,
  heldItemField,
  heldItemGrid,
  laterThumbnail,
  motionField,
  motionGrid,
  poseGrid,
  poseOptions,
  wordsOf,
} from './pickers.ts';
import { arrangementNames } from '../../../engine/scenes/layout/arrangements.ts';
import { overlayStyles, type OverlayStyle } from '../../../engine/figure/held-item-names.ts';
import { sceneNames, sizes, type SizeName } from '../../../engine/scenes/layout/sizes.ts';
import { groupPoses } from '../../../engine/options/figure-values.ts';

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

function fold(id: string, summary: string, content: Html): Html {
  return html`<details class="fold picker" id="${id}" hidden>
    <summary>${summary}</summary>
    ${content}
  </details>`;
}

/** The look of the picture: everything except its players. */
export function lookCard(site: Site, look: Look): Html {
  const { t } = site;
  return html`<fieldset class="card options" id="look">
    <legend>${t('look')}</legend>
    <div class="presets" id="presets" role="group" aria-label="${t('presets')}" hidden>
      <b>${t('startFrom')}</b>
      ${presets.map(
        ([name, key]) =>
          html`<button type="button" class="chip" data-preset="${name}">${t(key)}</button> `,
      )}
    </div>
    ${scenePicker(site, look)} ${arrangementPicker(site, look)}
    <div class="fields-row">${poseField(site, look)} ${cropField(site, look)}</div>
    ${fold('pose-pictures', t('posePictures'), poseGrid(site, t('poseOfAll')))}
    <fieldset class="fields-row scripted" disabled hidden>
      ${motionField(site, 'option')} ${heldItemField(site, 'option', 'hold')}
    </fieldset>
    ${fold('motion-pictures', t('motionPictures'), motionGrid(site, t('motionOfAll')))}
    ${fold('thing-pictures', t('thingPictures'), heldItemGrid(site, t('thingOfAll')))}
    <fieldset class="fields-row scripted" disabled hidden>
      ${heldItemField(site, 'option', 'hold_left')} ${earsField(site, 'option')}
    </fieldset>
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
      html`${laterThumbnail(site, 'scenes', name, '', `scene ${name}`)}${site.wordsFor(`scene_${name}`, wordsOf(name))}`,
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
  const fallback = own.choices[0]?.[0] ?? '';
  const chosen = look.options[name] ?? fallback;
  const option = html`data-option="${name}" data-default="${fallback}"`;
  return radioRow({ ...own, name, title, chosen, option });
}

function poseField(site: Site, { renderType }: Look): Html {
  return html`<label class="field"
    ><span>${site.t('pose')}</span
    ><select name="render_type" id="pose">
      ${poseOptions(site, renderType, groupPoses)}
    </select></label
  >`;
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

type Size = {
  readonly value: string;
  readonly shown: readonly [widthPx: number, heightPx: number];
  readonly key: `size_${SizeName}` | `size_${'discord' | 'github' | 'youtube'}`;
  /** What the platform takes at most. */
  readonly maxBytes?: number;
};

/**
 * Sizes by where they go, and what goes there: the banner of a Discord server is 960×540 and at most 10 MB
 * (discord.dog, whop.com); the social preview of a GitHub repository 1280×640 and under 1 MB (“Customizing
 * your repository's social media preview”, docs.github.com); the banner of a YouTube channel at least
 * 2048×1152 and 6 MB or less (“Manage your channel branding”, support.google.com); a story 1080×1920, and
 * Instagram's publishing takes pictures of up to 8 MB (“IG User Media”, developers.facebook.com). Lists of
 * servers agree on 468×60 (“Server Banner”, lunarclient.dev), and on no number of bytes.
 */
const platformSizes: readonly Size[] = [
  { value: '960x540', shown: [960, 540], key: 'size_discord', maxBytes: 10_000_000 },
  { value: '1280x640', shown: [1280, 640], key: 'size_github', maxBytes: 1_000_000 },
  { value: '2048x1152', shown: [2048, 1152], key: 'size_youtube', maxBytes: 6_000_000 },
  { value: 'server-list', shown: sizes['server-list'], key: 'size_server-list' },
  { value: 'story', shown: sizes.story, key: 'size_story', maxBytes: 8_000_000 },
];
const shapeSizes: readonly Size[] = [
  { value: 'og', shown: sizes.og, key: 'size_og' },
  { value: 'banner', shown: sizes.banner, key: 'size_banner' },
  { value: 'square', shown: sizes.square, key: 'size_square' },
  { value: 'video', shown: sizes.video, key: 'size_video' },
];

function sizeField({ t }: Site, { options: { size = '' } }: Look): Html {
  const option = ({ value, shown, key, maxBytes }: Size): Html =>
    html`<option
      value="${value}"
      ${maxBytes !== undefined && html` data-most-bytes="${String(maxBytes)}" data-platform="${t(key)}"`}
      ${value === size && html` selected`}
    >
      ${t(key)}, ${shown.join('×')}
    </option>`;
  return html`<label class="field"
    ><span>${t('size')}</span
    ><select data-option="size">
      <option value="">${t('sizeDefault')}</option>
      <optgroup label="${t('sizeGroupPlatforms')}">${platformSizes.map(option)}</optgroup>
      <optgroup label="${t('sizeGroupShapes')}">${shapeSizes.map(option)}</optgroup>
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
