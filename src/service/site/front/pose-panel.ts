import { html, type Html } from '../html.ts';
import type { MessageKey } from '../messages/messages.ts';
import type { Site } from '../site.ts';

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
export function posePanel({ t }: Site): Html {
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
        ([key, most], index) =>
          html`<label class="angle"
            ><span>${t(key)}</span
            ><input
              type="range"
              data-angle="${index}"
              min="-${most}"
              max="${most}"
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
