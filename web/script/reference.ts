import { announce } from './dom.ts';
import { t } from './messages.ts';

// Reference pages: what an address names is unfolded, and options are found by what is typed.

/** Unfolds what the address names, and goes there. */
function openNamed(): void {
  const target = document.querySelector<HTMLElement>('article :target');
  if (target === null) return;
  for (let at = target.closest('details'); at; at = at.parentElement?.closest('details') ?? null) {
    at.open = true;
  }
  target.scrollIntoView();
}

export function enableReference(): void {
  openNamed();
  addEventListener('hashchange', openNamed);
  for (const folds of document.querySelectorAll<HTMLElement>('.option-folds')) enableFinding(folds);
}

/** Shows the rows that have what is typed in them; without anything typed, all is as it was. */
function enableFinding(folds: HTMLElement): void {
  const field = folds.querySelector<HTMLInputElement>('.find-option');
  const none = folds.querySelector<HTMLElement>('.none-found');
  if (field === null || none === null) return;
  const rows = [...folds.querySelectorAll<HTMLElement>('tbody tr')];
  const parts = [...folds.querySelectorAll<HTMLElement>(':scope > :is(details, table)')];
  const texts = new Map(rows.map((row) => [row, row.textContent.toLowerCase()]));
  let wasOpen: ReadonlySet<HTMLElement> | undefined;
  const find = (): void => {
    const text = field.value.trim();
    const words = text.toLowerCase().split(/\s+/);
    let count = 0;
    for (const row of rows) {
      row.hidden = !words.every((word) => texts.get(row)?.includes(word));
      if (!row.hidden) count += 1;
    }
    if (text !== '') wasOpen ??= new Set(parts.filter((part) => part.matches('[open]')));
    for (const part of parts) {
      part.hidden = part.querySelector('tbody tr:not([hidden])') === null;
      if (part instanceof HTMLDetailsElement) {
        part.open = text === '' ? (wasOpen?.has(part) ?? part.open) : !part.hidden;
      }
    }
    none.hidden = count > 0;
    none.textContent = count > 0 ? '' : t('noOption', { text });
    if (text === '') wasOpen = undefined;
    else announce(count > 0 ? t('optionsFound', { count, all: rows.length }) : none.textContent);
  };
  field.addEventListener('input', find);
  field.closest('label')?.toggleAttribute('hidden', false);
  // What was typed before the page was left.
  if (field.value !== '') find();
}
