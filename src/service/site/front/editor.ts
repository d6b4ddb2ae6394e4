import { html, type Html } from '../html.ts';
import type { Site } from '../site.ts';
import {
  earsField,
  motionField,
  motionGrid,
  poseGrid,
  poseOptions,
  heldItemField,
  heldItemGrid,
} from './pickers.ts';
import type { MessageKey } from '../messages/messages.ts';
import { listChoices, field, icon, selectField, switchField } from '../controls.ts';

/** The options of one player, opened beside the picture, which stays visible. */
export function editor(site: Site): Html {
  const { t } = site;
  return html`<dialog class="editor" id="editor" aria-labelledby="editor-title">
    ${editorHead(site)} ${posePanel(site)}
    <p class="hint" data-when="face" hidden>${t('advancementFace')}</p>
    <div class="own-fields" id="own-fields">
      ${selectField(t('pose'), html`data-own="render_type"`, [...listChoices([['', t('likeEveryone')]]), ...poseOptions(site, null)], 'field blocky')}
      <div class="blocky">${poseGrid(site, t('poseOfPlayer'))}</div>
      <input type="hidden" data-own="pose" />
      <button type="button" class="button small blocky" id="own-pose">
        ${icon('pose')} ${t('ownPose')}
      </button>
      ${motionField(site, 'own')}
      <details class="fold blocky">
        <summary>${t('motionPictures')}</summary>
        ${motionGrid(site, t('motionOfPlayer'))}
      </details>
      <div class="fields-row">
        ${heldItemField(site, 'own', 'hold')} ${heldItemField(site, 'own', 'hold_left')}
      </div>
      <details class="fold blocky">
        <summary>${t('thingPictures')}</summary>
        ${heldItemGrid(site, t('thingOfPlayer'))}
      </details>
      ${plainFields(site)}
      <div class="fields-row">
        ${earsField(site, 'own')}
        ${selectField(t('platform'), html`data-own="type"`, listChoices(platforms))}
      </div>
    </div>
  </dialog>`;
}

/** A name may belong to different people on each. */
const platforms = [
  ['', 'Minecraft'],
  ['roblox', 'Roblox'],
] as const;

/** Fields that have no pictures. */
function plainFields({ t }: Site): Html {
  const arms = [
    ['', t('armsOwn')],
    ['classic', t('armsClassic')],
    ['slim', t('armsSlim')],
  ] as const;
  return html`<div class="fields-row">
      ${field(t('turn'), slider('yaw', 0, [-180, 180, 15]), 'field blocky')}
      ${field(t('size'), slider('scale', 1, [0.5, 1.5, 0.1]))}
    </div>
    <div class="fields-row">
      ${switchField(t('mirrored'), html`data-own="mirror" value="true"`)}
      ${selectField(t('arms'), html`data-own="model"`, listChoices(arms), 'field blocky')}
    </div>`;
}

function slider(
  name: 'yaw' | 'scale',
  fallback: number,
  [min, max, step]: readonly [number, number, number],
): Html {
  return html`<input
    type="range"
    data-own="${name}"
    data-default="${fallback}"
    min="${min}"
    max="${max}"
    step="${step}"
    value="${fallback}"
  />`;
}

function editorHead({ t }: Site): Html {
  return html`<div class="editor-head">
    <span class="face" aria-hidden="true"
      ><img id="editor-face" alt="" width="48" height="48" hidden
    /></span>
    <h2 id="editor-title" tabindex="-1" autofocus>${t('player')}</h2>
    <button type="button" class="tool" id="editor-before" aria-label="${t('playerBefore')}">
      ‹
    </button>
    <button type="button" class="tool" id="editor-after" aria-label="${t('playerAfter')}">›</button>
    <button type="button" class="tool" id="editor-close" aria-label="${t('close')}">
      ${icon('cross')}
    </button>
  </div>`;
}

const parts = [
  ['head', 'partHead'],
  ['body', 'partBody'],
  ['right_arm', 'partRightArm'],
  ['left_arm', 'partLeftArm'],
  ['right_leg', 'partRightLeg'],
  ['left_leg', 'partLeftLeg'],
] as const satisfies readonly (readonly [string, MessageKey])[];

/** The numbers of a part, in the order of the compact form. */
const turns = [
  ['angleForward', 180],
  ['angleTurn', 180],
  ['angleSide', 180],
  ['angleBend', 125],
  ['angleTwist', 180],
] as const satisfies readonly (readonly [MessageKey, number])[];

/** A pose of the player's own: a figure to drag, and its parts with a slider for each angle. */
function posePanel({ t }: Site): Html {
  return html`<section class="pose-panel" id="pose-panel" aria-label="${t('ownPose')}" hidden>
    <p class="hint">${t('ownPoseHint')}</p>
    <div class="doll" id="doll" aria-hidden="true"></div>
    <div class="parts" role="group" aria-label="${t('parts')}">
      ${parts.map(
        ([name, key]) =>
          html`<button type="button" class="chip" data-part="${name}">${t(key)}</button> `,
      )}
    </div>
    <div id="angles">
      ${turns.map(
        ([key, max], index) =>
          html`<label class="angle"
            ><span>${t(key)}</span
            ><input
              type="range"
              data-angle="${index}"
              min="-${max}"
              max="${max}"
              step="1"
              value="0" /><output></output
          ></label>`,
      )}
    </div>
    <div class="pose-actions">
      <button type="button" class="button small" id="pose-mirror">${t('mirrorPose')}</button>
      <button type="button" class="button small" id="pose-reset">${t('resetPose')}</button>
      <button type="button" class="button small primary" id="pose-done">${t('done')}</button>
    </div>
  </section>`;
}
