import { announce } from './dom.ts';

const shownMs = 2600;

/** Briefly shows what was just done, and announces it to screen readers. */
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
