import type { Item } from '../../src/service/site/front/lineup.ts';

// The first player of the row, in whom thumbnails show what can be chosen.

const name = 'lineup-first';

/** Sets whom the row begins with. */
export function setFirst(item: Item): void {
  document.dispatchEvent(new CustomEvent(name, { detail: item }));
}

/** @param isOpening whether the page has opened on this player */
type Changed = (item: Item, isOpening: boolean) => void;

/** Calls a function whenever the row begins with another player, and at once if there is one already. */
export type OnFirst = (changed: Changed) => void;

export function watchFirst(): OnFirst {
  const listeners: Changed[] = [];
  let last: Item | null = null;
  let isOpening = true;
  document.addEventListener(name, (event) => {
    if (!(event instanceof CustomEvent)) return;
    const item: Item = event.detail;
    if (JSON.stringify(item) === JSON.stringify(last)) return;
    isOpening = last === null;
    last = item;
    for (const changed of listeners) changed(item, isOpening);
  });
  return (changed) => {
    listeners.push(changed);
    if (last !== null) changed(last, isOpening);
  };
}
