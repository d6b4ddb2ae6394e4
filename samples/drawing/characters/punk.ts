import { bands, coat, hoops, mirror, patch, wrap } from '../brush.ts';
import { ramp } from '../colour.ts';
import { createFigure, type Figure, type Texel } from '../figure.ts';
import { either, shade, tone } from '../material.ts';
import { complexion, faceInks } from '../people.ts';

const pink = ramp('#a81e7c', '#f0479a', '#ff9cc0');
const violet = ramp('#4a2aa0', '#8a54e0', '#c09aff');
const aqua = ramp('#1a7fa0', '#3fd0d4', '#b0fbe6');
const stubble = ramp('#3a2c3f', '#6b5260', '#94757a');
const hide = ramp('#14131f', '#2c2b3f', '#55546e');
const denim = ramp('#2b3163', '#52679e', '#90a6d0');
const boot = ramp('#2a1020', '#6b1c38', '#b03a4c');
const steel = ramp('#5d6484', '#b4bccf', '#ffffff');
const skin = complexion.porcelain;

const tee = either(({ down }: Texel) => down % 3 === 0, '#2a2a3a', '#f2efe8');

const features = faceInks(skin, { iris: '#3f9fc8', brow: '#6a1f5a', lip: '#b02a5c' });

const inks = {
  ...features,
  u: shade(stubble, { grain: 'cloth' }),
  p: shade(pink, { grain: 'hair', fall: 0.6 }),
  P: tone(pink, 3),
  x: shade(violet, { grain: 'hair', fall: 0.6 }),
  a: shade(aqua, { grain: 'hair', fall: 0.6 }),
  A: tone(aqua, 4),
  E: '#3a1a4a',
  J: shade(hide, { fall: 1.6 }),
  j: tone(hide, 0),
  L: tone(hide, 3),
  M: tone(steel, 3),
  N: tone(steel, 1),
  Y: tee,
  D: shade(denim, { grain: 'cloth' }),
  d: tone(denim, 0),
  K: tone(denim, 4),
  R: '#e83f5c',
  y: '#ffd45c',
  G: '#7be05c',
};

/** Loud on stage, asleep by ten. The hair is a load-bearing structure. */
export function drawPunk(): Figure {
  const figure = createFigure('slim');
  paintHead(figure);
  paintMohawk(figure);
  paintBody(figure);
  paintArms(figure);
  paintLegs(figure);
  return figure;
}

function paintHead({ head }: Figure): void {
  coat(head, inks.u);
  const face = `
    uuuuuuuu uuuppuuu uuuuuuuu uuuaauuu
    uuuuuuuu usspPssu uuuuuuuu uuuaauuu
    uuuuuuus ssssssss suuuuuuu uuuaauuu
    uuuuudss sbbssbbs ssduuuuu uuuxxuuu
    uuuudsss EEesseEE sssduuuu uuuxxuuu
    uuuudMss EwissiwE ssMduuuu uuuppuuu
    ssssdsss kssNsmsk sssdssss usspPssu
    ssssdsss ssmmmsss sssdssss ssssssss`;
  wrap(head, face, { ...inks, ...features });
  patch(head, { face: 'bottom', x: 0, y: 0 }, 'dddddddd\n'.repeat(8), { ...inks, ...features });
  const shaved = `
    uuuaauuu
    uuuaauuu
    uuuxxuuu
    uuuxxuuu
    uuuxxuuu
    uuuppuuu
    uuuppuuu
    uuuppuuu`;
  patch(head, { face: 'top', x: 0, y: 0 }, shaved, inks);
}

function paintMohawk({ hat }: Figure): void {
  const comb = `
    __a__a__
    __aaaa__
    _aaAaaa_
    __xaAx__
    _xxxxxx_
    __pxxp__
    _ppPppp_
    __pPPp__`;
  patch(hat, { face: 'top', x: 0, y: 0 }, comb, inks);
  const front = `
    _ppPPpp_
    __pPpp__
    ___pP___
    ____p___`;
  patch(hat, { face: 'front', x: 0, y: 0 }, front, inks);
  const nape = `
    _aaAaaa_
    __aaaa__
    _xaaaax_
    __xxxx__
    _xxxxxx_
    __pxxp__
    _ppppPp_
    ___pp___`;
  patch(hat, { face: 'back', x: 0, y: 0 }, nape, inks);
  patch(hat, { face: 'right', x: 4, y: 5 }, 'y\n_\ny', inks);
  patch(hat, { face: 'left', x: 3, y: 5 }, 'M\nM\ny', inks);
}

