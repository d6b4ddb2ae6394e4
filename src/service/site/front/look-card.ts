import { html, type Html } from '../html.ts';
import type { MessageKey } from '../messages/messages.ts';
import { radioRow, selectField, switchField, type Choice } from '../controls.ts';
import type { Site } from '../site.ts';
import { partsFor } from './fitting.ts';
import {
  journeyField,
  kindFields,
  titleFields,
  choiceRow,
  seenWhen,
  sizeField,
} from './option-fields.ts';
import type { Lineup, Look } from './lineup.ts';
import { sizeOf } from './preview.ts';
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
import { overlayStyles, type OverlayStyle } from '../../../engine/figure/solids.ts';
import { sceneNames } from '../../../engine/scenes/layout/sizes.ts';
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
export function lookCard(site: Site, lineup: Lineup): Html {
  const { t } = site;
  const { look } = lineup;
  const parts = partsFor(lineup);
  return html`<fieldset class="card options" id="look">
    <legend>${t('look')}</legend>
    ${seenWhen('plain', parts, presetRow(site))} ${kindFields(site, look, parts)}
    ${seenWhen('figures', parts, scenePicker(site, look))}
    ${seenWhen('plain', parts, arrangementPicker(site, look))}
    ${seenWhen('figures', parts, poseFields(site, look))}
    ${seenWhen('journey', parts, journeyField(site, look))}
    ${seenWhen('figures', parts, heldItemFields(site))}
    <div class="fields-row">
      ${seenWhen(
        'plain',
        parts,
        choiceRow('facing', t('facing'), look, {
          row: 'segments',
          choices: [
            ['same', t('facingSame')],
            ['centre', t('facingCentre')],
          ],
        }),
      )}
      ${choiceRow('overlay', t('overlay'), look, {
        row: 'segments',
        choices: overlayStyles.map((style) => [style, t(overlayNames[style])]),
      })}
    </div>
    ${titleFields(site, look, parts)}
    <fieldset class="fields-row scripted" disabled hidden>
      ${sizeField(site, look)} ${seenWhen('figures', parts, outlineField(site, look))}
    </fieldset>
    ${heightField(site, lineup)} ${nameSwitches(site, look, parts)}
  </fieldset>`;
}

function presetRow({ t }: Site): Html {
  return html`<div class="presets" id="presets" role="group" aria-label="${t('presets')}" hidden>
    <b>${t('startFrom')}</b>
    ${presets.map(
      ([name, key]) =>
        html`<button type="button" class="chip" data-preset="${name}">${t(key)}</button> `,
    )}
  </div>`;
}

function poseFields(site: Site, look: Look): Html {
  const { t } = site;
  return html`<div class="fields-row">${poseField(site, look)} ${cropField(site, look)}</div>
    ${fold('pose-pictures', t('posePictures'), poseGrid(site, t('poseOfAll')))}
    <fieldset class="fields-row scripted" disabled hidden>
      ${motionField(site, 'option')} ${heldItemField(site, 'option', 'hold')}
    </fieldset>`;
}

function heldItemFields(site: Site): Html {
  const { t } = site;
  return html`${fold('motion-pictures', t('motionPictures'), motionGrid(site, t('motionOfAll')))}
    ${fold('thing-pictures', t('thingPictures'), heldItemGrid(site, t('thingOfAll')))}
    <fieldset class="fields-row scripted" disabled hidden>
      ${heldItemField(site, 'option', 'hold_left')} ${earsField(site, 'option')}
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
    choices,
    attributes: html` data-cards="false"`,
  });
}

function poseField(site: Site, { renderType }: Look): Html {
  const options = poseOptions(site, renderType, groupPoses);
  return selectField(site.t('pose'), html`name="render_type" id="pose"`, options);
}

function cropField({ t }: Site, { crop }: Look): Html {
  const choices = [
    ['full', t('cropFull')],
    ['bust', t('cropBust')],
    ['face', t('cropFace')],
  ] as const;
  return radioRow({ name: 'crop', title: t('crop'), row: 'segments', choices, chosen: crop });
}

function outlineField({ t }: Site, look: Look): Html {
  const choices = outlines.map(([value, key]): Choice => {
    return [value, html`<span class="unseen">${t(key)}</span>`];
  });
  return choiceRow('outline', t('outline'), look, { row: 'swatches', choices });
}

/** A picture of a given size has no other height. */
function heightField({ t }: Site, lineup: Lineup): Html {
  const { heightPx } = lineup.look;
  return html`<div class="field" id="height-field" ${sizeOf(lineup) !== null && html` hidden`}>
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

function nameSwitches({ t }: Site, { hasNames, options }: Look, parts: ReadonlySet<string>): Html {
  const names = html`id="names" ${hasNames && html` checked`}`;
  const plates = html`id="plates" value="plate" data-option="labels"
  ${options.labels === 'plate' && html` checked`}`;
  return html`<div class="switches">
    ${seenWhen('figures', parts, switchField(t('namesBelow'), names, true))}
    ${seenWhen('plain', parts, switchField(t('namesOnPlates'), plates, true))}
  </div>`;
}
