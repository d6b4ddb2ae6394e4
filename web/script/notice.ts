import { announce } from './dom.ts';

/** The place where a part of the page says what is the matter. */
export type Notice = {
  clear(): void;
  /** What is going on right now. */
  tell(sentence: string): void;
  /** Something that stays until it is mended; `retry` is offered as a button where there is one. */
  say(sentence: string, retry?: () => void): void;
  /** Counts the seconds down, and then goes on by itself. Heard once, seen every second. */
  countDown(seconds: number, sentence: (left: number) => string, goOn: () => void): void;
};

const secondMs = 1000;

export function createNotice(box: HTMLElement): Notice {
  let ticking: ReturnType<typeof setInterval> | undefined;
  let offered: (() => void) | undefined;
  const text = box.querySelector('p') ?? box;
  const button = box.querySelector('button');
  button?.addEventListener('click', () => offered?.());

  function show(sentence: string, isBad: boolean): void {
    text.textContent = sentence;
    box.classList.toggle('bad', isBad);
    box.hidden = false;
  }
  function clear(): void {
    clearInterval(ticking);
    box.hidden = true;
    offered = undefined;
    if (button !== null) button.hidden = true;
  }
  function tell(sentence: string, isBad = false): void {
    clear();
    show(sentence, isBad);
    announce(sentence);
  }
  return {
    clear,
    tell,
    say: (sentence, retry) => {
      tell(sentence, true);
      offered = retry;
      if (button !== null) button.hidden = retry === undefined;
    },
    countDown: (seconds, sentence, goOn) => {
      tell(sentence(seconds));
      const endMs = Date.now() + seconds * secondMs;
      // By the clock: a tab in the background is not called every second.
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
