import { bands, coat, hoops, mirror, patch, wrap } from '../brush.ts';
import { ramp } from '../colour.ts';
import { createFigure, type Figure, type Texel } from '../figure.ts';
import { shade, tone } from '../material.ts';
import { complexion, faceInks } from '../people.ts';

const cotton = ramp('#a99f9c', '#f2e6c8', '#fffbea');
const straw = ramp('#8f5a3a', '#d0a060', '#f6d898');
const grey = ramp('#7f7f98', '#c4c3cc', '#f4f2f0');
const glove = ramp('#a8571e', '#f0a52e', '#ffe07a');
const boot = ramp('#3a2a2c', '#74583f', '#ab8a5a');
const skin = complexion.honey;

/** The net: every other thread lets the face through. */
function net({ ring, down }: Texel): readonly [number, number, number, number] {
  return (ring + down) % 2 === 0 ? [52, 40, 60, 78] : [0, 0, 0, 0];
}

const features = faceInks(skin, { iris: '#5a7a3f', brow: '#a8a4ac', lip: '#a8484a' });

const inks = {
  ...features,
  h: shade(grey, { grain: 'hair', fall: 0.8 }),
  S: shade(straw, { grain: 'knit', fall: 1 }),
  U: tone(straw, 0),
  u: tone(straw, 1),
  K: '#5a3f6c',
  V: net,
  v: '#2e2634b0',
  C: shade(cotton, { grain: 'cloth', fall: 1.2 }),
  c: tone(cotton, 1),
  Z: '#8f9098',
  z: '#d8d8dc',
  G: shade(glove),
  g: tone(glove, 0),
  y: '#ffd23f',
  x: '#2a2026',
  w: '#fdfcff',
  a: '#e8f6ffb0',
  H: '#f2962ec8',
  L: '#ffd06cc8',
  R: '#e8e2d0',
  r: '#c05a4a',
  B: shade(boot, { fall: 0.8 }),
};

/** On first-name terms with forty thousand. */
export function drawBeekeeper(): Figure {
  const figure = createFigure('classic');
  paintHead(figure);
  paintVeil(figure);
  paintBody(figure);
  paintLimbs(figure);
  return figure;
}

function paintHead({ head }: Figure): void {
  coat(head, inks.h);
  const face = `
    hhhhhhhh hhhhhhhh hhhhhhhh hhhhhhhh
    hhhhhhhh hhhhhhhh hhhhhhhh hhhhhhhh
    hhhhhhhh hhshshsh hhhhhhhh hhhhhhhh
    hhhhhhss sbbssbbs sshhhhhh hhhhhhhh
    hhhhdsss svessevs sssdhhhh hhhhhhhh
    hhhhdsss swissiws sssdhhhh hhhhhhhh
    hhhhssss kkmttmkk sssshhhh dhhhhhhd
    dddsssss sssmmsss sssssddd dddddddd`;
  wrap(head, face, { ...inks, ...features });
  patch(head, { face: 'bottom', x: 0, y: 0 }, 'dddddddd\n'.repeat(8), { ...inks, ...features });
}

function paintVeil({ hat }: Figure): void {
  const veil = `
    SSSSSSSS SSSSSSSS SSSSSSSS SSSSSSSS
    KKKKKKKK KKKKKKKK KKKKKKKK KKKKKKKK
    uUuUuUuU uUuUuUuU uUuUuUuU uUuUuUuU
    VVVVVVVV VVVVVVVV VVVVVVVV VVVVVVVV
    VVVVVVVV VVVVVVVV VVVVVVVV VVVVVVVV
    VVVVVVVV VVVVVVVV VVVVVVVV VVVVVVVV
    VVVVVVVV VVVVVVVV VVVVVVVV VVVVVVVV
    CCCCCCCC CCCCCCCC CCCCCCCC CCCCCCCC`;
  wrap(hat, veil, inks);
  const crown = `
    SSSSSSSS
    SuuuuuuS
    SuKKKKuS
    SuKSSKuS
    SuKSaKuS
    SuKKyxuS
    SuuuuyuS
    SSSSSSSS`;
  patch(hat, { face: 'top', x: 0, y: 0 }, crown, inks);
}

function paintBody({ body, jacket }: Figure): void {
  coat(body, inks.C);
  const suit = `
    cccc cccccccc cccc cccccccc
    CCCC CCCzZCCC CCCC CCCCCCCC
    CCCC CCCzZCCC CCCC CCCCCCCC
    CCCC CCCzZCCC CCCC CCCCCCCC
    CCCC CCCzZCCC CCCC CCCCCCCC
    CCCC CCCzZCCC CCCC CCCCCCCC
    CCCC CCCzZCCC CCCC CCCCCCCC
    CCCC CCCzZCCC CCCC CCCCCCCC
    BBBB BBBBBBBB BBBB BBBBBBBB
    CCCC CCCzZCCC CCCC CCCCCCCC
    CCCC CCCzZCCC CCCC CCCCCCCC
    cccc cccccccc cccc cccccccc`;
  wrap(body, suit, inks);
  const gear = `
    CCCC CCCCCCCC CCCC CCCCCCCC
    ____ _____a__ ____ __yyyy__
    ____ ____axy_ ____ _yCCCCy_
    ____ _____yx_ ____ yCyyyyCy
    ____ CCCC____ ____ yCyxxyCy
    ____ cCCc____ ____ yCyyyyCy
    ____ CCCC____ ____ _yCCCCy_
    ____ ____a___ ____ __yyyy__
    BBBB BBByxBBB BBBB BBBBBBBB
    _RRR R__xy___ ____ ________
    _HLH L_______ ____ ________
    _HHH H_______ ____ ________`;
  wrap(jacket, gear, inks);
}

function paintLimbs(figure: Figure): void {
  const { rightArm, rightSleeve, leftSleeve, rightLeg, rightTrouser, leftTrouser } = figure;
  bands(rightArm, [
    [7, inks.C],
    [5, inks.G],
  ]);
  bands(rightSleeve, [[2, inks.C]]);
  hoops(rightSleeve, 6, 1, inks.c);
  hoops(rightSleeve, 7, 2, inks.G);
  hoops(rightSleeve, 9, 1, inks.g);
  mirror(rightArm, figure.leftArm);
  mirror(rightSleeve, leftSleeve);
  patch(leftSleeve, { face: 'left', x: 0, y: 2 }, 'a_a_\nyxyx\nxyxy', inks);
  patch(leftSleeve, { face: 'front', x: 0, y: 8 }, '_RR_\nHLHH\nHHLH\nHHHH', inks);
  patch(leftSleeve, { face: 'left', x: 0, y: 9 }, 'HL_G\nHH__\nHH__', inks);
  patch(rightSleeve, { face: 'back', x: 1, y: 3 }, '_a\nyx\nxy', inks);
  bands(rightLeg, [
    [8, inks.C],
    [4, inks.B],
  ]);
  bands(rightTrouser, [[1, inks.C]]);
  hoops(rightTrouser, 7, 2, inks.C);
  hoops(rightTrouser, 9, 3, inks.B);
  hoops(rightTrouser, 11, 1, tone(boot, 0));
  patch(rightTrouser, { face: 'front', x: 0, y: 4 }, 'cccc\ncCCc', inks);
  mirror(rightLeg, figure.leftLeg);
  mirror(rightTrouser, leftTrouser);
  patch(leftTrouser, { face: 'front', x: 1, y: 1 }, '_a\nyx\nxy', inks);
}
