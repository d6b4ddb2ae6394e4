import {
  bevel,
  createArt,
  fill,
  mix,
  paint,
  put,
  type Area,
  type Art,
  type Paint,
} from '../scenes/art/art.ts';
import { hash } from '../scenes/art/noise.ts';
import { cardSquares } from '../scenes/layout/cards.ts';
import type { CardLook } from './card-look.ts';

// The frame of a card, in squares: a border around the window of its scene, the plate of its name, and a panel
// for what is written below.

/** Where the parts of a card are, in squares; those that it does not have are `null`. */
export type CardParts = {
  readonly window: Area;
  readonly plate: Area | null;
  readonly panel: Area | null;
};

/** Width of the border, with the lines on both of its sides. */
const border = 9;

const whole: Area = [0, 0, cardSquares.columns, cardSquares.rows];
/** What is within the border. */
const hole = grown(whole, -border);

const plateRows = 31;
/** How much of the plate lies over the window. */
const plateOver = 25;
/** Rows of a panel with one line, and with two. */
const panelRows = [0, 25, 38] as const;

/** @param lines that are written on the panel */
export function cardPartsOf(hasName: boolean, lines: 0 | 1 | 2): CardParts {
  const [left, top, columns, rows] = hole;
  const panelTop = top + rows - panelRows[lines];
  const plateTop = panelTop - plateOver;
  return {
    window: [left, top, columns, (hasName ? plateTop + 2 : panelTop) - top],
    plate: hasName ? [4, plateTop, cardSquares.columns - 8, plateRows] : null,
    panel: lines === 0 ? null : [left, panelTop, columns, panelRows[lines]],
  };
}

/** How far the corners of a card are cut off, row by row. */
const corner = [6, 4, 3, 2, 1, 1, 0] as const;

/** Paints the frame of a card; its window stays transparent. */
export function paintFrame({ window, plate, panel }: CardParts, look: CardLook): Art {
  const art = createArt(cardSquares.columns, cardSquares.rows);
  paintMetal(art, whole, look);
  bevel(art, grown(whole, -1), look.light, look.dark);
  bevel(art, grown(hole, 2), look.dark, look.light);
  bevel(art, grown(hole, 1), look.line, look.line);
  paintCorners(art, look);
  fill(art, hole, look.line);
  fill(art, window, 0);
  if (panel !== null) paintPanel(art, panel, look);
  if (plate !== null) paintPlate(art, plate, look);
  paintJewels(art, look);
  cutCorners(art, look);
  return art;
}

function grown([left, top, columns, rows]: Area, by: number): Area {
  return [left - by, top - by, columns + 2 * by, rows + 2 * by];
}

/** Rough stone, or metal with a sheen in slanted steps. */
function paintMetal(art: Art, [left, top, columns, rows]: Area, look: CardLook): void {
  const { base, light, dark } = look;
  for (let row = top; row < top + rows; row++) {
    for (let column = left; column < left + columns; column++) {
      put(art, column, row, look.isRough ? stoneAt(column, row, look) : metalAt(column, row));
    }
  }
  function metalAt(column: number, row: number): Paint {
    const along = (column + 0.6 * row) / 46;
    const sheen = Math.abs((along % 1) * 2 - 1);
    const level = Math.round((sheen ** 2 * 1.3 - 0.35) * 4) / 4;
    return level > 0 ? mix(base, light, level * 0.62) : mix(base, dark, -level * 0.9);
  }
}

function stoneAt(column: number, row: number, { base, light, dark }: CardLook): Paint {
  const fleck = hash(41, column >> 1, row >> 1) * 0.7 + hash(43, column, row) * 0.3;
  if (fleck > 0.74) return mix(base, light, 0.32);
  return fleck < 0.3 ? mix(base, dark, 0.34) : mix(base, dark, 0.06);
}

