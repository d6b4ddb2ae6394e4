import { announce } from './dom.ts';

const secondMs = 1000;

/** The notice of a part of the page. */
export type Notice = ReturnType<typeof createNotice>;

export function createNotice(box: HTMLElement) {
  let ticking: ReturnType<typeof setInterval> | undefined;
  let offered: (() => void) | undefined;
  const text = box.querySelector('p') ?? box;
  const button = box.querySelector('button');
  const retryTitle = button?.textContent ?? '';
  button?.addEventListener('click', () => offered?.());

  function clear(): void {
    clearInterval(ticking);
    box.hidden = true;
    offer(retryTitle, undefined);
  }
  function offer(title: string, act: (() => void) | undefined): void {
    offered = act;
    if (button === null) return;
    button.textContent = title;
    button.hidden = act === undefined;
  }
  function tell(sentence: string, isBad: boolean): void {
    clear();
    text.textContent = sentence;
    box.classList.toggle('bad', isBad);
    box.hidden = false;
    announce(sentence);
  }
  return {
    clear,
    /** Shows what is in progress. */
    showStatus: (sentence: string) => tell(sentence, false),
    /** Shows a problem until it is solved, with a retry button if `retry` is given. */
    showError: (sentence: string, retry?: () => void) => {
      tell(sentence, true);
      offer(retryTitle, retry);
    },
    /** Adds a button to the problem, if it is still shown: what would solve it. */
    offer: (sentence: string, title: string, solve: () => void) => {
      if (box.hidden || text.textContent !== sentence) return;
      offer(title, solve);
      announce(`${sentence} ${title}`);
    },
    /** Counts down the seconds, then continues. Announced once to screen readers, but updated every second. */
    countDown: (seconds: number, sentence: (left: number) => string, goOn: () => void) => {
      tell(sentence(seconds), false);
      const endMs = Date.now() + seconds * secondMs;
      // By the clock, because timers of background tabs are throttled.
      ticking = setInterval(() => {
        const left = Math.ceil((endMs - Date.now()) / secondMs);
        if (left > 0) text.textContent = sentence(left);
        else {
          clear();
          goOn();
        }
      }, secondMs);
    },
  };
}
