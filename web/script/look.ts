import { byId } from './dom.ts';
import type { Look } from './lineup.ts';

/** What the fields below "How?" say. */
export function readLook(): Look {
  const crop = document.querySelector<HTMLInputElement>('input[name="crop"]:checked');
  return {
    renderType: byId('pose', HTMLSelectElement).value,
    crop: crop?.value ?? 'full',
    heightPx: Number(byId('height', HTMLInputElement).value),
    hasNames: byId('names', HTMLInputElement).checked,
  };
}

export function writeLook({ renderType, crop, heightPx, hasNames }: Look): void {
  const pose = byId('pose', HTMLSelectElement);
  if ([...pose.options].some(({ value }) => value === renderType)) pose.value = renderType;
  for (const radio of cropRadios()) radio.checked = radio.value === crop;
  byId('height', HTMLInputElement).value = String(heightPx);
  byId('names', HTMLInputElement).checked = hasNames;
  settleLook();
}

/** Not every pose has every crop: what it has not can't be chosen. Shows the height in words. */
export function settleLook(): void {
  const pose = byId('pose', HTMLSelectElement);
  const crops = pose.selectedOptions[0]?.dataset['crops']?.split(' ') ?? [];
  for (const radio of cropRadios()) radio.disabled = !crops.includes(radio.value);
  const hasChoice = cropRadios().some(({ checked, disabled }) => checked && !disabled);
  if (!hasChoice) for (const radio of cropRadios()) radio.checked = radio.value === 'full';
  const height = byId('height', HTMLInputElement).value;
  byId('height-shown', HTMLOutputElement).textContent = `${height} px`;
}

function cropRadios(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>('input[name="crop"]')];
}
