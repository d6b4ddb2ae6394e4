import type { Look, OptionName, Lineup } from '../../src/service/site/front/lineup.ts';
import { byId, hit } from './dom.ts';
import { fitting, partsFor } from '../../src/service/site/front/fitting.ts';
import { sizeOf } from '../../src/service/site/front/preview.ts';
import { cardScene } from '../../src/service/site/front/row.ts';
import type { Slots } from './slots.ts';

export type Control = HTMLInputElement | HTMLSelectElement;

/** Reads the fields below "Look". */
export function readLook(): Look {
  const crop = document.querySelector<HTMLInputElement>('input[name="crop"]:checked');
  const isCard = document.querySelector('input[name="as"][value="card"]:checked') !== null;
  const chosen = controls().flatMap((control) => {
    // Cards have arrangements of their own.
    const { cards, option = '' } = control.dataset;
    const value = cards === undefined || (cards === 'true') === isCard ? valueOf(control) : '';
    return value === '' ? [] : [[option, value] as const];
  });
  return {
    renderType: byId('pose', HTMLSelectElement).value,
    crop: crop?.value ?? 'full',
    heightPx: Number(byId('height', HTMLInputElement).value),
    hasNames: byId('names', HTMLInputElement).checked,
    options: { ...passedOn(), ...Object.fromEntries(chosen) },
  };
}

export function writeLook({ renderType, crop, heightPx, hasNames, options }: Look): void {
  const pose = byId('pose', HTMLSelectElement);
  if ([...pose.options].some(({ value }) => value === renderType)) pose.value = renderType;
  for (const radio of cropRadios()) radio.checked = radio.value === crop;
  byId('height', HTMLInputElement).value = String(heightPx);
  byId('names', HTMLInputElement).checked = hasNames;
  const shown = new Set(controls().flatMap((control) => write(control, options)));
  const passed = Object.entries(options).filter(([name]) => !shown.has(name));
  byId('composer').dataset['passed'] = JSON.stringify(passed);
  const exact = byId('height-exact', HTMLInputElement);
  exact.value = byId('height', HTMLInputElement).value;
  resolveLook();
}

/** Options in the link that the form has no fields for. */
function passedOn(): Record<string, string> {
  const passed: unknown = JSON.parse(byId('composer').dataset['passed'] ?? '[]');
  return Array.isArray(passed) ? Object.fromEntries<string>(passed) : {};
}

function controls(): Control[] {
  return [...document.querySelectorAll<Control>('#look [data-option]')];
}

/** Somebody has chosen another value than that of the link. */
export function forgetPassed({ target }: Event): void {
  const name = target instanceof HTMLElement ? target.dataset['option'] : undefined;
  if (name === undefined) return;
  const { [name]: _before, ...passed } = passedOn();
  byId('composer').dataset['passed'] = JSON.stringify(Object.entries(passed));
}

/** Empty for the default. */
function valueOf(control: Control): string {
  const isOff = control instanceof HTMLInputElement && isSwitch(control) && !control.checked;
  const value = isOff ? (control.dataset['off'] ?? '') : control.value.trim();
  return value === control.dataset['default'] ? '' : value;
}

function isSwitch({ type }: Control): boolean {
  return type === 'radio' || type === 'checkbox';
}

/** @returns the name of the option if the control can show its value */
function write(control: Control, options: Look['options']): string[] {
  const name = control.dataset['option'] ?? '';
  const given = new Map(Object.entries(options)).get(name);
  const value = given ?? control.dataset['default'] ?? '';
  if (control instanceof HTMLInputElement && isSwitch(control)) {
    control.checked = control.value === value;
    return control.checked || control.dataset['off'] === value ? [name] : [];
  }
  const before = control.value;
  control.value = value;
  // A list without this choice.
  if (control.value !== value) control.value = control instanceof HTMLSelectElement ? '' : before;
  return control.value === value ? [name] : [];
}

/** Sets an option as if by hand. */
export function setOption(name: OptionName, value: string): void {
  for (const control of controls()) {
    if (control.dataset['option'] === name) write(control, { [name]: value });
  }
}

/** Not every pose has every crop. */
export function resolveLook(): void {
  const pose = byId('pose', HTMLSelectElement);
  const crops = pose.selectedOptions[0]?.dataset['crops']?.split(' ') ?? [];
  for (const radio of cropRadios()) radio.disabled = !crops.includes(radio.value);
  const hasChoice = cropRadios().some(({ checked, disabled }) => checked && !disabled);
  if (!hasChoice) for (const radio of cropRadios()) radio.checked = radio.value === 'full';
}

/** The height can be set with the slider or as a number; each updates the other. */
export function enableHeight(): void {
  const slider = byId('height', HTMLInputElement);
  const exact = byId('height-exact', HTMLInputElement);
  const show = (): void => void (exact.value = slider.value);
  byId('height-shown').hidden = false;
  slider.addEventListener('input', show);
  // Incomplete or out-of-range input is not drawn; it is corrected when the field is left.
  exact.addEventListener('input', () => {
    if (exact.value !== '' && exact.validity.valid) slider.value = exact.value;
  });
  exact.addEventListener('change', () => {
    const given = Number(exact.value);
    // The slider clamps the value itself.
    if (exact.value !== '' && Number.isFinite(given)) slider.value = String(Math.round(given));
    show();
  });
  show();
}

/** Where a row of choices has none of those of a link, the default is what is meant. */
function checkDefaults(): void {
  const passed = passedOn();
  for (const control of controls()) {
    const { option = '', default: fallback = '' } = control.dataset;
    if (control.type !== 'radio' || control.value !== fallback || Object.hasOwn(passed, option))
      continue;
    const row = document.querySelector(`#look input[name="${control.name}"]:checked`);
    if (row === null && control instanceof HTMLInputElement) control.checked = true;
  }
}

function cropRadios(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>('input[name="crop"]')];
}

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
