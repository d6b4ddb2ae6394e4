import { html, type Html } from '../html.ts';
import { icon } from '../icons.ts';
import type { Site } from '../site.ts';
import { poseGrid, poseOptions } from './look-card.ts';

/** What one player has of its own. Opened beside the picture, which stays in sight. */
export function editor(site: Site): Html {
  return html`<dialog class="editor" id="editor" aria-labelledby="editor-title">
    <div class="editor-head">
      <span class="face" aria-hidden="true"
        ><img id="editor-face" alt="" width="48" height="48" hidden
      /></span>
      <h2 id="editor-title">Player</h2>
      <button type="button" class="tool" id="editor-before" aria-label="The player before">
        ‹
      </button>
      <button type="button" class="tool" id="editor-after" aria-label="The next player">›</button>
      <button type="button" class="tool" id="editor-close" aria-label="Close">
        ${icon('cross')}
      </button>
    </div>
    <label class="field"
      ><span>Pose</span
      ><select data-own="render_type">
        <option value="">Like everyone</option>
        ${poseOptions(null)}
      </select></label
    >
    ${poseGrid(site, 'Pose of this player')}
    <label class="field"
      ><span>Second line</span
      ><input data-own="caption" maxlength="64" placeholder="Owner" autocomplete="off"
    /></label>
    <div class="fields-row">
      <label class="field"
        ><span>Turn</span
        ><input type="range" data-own="yaw" data-usual="0" min="-180" max="180" step="15" value="0"
      /></label>
      <label class="field"
        ><span>Size</span
        ><input
          type="range"
          data-own="scale"
          data-usual="1"
          min="0.5"
          max="1.5"
          step="0.1"
          value="1"
      /></label>
    </div>
    <div class="fields-row">
      <label class="switch"
        ><input type="checkbox" data-own="mirror" value="true" /><span>Mirrored</span></label
      >
      <label class="field"
        ><span>Arms</span
        ><select data-own="model">
          <option value="">Their own</option>
          <option value="classic">Wide</option>
          <option value="slim">Slim</option>
        </select></label
      >
    </div>
  </dialog>`;
}
