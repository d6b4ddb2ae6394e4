import { taken, type Lineup } from '../../src/features/docs/front/lineup.ts';
import { boxesIn, type Box } from './boxes.ts';
import { byId } from './dom.ts';
import { nameOf } from './slot.ts';
import type { Slots } from './slots.ts';
import { t } from './messages.ts';

// The figures of the picture and their names as something to press. Hands only: the list of places is
// there for keyboards and for those who don't see the picture.

type Shown = {
  readonly drawn: Lineup;
  readonly blob: Blob;
  readonly widthPx: number;
  readonly heightPx: number;
};

/** A line of names in a picture is about this high; more there is room for below a plain row. */
const nameShare = 0.09;

function bottomOf({ box }: { readonly box: Box }): number {
  return box.top + box.height;
}

/** Lays a place to press over every figure of a picture that has come, and over its name. */
export async function layFigures(slots: Slots, shown: Shown): Promise<void> {
  const boxes = await boxesIn(shown.blob);
  const layer = byId('figures');
  const found = taken(shown.drawn.places).flatMap(({ index }, at) => {
    const [slot, box] = [slots.all()[index], boxes[at]];
    return slot === undefined || box === undefined ? [] : [{ slot, index, box }];
  });
  // Who stands before another lies over it.
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

/** Nobody stands there. */
export function clearFigures(): void {
  byId('figures').replaceChildren();
}

/** Tells on the picture who is being edited, and who could not be drawn. */
export function markFigures(slots: Slots): void {
  const all = slots.all();
  for (const own of byId('figures').querySelectorAll<HTMLElement>('[data-index], [data-name]')) {
    const slot = all[Number(own.dataset['index'] ?? own.dataset['name'])];
    for (const name of ['edited', 'wrong']) {
      own.classList.toggle(name, slot?.classList.contains(name) === true);
    }
  }
}

type Area = Omit<Box, 'nameTop'>;

function nameBox({ left, width, nameTop }: Box, { heightPx }: Shown): Area {
  const height = heightPx * nameShare;
  return { left, width, top: Math.min(nameTop, heightPx - height), height };
}

/** The same in shares of the picture: it is shown in any size. */
function inShares({ left, top, width, height }: Area, { widthPx, heightPx }: Shown): Area {
  return {
    left: left / widthPx,
    width: width / widthPx,
    top: top / heightPx,
    height: height / heightPx,
  };
}

function figureOf(slot: HTMLLIElement, index: number, area: Area): HTMLElement {
  const figure = document.createElement('div');
  figure.className = 'figure';
  figure.dataset['index'] = String(index);
  figure.title = t('poseOrDrag', { name: nameOf(slot) });
  const remove = part('off', t('removePlayer', { number: index + 1 }));
  remove.textContent = '×';
  figure.append(remove);
  return placed(figure, area);
}

function nameButton(slot: HTMLLIElement, index: number, area: Area): HTMLElement {
  const name = part('name', t('retype', { name: nameOf(slot) }));
  name.dataset['name'] = String(index);
  placed(name, area);
  // One that is too low for a finger grows upwards, and stays on the stage.
  name.style.top = 'auto';
  name.style.bottom = `${100 * (1 - area.top - area.height)}%`;
  return name;
}

function part(className: string, title: string): HTMLButtonElement {
  const button = document.createElement('button');
  return Object.assign(button, { type: 'button', className, title, tabIndex: -1 });
}

function placed(element: HTMLElement, area: Area): HTMLElement {
  for (const side of ['left', 'top', 'width', 'height'] as const) {
    element.style[side] = `${100 * area[side]}%`;
  }
  return element;
}
