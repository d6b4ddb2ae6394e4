import type { Item } from '../../src/service/site/front/lineup.ts';

/** Returns a function that recognizes the initial players. */
export function untouchedIn(form: HTMLFormElement): (item: Item) => boolean {
  const known = new Set(form.dataset['ours']?.split('\n'));
  return ({ value, label }) =>
    known.has(`${value} ${label}`) ||
    (value.startsWith('sample-') && (label === '' || label === sampleName(value)));
}

/** The same for generated players, whose labels only repeat the name and are removed with them. */
export function oursIn(form: HTMLFormElement): (item: Item) => boolean {
  const isUntouched = untouchedIn(form);
  return (item) => isUntouched(item) || (item.label !== '' && item.label === item.value);
}

export function sampleName(value: string): string {
  const name = value.replace(/^sample-/, '');
  return name.charAt(0).toUpperCase() + name.slice(1);
}
