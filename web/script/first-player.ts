import type { Item } from '../../src/service/site/front/lineup.ts';

// The first player of the row, in whom thumbnails show what can be chosen.

const name = 'lineup-first';

/** Sets whom the row begins with. */
export function setFirst(item: Item): void {
  document.dispatchEvent(new CustomEvent(name, { detail: item }));
}

/** @param changed called whenever the row begins with another player */
export function onFirst(changed: (item: Item) => void): void {
  let before = '';
  document.addEventListener(name, (event) => {
    if (!(event instanceof CustomEvent)) return;
    const item: Item = event.detail;
    const key = JSON.stringify(item);
    if (key !== before) changed(item);
    before = key;
  });
}
