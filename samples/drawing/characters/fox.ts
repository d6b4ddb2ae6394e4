import { bands, coat, hoops, mirror, patch, wrap } from '../brush.ts';
import { ramp } from '../colour.ts';
import { createFigure, type Figure } from '../figure.ts';
import { shade, tone } from '../material.ts';

const fur = ramp('#a23a26', '#ea7a2e', '#ffb860');
const cream = ramp('#c9a79c', '#f8e6d0', '#fffaf0');
const socks = ramp('#20151f', '#3d2830', '#5e4144');
const fleece = ramp('#1d4a4c', '#2f8368', '#6bbf86');
const denim = ramp('#232c57', '#3d5590', '#6f8fc2');
const canvas = ramp('#a8344a', '#e45a58', '#ff9a80');

const inks = {
  O: shade(fur, { grain: 'fur', fall: 1 }),
  o: tone(fur, 1),
  l: tone(fur, 4),
  W: shade(cream, { grain: 'fur', fall: 0.8, lift: 0.4 }),
  w: tone(cream, 1),
  N: '#2a1a24',
  D: shade(socks, { grain: 'fur' }),
  P: '#f08f86',
  e: '#1f1420',
  i: '#f4b43c',
  g: '#fffdf4',
  F: shade(fleece, { grain: 'cloth', fall: 1 }),
  f: tone(fleece, 1),
  d: tone(fleece, 0),
  L: tone(fleece, 3),
  c: tone(cream, 3),
  J: shade(denim, { grain: 'cloth' }),
  j: tone(denim, 0),
  y: '#f6cf62',
  C: shade(canvas),
  s: tone(cream, 4),
};

/** Never leaves the house without the good hoodie. */
export function drawFox(): Figure {
  const figure = createFigure('classic');
  paintHead(figure);
  paintHood(figure);
  paintBody(figure);
  paintLimbs(figure);
  return figure;
}

function paintHead({ head }: Figure): void {
  coat(head, inks.O);
  const face = `
    OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO
    OOOOOOOO OOOllOOO OOOOOOOO OOOOOOOO
    OOOOOOOO OOOllOOO OOOOOOOO OOOOOOOO
    OOOOOOOO OccOOccO OOOOOOOO OOOOOOOO
    OOOOOOOO OgeOOegO OOOOOOOO OOOOOOOO
    OOOOOOOW WieOOeiW WOOOOOOO OOOOOOOO
    OOOOOOWW WWWNNWWW WWOOOOOO OOOOOOOO
    OOOOOWWW WWwNNwWW WWWOOOOO OOOOOOOO`;
  wrap(head, face, inks);
  patch(head, { face: 'bottom', x: 0, y: 4 }, 'OWWWWWWO\nWWWWWWWW\nWWWWWWWW\nwWWWWWWw', inks);
}

function paintHood({ hat }: Figure): void {
  const hood = `
    FFFFFODD DDOFFODD DDOFFFFF FFFFFFFF
    FFFFFFOO OPOffOPO OOFFFFFF FFFddFFF
    FFFFFFfO lP____Pl OfFFFFFF FFFddFFF
    FFFFFFFL f______f LFFFFFFF FFFddFFF
    FFFFFFFL f______f LFFFFFFF FFFddFFF
    FFFFFFFL W______W LFFFFFFF FFFddFFF
    FFFFFFFf WW_NN_WW fFFFFFFF FFFddFFF
    ffffffff fWWWWWWf ffffffff ffffffff`;
  wrap(hat, hood, inks);
  const ears = `
    FFFFFFFF
    FFFddFFF
    FFFddFFF
    FFFddFFF
    FFFFFFFF
    NDFFFFDN
    DDOFFODD
    DDDFFDDD`;
  patch(hat, { face: 'top', x: 0, y: 0 }, ears, inks);
  patch(hat, { face: 'bottom', x: 0, y: 5 }, '________\n__WWWW__\n_WWWWWW_', inks);
}

function paintBody({ body, jacket }: Figure): void {
  const hoodie = `
    ffff fWWWWWWf ffff ffffffff
    FFFF FfWWWWfF FFFF FFFFFFFF
    FFFF FFfwwfFF FFFF FFFFFFFF
    FFFF FFFffFFF FFFF FFFFFFFF
    FFFF FFFFFFFF FFFF FFFFFFFF
    FFFF FFFFFFFF FFFF FFFFFFFF
    FFFF FFFFFFFF FFFF FFFFFFFF
    FFFF FFFFFFFF FFFF FFFFFFFF
    FFFF FFFFFFFF FFFF FFFFFFFF
    FFFF FFFFFFFF FFFF FFFFFFFF
    ffff ffffffff ffff ffffffff
    JJJJ JJJJJJJJ JJJJ JJJJJJJJ`;
  coat(body, inks.F);
  wrap(body, hoodie, inks);
  const front = `
    LL____LL
    _Lc__cL_
    __c__c__
    __c__c__
    __y__c__
    _____y__
    _LLLLLL_
    LFFFFFFL
    FFFFFFFF
    fFFFFFFf
    dfdfdfdf`;
  patch(jacket, { face: 'front', x: 0, y: 0 }, front, inks);
  patch(jacket, { face: 'right', x: 0, y: 10 }, 'dfdf', inks);
  patch(jacket, { face: 'left', x: 0, y: 10 }, 'dfdf', inks);
  const tail = `
    LFFFFFFL
    _LLLLLL_
    ________
    ________
    ___OO___
    __OOOO__
    __OOOO__
    __OOOO__
    __OOOO__
    __WOOW__
    __WWWW__
    ___WW___`;
  patch(jacket, { face: 'back', x: 0, y: 0 }, tail, inks);
  hoops(jacket, 0, 1, inks.L);
}

function paintLimbs(figure: Figure): void {
  const { rightArm, rightSleeve, rightLeg, rightTrouser } = figure;
  bands(rightArm, [
    [8, inks.F],
    [1, inks.f],
    [3, inks.D],
  ]);
  patch(rightArm, { face: 'bottom', x: 1, y: 1 }, 'PP\nPP', inks);
  bands(rightSleeve, [[1, inks.F]]);
  patch(rightSleeve, { face: 'right', x: 1, y: 0 }, 'LL\nLL\nLL\nLL\nLL\nLL\nLL\nLL', {
    L: tone(cream, 3),
  });
  hoops(rightSleeve, 8, 1, inks.f);
  hoops(rightSleeve, 7, 1, inks.F);
  mirror(rightArm, figure.leftArm);
  mirror(rightSleeve, figure.leftSleeve);
  bands(rightLeg, [
    [8, inks.J],
    [1, inks.D],
    [2, inks.C],
    [1, inks.s],
  ]);
  hoops(rightTrouser, 6, 1, inks.J);
  hoops(rightTrouser, 7, 1, tone(denim, 4));
  hoops(rightTrouser, 9, 2, shade(canvas, { lift: 0.3 }));
  hoops(rightTrouser, 11, 1, inks.s);
  patch(rightTrouser, { face: 'front', x: 0, y: 9 }, 'CssC\nssss', inks);
  patch(rightTrouser, { face: 'right', x: 1, y: 9 }, 'sC\nCs', inks);
  mirror(rightLeg, figure.leftLeg);
  mirror(rightTrouser, figure.leftTrouser);
  patch(figure.leftTrouser, { face: 'front', x: 1, y: 3 }, 'yy\nyj', inks);
}
