import { create, createButton } from './dom.ts';
import { store, stored } from './storage.ts';

// Turns stacked panels into tabs (the ARIA pattern with automatic activation).

const chosen = 'lineup-tab';

/** Turns every group of panels into tabs; choosing Python once selects it everywhere. */
export function enableTabs(): void {
  for (const group of document.querySelectorAll<HTMLElement>('.tabs')) makeTabs(group);
  document.addEventListener(chosen, (event) => {
    if (!(event instanceof CustomEvent)) return;
    showEverywhere(String(event.detail));
    store(chosen, String(event.detail));
  });
  const saved = stored(chosen);
  if (saved !== null) showEverywhere(saved);
}

/** Shows only the tabs of a group whose panels can be chosen. */
export function offerTabs(group: HTMLElement, isOffered: (panel: string) => boolean): void {
  const tabs = tabsOf(group);
  for (const tab of tabs) tab.hidden = !isOffered(tab.getAttribute('aria-controls') ?? '');
  const shown = tabs.find((tab) => tab.ariaSelected === 'true');
  const first = tabs.find((tab) => !tab.hidden);
  if (shown?.hidden === true && first !== undefined) select(group, first);
}

function makeTabs(group: HTMLElement): void {
  const ariaLabel = group.dataset['tabs'] ?? '';
  const list = create('div', { className: 'tablist', role: 'tablist', ariaLabel });
  for (const panel of group.querySelectorAll<HTMLElement>('.panel')) list.append(makeTab(panel));
  group.prepend(list);
  group.classList.add('ready');
  list.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLElement && target.role === 'tab') choose(group, target);
  });
  list.addEventListener('keydown', (event) => steer(group, event));
  const [first] = tabsOf(group);
  if (first !== undefined) select(group, first);
}

function makeTab(panel: HTMLElement): HTMLElement {
  const tab = createButton({ id: `${panel.id}-tab`, textContent: panel.dataset['tab'] ?? '' });
  tab.role = 'tab';
  tab.setAttribute('aria-controls', panel.id);
  panel.role = 'tabpanel';
  panel.setAttribute('aria-labelledby', tab.id);
  return tab;
}

function tabsOf(group: HTMLElement): HTMLElement[] {
  return [...group.querySelectorAll<HTMLElement>('[role="tab"]')];
}

function choose(group: HTMLElement, tab: HTMLElement): void {
  select(group, tab);
  document.dispatchEvent(new CustomEvent(chosen, { detail: keyOf(tab) }));
}

/** The key of a panel in every language and on every page: `share-curl` → `curl`. */
function keyOf(tab: HTMLElement): string {
  return tab.getAttribute('aria-controls')?.split('-').at(-1) ?? '';
}

function showEverywhere(name: string): void {
  for (const group of document.querySelectorAll<HTMLElement>('.tabs')) {
    const tab = tabsOf(group).find((other) => keyOf(other) === name && !other.hidden);
    if (tab !== undefined) select(group, tab);
  }
}

function select(group: HTMLElement, chosenTab: HTMLElement): void {
  for (const tab of tabsOf(group)) {
    const isChosen = tab === chosenTab;
    tab.ariaSelected = String(isChosen);
    tab.tabIndex = isChosen ? 0 : -1;
    const panel = document.querySelector<HTMLElement>(`#${tab.getAttribute('aria-controls')}`);
    if (panel !== null) panel.hidden = !isChosen;
  }
}

function steer(group: HTMLElement, event: KeyboardEvent): void {
  const tabs = tabsOf(group).filter(({ hidden }) => !hidden);
  const here = tabs.findIndex(({ ariaSelected }) => ariaSelected === 'true');
  const goals = new Map([
    ['ArrowRight', here + 1],
    ['ArrowLeft', here - 1],
    ['Home', 0],
    ['End', tabs.length - 1],
  ]);
  const goal = goals.get(event.key);
  const tab = goal === undefined ? undefined : tabs.at(goal % tabs.length);
  if (tab === undefined) return;
  event.preventDefault();
  choose(group, tab);
  tab.focus();
}