/** A raised fitting on each corner of the border, with a stud. */
function paintCorners(art: Art, look: CardLook): void {
  const side = 15;
  for (const left of [0, art.columns - side]) {
    for (const top of [0, art.rows - side]) {
      const fitting: Area = [left, top, side, side];
      fill(art, fitting, look.line);
      fill(art, grown(fitting, -1), mix(look.base, look.dark, 0.25));
      bevel(art, grown(fitting, -1), look.light, look.dark);
      fill(art, grown(fitting, -5), look.base);
      bevel(art, grown(fitting, -5), mix(look.light, white, 0.4), look.dark);
    }
  }
}

const white = paint('#ffffff');

/** A dark slate for what is written. */
function paintPanel(art: Art, [left, top, columns, rows]: Area, look: CardLook): void {
  const ground = mix(look.line, look.dark, 0.28);
  for (let row = top; row < top + rows; row++) {
    for (let column = left; column < left + columns; column++) {
      const fleck = hash(17, column >> 1, row >> 1);
      put(art, column, row, mix(ground, look.line, fleck > 0.8 ? 0.3 : fleck < 0.14 ? 0 : 0.14));
    }
  }
  fill(art, [left, top, columns, 1], look.line);
}

/** A ribbon of the border's metal, wider than the window, around a dark field. */
function paintPlate(art: Art, plate: Area, look: CardLook): void {
  const [left, top, columns, rows] = plate;
  paintMetal(art, plate, look);
  bevel(art, plate, look.line, look.line);
  bevel(art, grown(plate, -1), look.light, look.dark);
  bevel(art, grown(plate, -3), look.dark, look.light);
  fill(art, grown(plate, -4), mix(look.line, look.dark, 0.34));
  fill(art, [left + 4, top + 4, columns - 8, 2], mix(look.line, look.dark, 0.12));
  // Notches at its ends, as if cut from the border.
  for (const column of [left, left + columns - 1]) {
    put(art, column, top, look.line);
    put(art, column, top + rows - 1, look.line);
  }
  for (const column of [left + 2, left + columns - 3]) {
    fill(art, [column, top + (rows >> 1) - 1, 1, 3], look.light);
  }
}

/** Jewels on the upper border, as many as the card is rare. */
function paintJewels(art: Art, look: CardLook): void {
  if (look.jewels === 0) return;
  const [side, between] = [7, 2];
  const columns = look.jewels * (side + between) - between;
  const first = Math.floor((art.columns - columns) / 2);
  const mount: Area = [first - 4, 0, columns + 8, 11];
  fill(art, mount, look.line);
  bevel(art, grown(mount, -1), look.light, look.dark);
  fill(art, grown(mount, -2), mix(look.line, look.dark, 0.4));
  for (let jewel = 0; jewel < look.jewels; jewel++) {
    paintJewel(art, first + jewel * (side + between), 2, look);
  }
}

/** A cut stone: lit from the upper left. */
function paintJewel(art: Art, left: number, top: number, { light, base, dark }: CardLook): void {
  const middle = 3;
  for (let row = 0; row < 7; row++) {
    for (let column = 0; column < 7; column++) {
      const [across, down] = [column - middle, row - middle];
      const away = Math.abs(across) + Math.abs(down);
      if (away > middle) continue;
      const lit = across + down;
      const side =
        away === middle ? (lit < 0 ? light : dark) : lit < 0 ? mix(light, white, 0.5) : base;
      put(art, left + column, top + row, lit === 0 && away < middle ? light : side);
    }
  }
}

/** Steps at the corners, with a line along them that is closed at its corners, too. */
function cutCorners(art: Art, { line }: CardLook): void {
  bevel(art, whole, line, line);
  corner.forEach((cut, row) => {
    const lined = corner[row - 1] ?? cut + 1;
    for (const top of [row, art.rows - 1 - row]) {
      for (let column = 0; column <= lined; column++) {
        put(art, column, top, column < cut ? 0 : line);
        put(art, art.columns - 1 - column, top, column < cut ? 0 : line);
      }
    }
  });
}
