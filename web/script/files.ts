import { byId, hit, slotAt } from './dom.ts';
import type { Changing } from './retype.ts';
import type { SkinFile, Slots } from './slots.ts';
import { t } from './messages.ts';

// A request may have one megabyte, including names. Base64 takes four characters for three bytes; a
// usual skin has two kilobytes.
const maxLetters = 1_040_000;
const lettersPerByte = 4 / 3;
const maxKilobytes = Math.floor(maxLetters / lettersPerByte / 1000);

/** Accepts skin files that are dropped on the page or chosen with a slot's button. */
export function enableFiles(form: HTMLElement, handlers: Changing): void {
  form.addEventListener('change', (event) => {
    const { target } = event;
    if (!(target instanceof HTMLInputElement) || target.type !== 'file') return;
    void take([...(target.files ?? [])], slotAt(event), handlers);
    target.value = '';
  });
  enableDropping(handlers);
}

function enableDropping(handlers: Changing): void {
  const veil = byId('drop');
  const end = (): void => {
    veil.hidden = true;
    aim(null);
  };
  addEventListener('dragover', (event) => {
    if (!isFiles(event)) return;
    event.preventDefault();
    veil.hidden = false;
    aim(figureAt(event));
  });
  addEventListener('dragleave', (event) => {
    // Null when the pointer leaves the window instead of an element.
    if (event.relatedTarget === null) end();
  });
  addEventListener('drop', (event) => {
    if (!isFiles(event)) return;
    event.preventDefault();
    end();
    const target = slotBelow(event, handlers.slots);
    void take([...(event.dataTransfer?.files ?? [])], target, handlers);
  });
}

/** Highlights the figure that would get the file. */
function aim(figure: HTMLElement | null): void {
  for (const other of byId('figures').children) other.classList.toggle('aimed', other === figure);
}

/** The slot below a drop: itself, or its figure in the picture. */
function slotBelow(event: Event, slots: Slots): HTMLLIElement | null {
  return slotAt(event) ?? slots.all()[Number(figureAt(event)?.dataset['index'])] ?? null;
}

function figureAt(event: Event): HTMLElement | null {
  return hit(event, '#figures [data-index]');
}

function isFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}

/** The first file goes where it was dropped, others into empty or new slots. */
async function take(
  files: readonly File[],
  dropped: HTMLLIElement | null,
  { slots, changed, refuse }: Changing,
): Promise<void> {
  let target = dropped;
  for (const file of files) {
    const problem = problemOf(file);
    if (problem !== null) {
      refuse(problem);
      continue;
    }
    const free = target ?? emptySlot(slots);
    if (lettersBeside(slots, free) + file.size * lettersPerByte > maxLetters) {
      refuse(t('fileTooLarge', { name: file.name, kilobytes: maxKilobytes }));
      continue;
    }
    const slot = free ?? slots.add({ value: '', label: '' });
    if (slot === null) {
      refuse(t('tenIsTheLimit'));
      break;
    }
    slots.putFile(slot, await read(file));
    target = null;
  }
  changed();
}

function emptySlot(slots: Slots): HTMLLIElement | undefined {
  const items = slots.items();
  return slots.all().find((_slot, index) => items[index]?.value === '');
}

/** The size of the other slots' files in a request. */
function lettersBeside(slots: Slots, slot: HTMLLIElement | undefined): number {
  const items = slots.items().filter((_item, index) => slots.all()[index] !== slot);
  return items.reduce((sum, { value }) => sum + value.length, 0);
}

function problemOf({ name, type }: File): string | null {
  return type === 'image/png' ? null : t('fileNotPng', { name });
}

function read(file: File): Promise<SkinFile> {
  const reader = new FileReader();
  return new Promise((resolve, reject) => {
    reader.addEventListener('load', () =>
      resolve({ name: file.name, dataUrl: typeof reader.result === 'string' ? reader.result : '' }),
    );
    reader.addEventListener('error', () => reject(new Error('the file can’t be read')));
    reader.readAsDataURL(file);
  });
}
