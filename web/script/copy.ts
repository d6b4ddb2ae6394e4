import { announce, create } from './dom.ts';
import { t } from './messages.ts';

/** How long a button says what it has done. */
export const thanksMs = 1600;

/** Copies a text and confirms that on the pressed button. */
export async function copyText(text: string, button: HTMLElement): Promise<void> {
  const isCopied = await write(text);
  answerOn(button, isCopied ? t('copied') : t('selectAndCopy'));
  button.classList.toggle('done', isCopied);
  setTimeout(() => button.classList.remove('done'), thanksMs);
  announce(isCopied ? t('copied') : t('noCopying'));
}

/** Shows a text on a button for a moment. */
export function answerOn(button: HTMLElement, text: string): void {
  const before = button.dataset['text'] ?? button.innerHTML;
  button.dataset['text'] = before;
  // What stands beside it does not move.
  button.style.minWidth = `${button.offsetWidth}px`;
  button.textContent = text;
  setTimeout(() => {
    button.innerHTML = before;
    button.style.minWidth = '';
  }, thanksMs);
}

async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return writeOldStyle(text);
  }
}

/** Pages over plain HTTP have no clipboard API, but can still copy a selection. */
function writeOldStyle(text: string): boolean {
  const field = create('textarea', { value: text, className: 'unseen' });
  document.body.append(field);
  const focused = document.activeElement;
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}

/** Activates the copy buttons of code blocks. */
export function enableCopying(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-copy]')) {
    button.hidden = false;
    button.addEventListener('click', () => {
      const code = button.parentElement?.querySelector('pre')?.textContent ?? '';
      void copyText(code, button);
    });
  }
}
