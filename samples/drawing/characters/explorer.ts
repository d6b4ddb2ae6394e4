import { bands, coat, hoops, mirror, patch, wrap } from '../brush.ts';
import { ramp } from '../colour.ts';
import { createFigure, type Figure, type Texel } from '../figure.ts';
import { either, shade, tone } from '../material.ts';
import { complexion, faceInks } from '../people.ts';

const parka = ramp('#1b4a80', '#2f94c4', '#86dcea');
const fluff = ramp('#a79bc0', '#ece5ec', '#ffffff');
const wool = ramp('#9c2f4f', '#ee6a5f', '#ffb08a');
const pants = ramp('#262848', '#454b78', '#727cab');
const boot = ramp('#4a2633', '#8a5340', '#c78b58');
const moss = ramp('#2f4a3a', '#5c7f4a', '#97b25e');
const skin = complexion.copper;

/** A scarf knitted in two wools. */
const scarf = either(({ ring }: Texel) => ring % 3 === 0, '#f7e9c8', shade(wool, { fall: 0.5 }));

const features = faceInks(skin, { iris: '#7a4a24', brow: '#33201f', lip: '#8c3a3c' });

const inks = {
  ...features,
  h: '#33201f',
  H: '#54352c',
  R: shade(parka, { grain: 'cloth', fall: 1.2 }),
  r: tone(parka, 0),
  q: tone(parka, 1),
  F: shade(fluff, { grain: 'fur', fall: 0.8 }),
  f: tone(fluff, 1),
  S: scarf,
  u: tone(wool, 1),
  g: '#d94f52',
  j: '#a8324e',
  o: '#7fe6f0d0',
  O: '#f0ffffe8',
  x: '#3f9fd8d0',
  B: shade(boot),
  b: tone(boot, 0),
  M: shade(moss, { grain: 'cloth' }),
  m: tone(moss, 0),
  N: '#e8654f',
  y: '#f6cf62',
  P: shade(pants, { grain: 'cloth' }),
  W: '#fffaf4',
};

/** Follows the footprints until they turn out to be her own. */
export function drawExplorer(): Figure {
  const figure = createFigure('classic');
  paintHead(figure);
  paintHood(figure);
  paintBody(figure);
  paintLimbs(figure);
  return figure;
}

function paintHead({ head }: Figure): void {
  coat(head, shade(parka, { lift: -1 }));
  const face = `
    ........ hhhhhhhh ........ ........
    ........ hHhhhhHh ........ ........
    ........ hhHhhHhh ........ ........
    .......h sbbssbbs h....... ........
    .......h svessevs h....... ........
    .......s swissiws s....... ........
    .......s kksNNskk s....... ........
    .......s sssmmsss s....... ........`;
  wrap(head, face, { ...inks, ...features });
}

function paintHood({ hat }: Figure): void {
  const hood = `
    RRRRRRFF FFFFFFFF FFRRRRRR RRRRRRRR
    RRRRRRFF gOoggOog FFRRRRRR RRRRRRRR
    RjjjjjFj goxjjoxg jFjjjjjR jjjjjjjj
    RRRRRRFF F______F FFRRRRRR RRRqqRRR
    RRRRRRFF F______F FFRRRRRR RRRqqRRR
    RRRRRRfF F______F FfRRRRRR RRRqqRRR
    RRRRRRFF F______F FFRRRRRR RRRRRRRR
    SSSSSSSS SSSSSSSS SSSSSSSS SSSSSSSS`;
  wrap(hat, hood, inks);
  const crown = `
    RRRqqRRR
    RRRqqRRR
    RRRqqRRR
    RRRqqRRR
    RRRqqRRR
    RRRRRRRR
    FFfFFFFF
    FFFFFfFF`;
  patch(hat, { face: 'top', x: 0, y: 0 }, crown, inks);
}

function paintBody({ body, jacket }: Figure): void {
  const coatRows = `
    SSSS SSSSSSSS SSSS SSSSSSSS
    RRRR RRRRRRRR RRRR RRRRRRRR
    RRRR RRRrRRRR RRRR RRRRRRRR
    RRRR RRRrRRRR RRRR RRRRRRRR
    RRRR RRRrRRRR RRRR RRRRRRRR
    RRRR RRRrRRRR RRRR RRRRRRRR
    RRRR RRRrRRRR RRRR RRRRRRRR
    RRRR RRRrRRRR RRRR RRRRRRRR
    RRRR RRRrRRRR RRRR RRRRRRRR
    RRRR RRRrRRRR RRRR RRRRRRRR
    RRRR RRRrRRRR RRRR RRRRRRRR
    PPPP PPPPPPPP PPPP PPPPPPPP`;
  coat(body, inks.R);
  wrap(body, coatRows, inks);
  const gear = `
    SSBS SSSSSSSS SBSS SBSSSSBS
    __B_ BuSSSSuB _B__ mMMMMMMm
    __B_ B_SSu__B _B__ MMmMMmMM
    __B_ B_uS___B _B__ yMMMMMMy
    __B_ y_Su___y _B__ BBBBBBBB
    __B_ B_SS___B _B__ MmMMMMmM
    __B_ B_uS_RRB _B__ MMMyyMMM
    __B_ ___W_qq_ _B__ MMBBBBMM
    ____ RRW__RR_ ____ MMBMMBMM
    qqqq qq____qq qqqq MMBBBBMM
    FFFF FFF__FFF FFFF mMMMMMMm
    FFFF FFF__FFF FFFF FFFFFFFF`;
  wrap(jacket, gear, inks);
  patch(jacket, { face: 'top', x: 0, y: 0 }, 'mMMMMMMm\nBSSSSSSB\nBSSSSSSB\nBSSSSSSB', inks);
}

function paintLimbs(figure: Figure): void {
  const { rightArm, rightSleeve, leftSleeve, rightLeg, rightTrouser, leftTrouser } = figure;
  bands(rightArm, [
    [8, inks.R],
    [4, shade(wool, { grain: 'knit', fall: 1 })],
  ]);
  bands(rightSleeve, [[1, inks.R]]);
  hoops(rightSleeve, 7, 2, inks.F);
  patch(rightSleeve, { face: 'right', x: 0, y: 2 }, 'WWWW\nWyyW\n_WW_', { ...inks, W: '#3a3f8c' });
  patch(rightSleeve, { face: 'right', x: 1, y: 10 }, 'WW\nWW', { W: '#f7e9c8' });
  mirror(rightArm, figure.leftArm);
  mirror(rightSleeve, leftSleeve);
  patch(leftSleeve, { face: 'left', x: 0, y: 2 }, '____\n_yy_\n____', inks);
  bands(rightLeg, [
    [7, inks.P],
    [4, inks.B],
    [1, inks.b],
  ]);
  bands(rightTrouser, [[1, inks.F]]);
  hoops(rightTrouser, 6, 2, inks.F);
  hoops(rightTrouser, 8, 3, inks.B);
  hoops(rightTrouser, 11, 1, inks.b);
  patch(rightTrouser, { face: 'front', x: 1, y: 8 }, 'yb\nby', inks);
  patch(rightTrouser, { face: 'front', x: 0, y: 3 }, '_PP_\n_PP_', {
    P: tone(pants, 3),
  });
  mirror(rightLeg, figure.leftLeg);
  mirror(rightTrouser, leftTrouser);
  patch(rightTrouser, { face: 'right', x: 0, y: 2 }, '_yy_\n_PP_\n_PP_', {
    y: '#f6cf62',
    P: tone(pants, 3),
  });
}
