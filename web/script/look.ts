import { byId } from './dom.ts';
import type { Look } from './lineup.ts';

/** What the fields below "Look" say. */
export function readLook(): Look {
  const crop = document.querySelector<HTMLInputElement>('input[name="crop"]:checked');
  const { gap, fallback } = byId('composer', HTMLFormElement).dataset;
  return {
    renderType: byId('pose', HTMLSelectElement).value,
    crop: crop?.value ?? 'full',
    heightPx: Number(byId('height', HTMLInputElement).value),
    hasNames: byId('names', HTMLInputElement).checked,
    passed: {
      ...(gap !== undefined && { gap }),
      ...(fallback !== undefined && { fallback }),
    },
  };
}

export function writeLook({ renderType, crop, heightPx, hasNames, passed }: Look): void {
  const pose = byId('pose', HTMLSelectElement);
  if ([...pose.options].some(({ value }) => value === renderType)) pose.value = renderType;
  for (const radio of cropRadios()) radio.checked = radio.value === crop;
  byId('height', HTMLInputElement).value = String(heightPx);
  byId('names', HTMLInputElement).checked = hasNames;
  const { dataset } = byId('composer', HTMLFormElement);
  for (const name of ['gap', 'fallback']) delete dataset[name];
  Object.assign(dataset, passed);
  const exact = byId('height-exact', HTMLInputElement);
  exact.value = byId('height', HTMLInputElement).value;
  settleLook();
}

/** Not every pose has every crop: what it has not can't be chosen. */
export function settleLook(): void {
  const pose = byId('pose', HTMLSelectElement);
  const crops = pose.selectedOptions[0]?.dataset['crops']?.split(' ') ?? [];
  for (const radio of cropRadios()) radio.disabled = !crops.includes(radio.value);
  const hasChoice = cropRadios().some(({ checked, disabled }) => checked && !disabled);
  if (!hasChoice) for (const radio of cropRadios()) radio.checked = radio.value === 'full';
}

/** The height can be drawn with the slider or typed as a number: each shows what the other says. */
export function enableHeight(): void {
  const slider = byId('height', HTMLInputElement);
  const exact = byId('height-exact', HTMLInputElement);
  const show = (): void => void (exact.value = slider.value);
  byId('height-shown').hidden = false;
  slider.addEventListener('input', show);
  // What is half typed or out of bounds is not drawn, and mended once the field is left.
  exact.addEventListener('input', () => {
    if (exact.value !== '' && exact.validity.valid) slider.value = exact.value;
  });
  exact.addEventListener('change', () => {
    const wanted = Number(exact.value);
    // The slider keeps to its bounds by itself.
    if (exact.value !== '' && Number.isFinite(wanted)) slider.value = String(Math.round(wanted));
    show();
  });
  show();
}

function cropRadios(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>('input[name="crop"]')];
}