function paintBody({ body, jacket }: Figure): void {
  coat(body, inks.Y);
  patch(body, { face: 'front', x: 2, y: 0 }, 'ssss\n.ss.', inks);
  hoops(body, 9, 1, '#2c2b3f');
  hoops(body, 10, 2, inks.D);
  patch(body, { face: 'front', x: 0, y: 9 }, 'MNMNNMNM', inks);
  const biker = `
    JJJJ JLL__LLJ JJJJ JJJJJJJJ
    JJJJ JLJ__JLJ JJJJ JMJMJMJM
    JJJJ JJJ__JJM JJJJ JJJJJJJJ
    JJJJ JJM__JJJ JJJJ JJppppJJ
    JJJJ JyM__JJM JJJJ JpPPPPpJ
    JJJJ JJM__JJJ JJJJ JpjPjPpJ
    JJJJ JJM__JGM JJJJ JpPPPPpJ
    JJJJ JJM__JJJ JJJJ JJPjPjJJ
    JMMJ JJM__JMM JMMJ JJJJJJJJ
    LLLL LLL__LLL LLLL LLLLLLLL
    ____ N___N___ ____ __N___N_
    ____ _NNN____ ____ ___NNN__`;
  wrap(jacket, biker, { ...inks, p: tone(pink, 2) });
  patch(jacket, { face: 'top', x: 0, y: 0 }, 'JJJJJJJJ\nJJJJJJJJ\nJL____LJ\nJL____LJ', inks);
}

function paintArms(figure: Figure): void {
  const { rightArm, rightSleeve, leftSleeve } = figure;
  bands(rightArm, [
    [9, inks.J],
    [1, inks.R],
    [2, shade(skin)],
  ]);
  bands(rightSleeve, [[2, inks.J]]);
  hoops(rightSleeve, 2, 7, inks.J);
  hoops(rightSleeve, 8, 1, inks.L);
  patch(rightSleeve, { face: 'top', x: 0, y: 0 }, 'MJM\nJMJ\nMJM\nJMJ', inks);
  patch(rightSleeve, { face: 'right', x: 0, y: 0 }, 'MJMJ\nJMJM', inks);
  patch(rightSleeve, { face: 'front', x: 0, y: 0 }, 'JMJ', inks);
  mirror(rightArm, figure.leftArm);
  mirror(rightSleeve, leftSleeve);
  patch(rightSleeve, { face: 'right', x: 1, y: 4 }, 'AaA\naAa', inks);
  patch(leftSleeve, { face: 'left', x: 0, y: 3 }, '_RR_\nRRRR\n_RR_'.replaceAll('_', 'J'), inks);
  hoops(leftSleeve, 9, 1, inks.M);
  patch(figure.leftArm, { face: 'front', x: 0, y: 11 }, 'EsE', inks);
  patch(figure.rightArm, { face: 'front', x: 0, y: 11 }, 'EsE', inks);
}

function paintLegs({ rightLeg, leftLeg, rightTrouser, leftTrouser }: Figure): void {
  bands(rightLeg, [
    [8, inks.D],
    [3, shade(boot, { fall: 0.8 })],
    [1, tone(hide, 0)],
  ]);
  mirror(rightLeg, leftLeg);
  patch(rightLeg, { face: 'front', x: 0, y: 3 }, '.ss.\nssss\n.ss.', inks);
  patch(leftLeg, { face: 'front', x: 0, y: 1 }, 'ss..\n.sss\n....\n....\n..ss\n.sss', inks);
  bands(rightTrouser, [[8, inks.D]]);
  hoops(rightTrouser, 7, 1, inks.K);
  hoops(rightTrouser, 8, 3, shade(boot, { fall: 0.8 }));
  hoops(rightTrouser, 11, 1, tone(boot, 0));
  patch(rightTrouser, { face: 'front', x: 1, y: 8 }, 'yy\nMM\nyy', inks);
  mirror(rightTrouser, leftTrouser);
  patch(rightTrouser, { face: 'front', x: 0, y: 2 }, 'DKKD\nK__K\n_K__\nK__K\nDKKD', inks);
  patch(
    leftTrouser,
    { face: 'front', x: 0, y: 0 },
    'KKDD\n__KK\nK_K_\nDKDD\nDDKK\nD___\nDK_K',
    inks,
  );
  patch(rightTrouser, { face: 'right', x: 1, y: 1 }, 'RR\nyR\nRR', inks);
}
