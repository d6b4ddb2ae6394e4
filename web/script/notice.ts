import { announce } from './dom.ts';

/** The notice of a part of the page. */
export type Notice = {
  clear(): void;
  /** Shows what is in progress. */
  showStatus(sentence: string): void;
  /** Shows a problem until it is solved, with a retry button if `retry` is given. */
  showError(sentence: string, retry?: () => void): void;
  /** Adds a button to the problem, if it is still shown: what would solve it. */
  offer(sentence: string, title: string, solve: () => void): void;
  /**
   * Counts down the seconds, then continues. Announced once to screen readers, but updated every
   * second.
   */
  countDown(seconds: number, sentence: (left: number) => string, goOn: () => void): void;
};

const secondMs = 1000;

export function createNotice(box: HTMLElement): Notice {
  let ticking: ReturnType<typeof setInterval> | undefined;
  let offered: (() => void) | undefined;
  const text = box.querySelector('p') ?? box;
  const button = box.querySelector('button');
  const retryTitle = button?.textContent ?? '';
  button?.addEventListener('click', () => offered?.());

  function show(sentence: string, isBad: boolean): void {
    text.textContent = sentence;
    box.classList.toggle('bad', isBad);
    box.hidden = false;
  }
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
  function showStatus(sentence: string, isBad = false): void {
    clear();
    show(sentence, isBad);
    announce(sentence);
  }
  return {
    clear,
    showStatus,
    showError: (sentence, retry) => {
      showStatus(sentence, true);
      offer(retryTitle, retry);
    },
    offer: (sentence, title, solve) => {
      if (box.hidden || text.textContent !== sentence) return;
      offer(title, solve);
      announce(`${sentence} ${title}`);
    },
    countDown: (seconds, sentence, goOn) => {
      showStatus(sentence(seconds));
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
