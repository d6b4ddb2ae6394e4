import type { Item } from '../../src/service/site/front/lineup.ts';
import { sampleName, untouchedIn } from './lineups.ts';
import { setOption, resolveLook } from './look.ts';
import { setPose } from './presets.ts';
import type { Slots } from './slots.ts';

// Poses that suit each other; more than half of the time players just stand.
const lively = ['walking', 'cheering', 'crossed', 'pointing', 'marching', 'lunging', 'relaxing'];

/** Randomizes the look, and the players if the user has not entered any. */
export function surprise(form: HTMLFormElement, slots: Slots): void {
  const samples = form.dataset['samples']?.split(' ').filter((name) => name !== '') ?? [];
  const isUntouched = slots.items().every(untouchedIn(form));
  if (isUntouched && samples.length > 0) slots.replaceAll(randomLineup(samples));
  for (const name of ['scene', 'arrangement'] as const) {
    const choices = [
      ...document.querySelectorAll<HTMLInputElement>(
        `[data-option="${name}"]:not([data-cards="true"])`,
      ),
    ];
    // Never the current choice.
    setOption(name, anyOf(choices.filter(({ checked }) => !checked))?.value ?? '');
  }
  for (const slot of slots.all()) {
    setPose(slots, slot, Math.random() < 0.5 ? anyOf(lively) : undefined);
  }
  resolveLook();
}

function anyOf<T>(list: readonly T[]): T | undefined {
  return list[Math.floor(Math.random() * list.length)];
}

/** Three to six random samples, labelled by what they are. */
function randomLineup(samples: readonly string[]): Item[] {
  return samples
    .map((value) => ({ value, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, 3 + Math.floor(Math.random() * 4))
    .map(({ value }) => ({ value, label: sampleName(value) }));
}
