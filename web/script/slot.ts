import { cut } from './cut.ts';
import { announce, one } from './dom.ts';
import { bareText } from './paste.ts';
import { isRoblox } from './roblox.ts';
import type { Own, Item } from '../../src/service/site/front/lineup.ts';
import { t } from './messages.ts';

// One slot of the form, as an element of the page.

type Fields = Record<'value' | 'label' | 'caption', HTMLInputElement>;

/** Player, name to show and role. */
export function fields(slot: ParentNode): Fields {
  return {
    caption: one(slot, 'input[name="caption"]', HTMLInputElement),
    value: one(slot, 'input[name="value"]', HTMLInputElement),
    label: one(slot, 'input[name="label"]', HTMLInputElement),
  };
}

/** Shows what needs the script. */
export function activate(slot: HTMLLIElement): void {
  for (const part of slot.querySelectorAll<HTMLElement>('.grip, .tools')) part.hidden = false;
}

export function number(slot: HTMLLIElement, index: number, count: number): void {
  const item = { number: index + 1 };
  const { value, label, caption } = fields(slot);
  const problem = one(slot, '.problem', HTMLParagraphElement);
  problem.id = `problem-${index + 1}`;
  value.setAttribute('aria-describedby', problem.id);
  for (const [field, text] of [
    [value, t('playerNumber', item)],
    [label, t('labelOf', item)],
    [caption, t('captionOf', item)],
  ] as const) {
    const said = field.parentElement?.querySelector('.unseen');
    if (said) said.textContent = text;
    field.ariaLabel = text;
  }
  one(slot, '.grip', HTMLButtonElement).ariaLabel = t('movePlayer', { ...item, count });
  one(slot, '.remove', HTMLButtonElement).ariaLabel = t('removePlayer', item);
  one(slot, '.edit', HTMLButtonElement).ariaLabel = t('moreOfPlayer', item);
  one(slot, 'input[type="file"]', HTMLInputElement).ariaLabel = t('fileOfPlayer', item);
}

/** Shows the options of a slot in short. */
export function showOwn(slot: HTMLLIElement, own: Own): void {
  const { render_type: pose, pose: ownPose, motion, hold, yaw, mirror, scale, model } = own;
  const isOther = isRoblox({ own });
  fields(slot).value.placeholder = t(isOther ? 'robloxValue' : 'valuePlaceholder');
  const facts = [
    isOther && 'Roblox',
    !isOther && (ownPose === undefined ? pose && nameIn('pose', pose) : t('posedOwn')),
    !isOther && motion && nameIn('motion', motion),
    !isOther && hold && nameIn('hold', hold),
    yaw !== undefined && t('turned', { degrees: yaw }),
    mirror === 'true' && t('mirroredToo'),
    scale !== undefined && `${Math.round(Number(scale) * 100)} %`,
    model && t(model === 'slim' ? 'armsThin' : 'armsWide'),
  ].filter((fact) => typeof fact === 'string');
  const line = one(slot, '.own', HTMLParagraphElement);
  line.textContent = facts.join(' · ');
  line.hidden = facts.length === 0;
}

/** The displayed name of a choice. @param list of the look, by its id or option */
function nameIn(list: string, chosen: string): string {
  const choices = one(document, `#${list}, #look [data-option="${list}"]`, HTMLSelectElement);
  return [...choices.options].find(({ value }) => value === chosen)?.text.trim() ?? chosen;
}

export function nameOf(slot: HTMLLIElement): string {
  const { value, label } = fields(slot);
  return label.value || value.value || t('emptyScene');
}

/** Shows the error of a slot. */
export function setError(slot: HTMLLIElement, sentence: string): void {
  const problem = one(slot, '.problem', HTMLParagraphElement);
  // The name offered beside it stays.
  if (!problem.hidden && problem.firstChild?.textContent === sentence) return;
  problem.textContent = sentence;
  problem.hidden = false;
  slot.classList.add('wrong');
  fields(slot).value.ariaInvalid = 'true';
  announce(`${nameOf(slot)}: ${sentence}`);
}

/** What is said of the error of a slot where the picture is. */
export function noticeOf(slot: HTMLLIElement): string {
  const sentence = one(slot, '.problem', HTMLParagraphElement).firstChild?.textContent ?? '';
  return t('whoIsMissing', { name: fields(slot).value.value.trim() || nameOf(slot), sentence });
}

/** Removes the error. */
export function clearError(slot: HTMLLIElement): void {
  one(slot, '.problem', HTMLParagraphElement).hidden = true;
  slot.classList.remove('wrong');
  fields(slot).value.removeAttribute('aria-invalid');
}

/** Shows the name of a file in a slot; the label made of it goes with the file. */
export function nameAfterFile(slot: HTMLLIElement, fileName: string): void {
  const { value, label } = fields(slot);
  value.value = fileName;
  if (!hasOwnLabel(slot)) {
    label.defaultValue = cut(fileName.replace(/\.png$/i, ''), 64);
    label.value = label.defaultValue;
  }
}

/**
 * Writes a player into the fields.
 * @param isOurs a generated player: one click selects the name, and the label is removed with it
 */
export function writeFields(slot: HTMLLIElement, item: Item, isOurs: boolean): void {
  const { value, label } = fields(slot);
  value.defaultValue = isOurs ? item.value : '';
  value.value = item.value;
  label.defaultValue = isOurs ? item.label : '';
  label.value = item.label;
  label.placeholder = item.isNameless === true ? t('noName') : t('labelPlaceholder');
}

/**
 * Reads the two fields, or the skin file instead of the name. A link's request for no label ends once
 * one is typed.
 */
export function readFields(slot: HTMLLIElement, file: string | undefined): Item {
  const { value, label } = fields(slot);
  const isNameless = label.value === '' && label.placeholder !== t('labelPlaceholder');
  return { value: file ?? bareText(value.value), label: label.value, isNameless };
}

/** Whether the label was typed instead of generated. */
export function hasOwnLabel(slot: HTMLLIElement): boolean {
  const { label } = fields(slot);
  return label.value !== '' && label.value !== label.defaultValue;
}

/** Removes a generated label with its player; a typed one stays. */
export function dropOurLabel(slot: HTMLLIElement): void {
  const { label } = fields(slot);
  label.placeholder = t('labelPlaceholder');
  if (hasOwnLabel(slot)) return;
  label.value = '';
  label.defaultValue = '';
}
