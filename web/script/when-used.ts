// Parts of the page whose script loads when somebody comes near them, so that it is there at the first press.

const approaches = ['pointerover', 'focusin', 'toggle'] as const;
const uses = ['click', 'submit', 'change'] as const;
const pressed = 'button, [data-index], [data-name]';

type Later = {
  /** Loads and activates the part. */
  readonly load: () => Promise<unknown>;
  /** Calls its argument once the part is near the viewport. */
  readonly whenNear?: (root: Element, act: () => void) => void;
};

/**
 * Loads a part when a pointer or the focus comes to it, or it is near the viewport; what was pressed, chosen or
 * sent before is done again then.
 * @returns a function that loads it at once
 */
export function loadWhenUsed(root: HTMLElement, { load, whenNear }: Later): () => void {
  const end = new AbortController();
  const { signal } = end;
  let loaded: Promise<unknown> | undefined;
  const start = (): Promise<unknown> =>
    (loaded ??= load().then(
      () => end.abort(),
      // Without a connection, for example: the next press tries again.
      () => void (loaded = undefined),
    ));
  for (const name of approaches) {
    root.addEventListener(name, () => void start(), { signal, capture: true, passive: true });
  }
  for (const name of uses) {
    root.addEventListener(
      name,
      (event) => {
        const { target } = event;
        const part =
          target instanceof Element && (name === 'click' ? target.closest(pressed) : target);
        if (!(part instanceof HTMLElement)) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        void start().then(() => signal.aborted && repeat(name, part));
      },
      { signal, capture: true },
    );
  }
  whenNear?.(root, () => void start());
  return () => void start();
}

function repeat(name: (typeof uses)[number], part: HTMLElement): void {
  if (part instanceof HTMLFormElement) part.requestSubmit();
  else if (name === 'click') part.click();
  else part.dispatchEvent(new Event(name, { bubbles: true }));
}
