import { taken, type Lineup } from '../../src/service/site/front/lineup.ts';
import type { Box } from './boxes.ts';
import { byId, create, createButton } from './dom.ts';
import { nameOf } from './slot.ts';
import type { Slots } from './slots.ts';
import { t } from './messages.ts';

// Makes the figures and names in the picture clickable. For pointers only: keyboards and screen
// readers use the list of slots.

type Shown = {
  readonly drawn: Lineup;
  /** The figures in the picture. */
  readonly boxes: readonly Box[];
  readonly widthPx: number;
  readonly heightPx: number;
};

/** Height of a line of names relative to the picture, as the clickable area below a plain row. */
const nameShare = 0.09;

function bottomOf({ box }: { readonly box: Box }): number {
  return box.top + box.height;
}

/** Adds clickable areas over every figure and name of a loaded picture. */
export function layFigures(slots: Slots, shown: Shown): void {
  const layer = byId('figures');
  const found = taken(shown.drawn.items).flatMap(({ index }, at) => {
    const [slot, box] = [slots.all()[index], shown.boxes[at]];
    return slot === undefined || box === undefined ? [] : [{ slot, index, box }];
  });
  // Figures in front are on top.
  const ordered = found.toSorted((one, other) => bottomOf(one) - bottomOf(other));
  layer.replaceChildren(
    ...ordered.map(({ slot, index, box }) => figureOf(slot, index, inShares(box, shown))),
    ...ordered.map(({ slot, index, box }) =>
      nameButton(slot, index, inShares(nameBox(box, shown), shown)),
    ),
  );
  layer.hidden = false;
  markFigures(slots);
}

/** Removes all areas. */
export function clearFigures(): void {
  byId('figures').replaceChildren();
}

/** Marks the figure being edited, and those that could not be drawn. */
export function markFigures(slots: Slots): void {
  const all = slots.all();
  for (const own of byId('figures').querySelectorAll<HTMLElement>('[data-index], [data-name]')) {
    const slot = all[Number(own.dataset['index'] ?? own.dataset['name'])];
    for (const name of ['edited', 'wrong']) {
      own.classList.toggle(name, slot?.classList.contains(name) === true);
    }
    const problem = slot?.matches('.wrong') ? slot.querySelector('.problem')?.firstChild : null;
    own.dataset['defaultTitle'] ??= own.title;
    own.title = problem?.textContent ?? own.dataset['defaultTitle'];
  }
}

type Area = Omit<Box, 'nameTop'>;

function nameBox({ left, width, nameTop }: Box, { heightPx }: Shown): Area {
  const height = heightPx * nameShare;
  return { left, width, top: Math.min(nameTop, heightPx - height), height };
}

/** Converts to shares of the picture, which is displayed in any size. */
function inShares({ left, top, width, height }: Area, { widthPx, heightPx }: Shown): Area {
  return {
    left: left / widthPx,
    width: width / widthPx,
    top: top / heightPx,
    height: height / heightPx,
  };
}

function figureOf(slot: HTMLLIElement, index: number, area: Area): HTMLElement {
  const hint = t('poseOrDrag', { name: nameOf(slot) });
  const figure = create('div', { className: 'figure', title: hint });
  figure.dataset['index'] = String(index);
  const title = t('removePlayer', { number: index + 1 });
  figure.append(createButton({ className: 'off', title, tabIndex: -1, textContent: '×' }));
  return placed(figure, area);
}

function nameButton(slot: HTMLLIElement, index: number, area: Area): HTMLElement {
  const title = t('retype', { name: nameOf(slot) });
  const name = createButton({ className: 'name', title, tabIndex: -1 });
  name.dataset['name'] = String(index);
  placed(name, area);
  // Areas too low for a finger grow upwards, and stay within the stage.
  name.style.top = 'auto';
  name.style.bottom = `${100 * (1 - area.top - area.height)}%`;
  return name;
}

function placed(element: HTMLElement, area: Area): HTMLElement {
  for (const side of ['left', 'top', 'width', 'height'] as const) {
    element.style[side] = `${100 * area[side]}%`;
  }
  return element;
}
