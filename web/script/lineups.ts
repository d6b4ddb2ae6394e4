import { byId } from './dom.ts';
import type { Place } from './lineup.ts';
import { settleLook } from './look.ts';
import type { Slots } from './slots.ts';

/** Tells the players that stand there before anybody has asked for one. */
export function untouchedIn(form: HTMLFormElement): (place: Place) => boolean {
  const known = new Set(form.dataset['ours']?.split('\n'));
  return ({ value, label }) =>
    known.has(`${value} ${label}`) ||
    (value.startsWith('sample-') && (label === '' || label === sampleName(value)));
}

/** The same, and names that only repeat what was typed: they go with their player. */
export function oursIn(form: HTMLFormElement): (place: Place) => boolean {
  const isUntouched = untouchedIn(form);
  return (place) => isUntouched(place) || (place.label !== '' && place.label === place.value);
}

/** Another look; other players only where nobody has asked for any. */
export function surprise(form: HTMLFormElement, slots: Slots): void {
  const samples = form.dataset['samples']?.split(' ').filter((name) => name !== '') ?? [];
  const isUntouched = slots.places().every(untouchedIn(form));
  if (isUntouched && samples.length > 0) {
    slots.replaceAll(randomLineup(samples));
    return;
  }
  const pose = byId('pose', HTMLSelectElement);
  const others = [...pose.options].filter(({ selected }) => !selected);
  const chosen = others[Math.floor(Math.random() * others.length)];
  if (chosen !== undefined) pose.value = chosen.value;
  settleLook();
}

/** Three to six different samples, called by what they are. */
function randomLineup(samples: readonly string[]): Place[] {
  return samples
    .map((value) => ({ value, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, 3 + Math.floor(Math.random() * 4))
    .map(({ value }) => ({ value, label: sampleName(value) }));
}

function sampleName(value: string): string {
  const name = value.replace(/^sample-/, '');
  return name.charAt(0).toUpperCase() + name.slice(1);
}
