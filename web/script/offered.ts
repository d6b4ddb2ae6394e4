import { fitting, partsFor } from '../../src/service/site/front/fitting.ts';
import { sizeOf } from '../../src/service/site/front/preview.ts';
import { cardScene } from '../../src/service/site/front/row.ts';
import type { Lineup } from '../../src/service/site/front/lineup.ts';
import { byId, hit } from './dom.ts';
import { checkDefaults, readLook, setOption } from './look.ts';
import type { Slots } from './slots.ts';

/** What the form says, without what does not go together; fields without effect are hidden. */
export function formLineup(slots: Slots): Lineup {
  const lineup = { items: slots.items(), look: readLook() };
  const isFlat = byId('pose', HTMLSelectElement).selectedOptions[0]?.dataset['flat'] !== undefined;
  const parts = partsFor(lineup);
  for (const part of document.querySelectorAll<HTMLElement>('[data-when]')) {
    const { when = '' } = part.dataset;
    part.hidden = !parts.has(when) || (when === 'journey' && isFlat);
  }
  checkDefaults();
  const fitted = fitting(lineup);
  byId('height-field').hidden = sizeOf(fitted) !== null;
  return fitted;
}

/** A card of somebody who stands nowhere yet gets a scene, as one of which nothing is said has. */
export function enableKinds(form: HTMLFormElement): void {
  form.addEventListener('input', (event) => {
    const field = hit(event, 'input[name="as"]');
    if (!(field instanceof HTMLInputElement) || field.value !== 'card') return;
    if ((readLook().options.scene ?? 'none') === 'none') setOption('scene', cardScene);
  });
}
