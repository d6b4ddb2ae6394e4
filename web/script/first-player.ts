import type { Place } from '../../src/features/docs/front/lineup.ts';

// The first player of the row, in whom thumbnails show what can be chosen.

const name = 'lineup-first';

/** Says whom the row begins with. */
export function tellFirst(place: Place): void {
  document.dispatchEvent(new CustomEvent(name, { detail: place }));
}

/** @param changed called whenever the row begins with another player */
export function onFirst(changed: (place: Place) => void): void {
  let before = '';
  document.addEventListener(name, (event) => {
    if (!(event instanceof CustomEvent)) return;
    const place: Place = event.detail;
    const key = JSON.stringify(place);
    if (key !== before) changed(place);
    before = key;
  });
}
