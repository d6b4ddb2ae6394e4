import type { Look, OptionName } from '../../src/service/site/front/lineup.ts';
import { byId } from './dom.ts';

export type Control = HTMLInputElement | HTMLSelectElement;

/** Reads the fields below "Look". */
export function readLook(): Look {
  const crop = document.querySelector<HTMLInputElement>('input[name="crop"]:checked');
  const chosen = controls().flatMap((control) => {
    const value = valueOf(control);
    return value === '' ? [] : [[control.dataset['option'] ?? '', value] as const];
  });
  return {
    renderType: byId('pose', HTMLSelectElement).value,
    crop: crop?.value ?? 'full',
    heightPx: Number(byId('height', HTMLInputElement).value),
    hasNames: byId('names', HTMLInputElement).checked,
    options: { ...Object.fromEntries(chosen), ...passedOn() },
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

/** Empty for the default. */
function valueOf(control: Control): string {
  const isOff = control instanceof HTMLInputElement && isSwitch(control) && !control.checked;
  const value = control.value.trim();
  return isOff || value === control.dataset['default'] ? '' : value;
}

function isSwitch({ type }: Control): boolean {
  return type === 'radio' || type === 'checkbox';
}

/** @returns the name of the option if the control can show its value */
function write(control: Control, options: Look['options']): string[] {
  const name = control.dataset['option'] ?? '';
  const given = readOption(options, name);
  const value = given ?? control.dataset['default'] ?? '';
  if (control instanceof HTMLInputElement && isSwitch(control)) {
    control.checked = control.value === value;
    return control.checked ? [name] : [];
  }
  const before = control.value;
  control.value = value;
  // A list without this choice.
  if (control.value !== value) control.value = control instanceof HTMLSelectElement ? '' : before;
  return control.value === value ? [name] : [];
}

function readOption(options: Look['options'], name: string): string | undefined {
  return new Map(Object.entries(options)).get(name);
}

/** Sets an option as if by hand. */
export function setOption(name: OptionName, value: string): void {
  for (const control of controls()) {
    if (control.dataset['option'] === name) write(control, { [name]: value });
  }
}

/** Not every pose has every crop, and a picture of given size has no height option. */
export function resolveLook(): void {
  const pose = byId('pose', HTMLSelectElement);
  const crops = pose.selectedOptions[0]?.dataset['crops']?.split(' ') ?? [];
  for (const radio of cropRadios()) radio.disabled = !crops.includes(radio.value);
  const hasChoice = cropRadios().some(({ checked, disabled }) => checked && !disabled);
  if (!hasChoice) for (const radio of cropRadios()) radio.checked = radio.value === 'full';
  const { options } = readLook();
  const isSized = options.size !== undefined || (options.scene ?? 'none') !== 'none';
  byId('height-field').hidden = isSized;
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

function cropRadios(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>('input[name="crop"]')];
}
