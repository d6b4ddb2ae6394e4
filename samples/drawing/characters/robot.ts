import { bands, coat, hoops, mirror, patch, wrap } from '../brush.ts';
import { ramp } from '../colour.ts';
import { createFigure, type Figure } from '../figure.ts';
import { shade, tone } from '../material.ts';

const shell = ramp('#2f7f8c', '#6fcabb', '#c9f5d9');
const steel = ramp('#454a63', '#868da6', '#ccd3dd');
const dark = ramp('#15172b', '#262a45', '#3b4263');
const brass = ramp('#a05a2c', '#eda53f', '#ffe08a');
const glow = '#8dffd0';

const inks = {
  S: shade(shell, { fall: 1.2 }),
  s: tone(shell, 1),
  L: tone(shell, 4),
  M: shade(steel, { grain: 'metal' }),
  m: tone(steel, 1),
  D: shade(dark),
  d: tone(dark, 0),
  B: shade(brass),
  b: tone(brass, 1),
  g: glow,
  h: '#3fbf9a',
  p: '#ff8fa8',
  r: '#ff5d6c',
  y: '#ffe08a',
  a: '#c6fff038',
  A: '#e9fffb60',
};

/** Runs on biscuits. Its screen shows how it feels, and it feels fine. */
export function drawRobot(): Figure {
  const figure = createFigure('classic');
  paintHead(figure);
  paintBody(figure);
  paintLimbs(figure);
  return figure;
}

function paintHead({ head, hat }: Figure): void {
  coat(head, inks.S);
  const screen = `
    SSSSSSSS SSSSSSSS SSSSSSSS SSSSSSSS
    SSSSSSSS SDDDDDDS SSSSSSSS SLSSSSSS
    SSDDDSSS DDDDDDDD SSSDDDSS SSDDDDSS
    SDBBBDSS DgDDDDgD SSDBBBDS SSmmmmSS
    SDByBDSS DgDDDDgD SSDByBDS SSDDDDSS
    SDBBBDSS pDDDDDDp SSDBBBDS SSmmmmSS
    SSDDDSSS DDgDDgDD SSSDDDSS SSDDDDSS
    ssssssss sDDggDDs ssssssss ssssssss`;
  wrap(head, screen, inks);
  patch(head, { face: 'bottom', x: 2, y: 2 }, 'mmmm\nmDDm\nmDDm\nmmmm', inks);
  const frame = `
    ________ LSSSSSSs ________ ________
    _______S S______s S_______ ________
    _BBB____ _____AA_ ____BBB_ __mmmm__
    BbbbB___ ______A_ ___BbbbB __m__m__
    BbybB___ ________ ___BbybB __m__m__
    BbbbB___ _a______ ___BbbbB __mmmm__
    _BBB____ _aa_____ ____BBB_ ________
    _______s sSSSSSSs s_______ ________`;
  wrap(hat, frame, inks);
  const antenna = `
    ________
    __L__L__
    ________
    ___BB___
    __BrrB__
    __BrrB__
    ___BB___
    ________`;
  patch(hat, { face: 'top', x: 0, y: 0 }, antenna, inks);
}

function paintBody({ body, jacket }: Figure): void {
  coat(body, inks.S);
  const plates = `
    mmmm mmmmmmmm mmmm mmmmmmmm
    SSSS SSSSSSSS SSSS SSSSSSSS
    SSSS SSSSSSSS SSSS SLSSSSLS
    SSSS SSSSSSSS SSSS SSmmmmSS
    SDDS SSSSSSSS SDDS SmDDDDmS
    SSSS SSSSSSSS SSSS SmDDDDmS
    SDDS SSSSSSSS SDDS SmDDDDmS
    SSSS SSSSSSSS SSSS SSmmmmSS
    ssss ssssssss ssss ssssssss
    DDDD DDDDDDDD DDDD DDDDDDDD
    MMMM MMMMMMMM MMMM MMMMMMMM
    DDDD DDDDDDDD DDDD DDDDDDDD`;
  wrap(body, plates, inks);
  const chest = `
    L______L
    _DDDDDD_
    _DrDrDD_
    _DrrrDg_
    _DDrDDy_
    _DDDDDD_
    L______L`;
  patch(jacket, { face: 'front', x: 0, y: 1 }, chest, inks);
  const key = `
    BB____BB
    BbB__BbB
    BBBBBBBB
    ___bb___
    ___bb___`;
  patch(jacket, { face: 'back', x: 0, y: 3 }, key, inks);
  hoops(jacket, 9, 1, inks.M);
  patch(jacket, { face: 'front', x: 3, y: 9 }, 'BB', inks);
}

function paintLimbs(figure: Figure): void {
  const { rightArm, rightSleeve, rightLeg, rightTrouser, leftSleeve } = figure;
  bands(rightArm, [
    [3, inks.S],
    [1, inks.D],
    [1, inks.M],
    [1, inks.D],
    [1, inks.M],
    [3, inks.S],
    [2, inks.D],
  ]);
  patch(rightArm, { face: 'front', x: 0, y: 10 }, 'MDDM\nMDDM', inks);
  patch(rightArm, { face: 'back', x: 0, y: 10 }, 'MDDM\nMDDM', inks);
  hoops(rightSleeve, 2, 1, tone(shell, 1));
  hoops(rightSleeve, 0, 2, inks.S);
  patch(rightSleeve, { face: 'top', x: 0, y: 0 }, 'SSSS\nSLLS\nSLSS\nSSSS', inks);
  patch(rightSleeve, { face: 'right', x: 1, y: 0 }, 'BB\nBb', inks);
  hoops(rightSleeve, 9, 1, inks.B);
  mirror(rightArm, figure.leftArm);
  mirror(rightSleeve, leftSleeve);
  patch(leftSleeve, { face: 'left', x: 1, y: 7 }, 'rg\nyg', inks);
  bands(rightLeg, [
    [1, inks.D],
    [3, inks.S],
    [1, inks.D],
    [1, inks.M],
    [1, inks.D],
    [3, inks.S],
    [2, inks.D],
  ]);
  patch(rightTrouser, { face: 'front', x: 0, y: 4 }, '_BB_\nBbbB\n_BB_', inks);
  hoops(rightTrouser, 10, 1, inks.M);
  hoops(rightTrouser, 11, 1, inks.D);
  hoops(rightTrouser, 8, 2, shade(shell, { lift: 0.3 }));
  patch(rightTrouser, { face: 'front', x: 1, y: 8 }, 'LL', inks);
  mirror(rightLeg, figure.leftLeg);
  mirror(rightTrouser, figure.leftTrouser);
}
