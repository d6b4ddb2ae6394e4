import { announce } from './dom.ts';

const shownMs = 2600;

/** Says for a moment what has just been done, to those who see the page and to those who hear it. */
export function toast(sentence: string): void {
  announce(sentence);
  document.querySelector('.toast')?.remove();
  const note = document.createElement('p');
  note.className = 'toast';
  note.ariaHidden = 'true';
  note.textContent = sentence;
  document.body.append(note);
  setTimeout(() => note.remove(), shownMs);
}
