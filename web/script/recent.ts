import { taken, type Lineup } from '../../src/service/site/front/lineup.ts';
import { byId, createButton, hit } from './dom.ts';
import { pastedItems } from './paste.ts';
import { forgetRecent, keepRecent, recentNames } from './recent-names.ts';
import { isRoblox } from './roblox.ts';
import type { Slots } from './slots.ts';

/** Recently drawn names as buttons, and a button that forgets them. */
export function enableRecent(slots: Slots, changed: () => void): void {
  showRecent([]);
  byId('recent').addEventListener('click', (event) => {
    const name = hit(event, '[data-recent]')?.dataset['recent'];
    if (name !== undefined) {
      const isAdded = pastedItems(name).some((item) => slots.add(item) !== null);
      if (isAdded) changed();
    }
    if (hit(event, '#forget') === null) return;
    forgetRecent();
    showRecent([]);
  });
}

/** Stores the names that were drawn, and offers those that are not in the picture. */
export function noteRecent({ items }: Lineup): void {
  const names = taken(items).map(({ item }) =>
    isRoblox(item) ? `roblox:${item.value}` : item.value,
  );
  keepRecent(names);
  showRecent(names);
}

function showRecent(present: readonly string[]): void {
  const there = new Set(present.map((name) => name.toLowerCase()));
  const names = recentNames().filter((name) => !there.has(name.toLowerCase()));
  byId('recent-names').replaceChildren(...names.map(chip));
  byId('recent').hidden = names.length === 0;
}

function chip(name: string): HTMLElement {
  const button = createButton({ className: 'chip', textContent: name });
  button.dataset['recent'] = name;
  return button;
}
