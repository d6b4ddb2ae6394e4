import { bands, coat, hoops, mirror, patch, wrap } from '../brush.ts';
import { ramp } from '../colour.ts';
import { createFigure, type Figure, type Texel } from '../figure.ts';
import { either, shade, tone } from '../material.ts';
import { complexion, faceInks } from '../people.ts';

const straw = ramp('#b5732f', '#ecc165', '#fff1ac');
const copper = ramp('#8a2f22', '#d8602c', '#ffa04d');
const denim = ramp('#26356b', '#4a6fb0', '#88afdf');
const jersey = ramp('#b8a7b0', '#f5ece2', '#ffffff');
const coral = ramp('#a8324e', '#ee6a62', '#ffa890');
const wellies = ramp('#1f4f3c', '#3f9a55', '#8fd06a');
const skin = complexion.porcelain;

/** A sailor's jersey: coral and cream, two rows each. */
const stripes = either(
  ({ down }: Texel) => down % 4 < 2,
  shade(jersey, { fall: 1 }),
  shade(coral, { fall: 1 }),
);

const features = faceInks(skin, { iris: '#3f9a4f', brow: '#b04a26', lip: '#d0504f' });

const inks = {
  ...features,
  h: shade(copper, { grain: 'hair', fall: 1 }),
  H: tone(copper, 0),
  f: '#d98a68',
  S: shade(straw, { grain: 'knit', fall: 1 }),
  T: tone(straw, 1),
  U: tone(straw, 0),
  R: shade(coral, { fall: 0.6 }),
  r: tone(coral, 0),
  P: '#ffffff',
  y: '#ffcf3f',
  J: shade(denim, { grain: 'cloth', fall: 1 }),
  j: tone(denim, 0),
  K: tone(denim, 3),
  G: '#f6cf62',
  g: '#5fb85a',
  q: '#2f7a48',
  W: stripes,
  O: '#ff9540',
  o: '#d9622a',
};

/** Talks to her carrots. They answer, but slowly. */
export function drawGardener(): Figure {
  const figure = createFigure('slim');
  paintHead(figure);
  paintHat(figure);
  paintBody(figure);
  paintLimbs(figure);
  return figure;
}

function paintHead({ head }: Figure): void {
  coat(head, inks.h);
  const face = `
    hhhhhhhh hhhhhhhh hhhhhhhh hhhhhhhh
    hhhhhhhh hhhhhhhh hhhhhhhh hhhhhhhh
    hhhhhhhh hhhhhhhh hhhhhhhh hhhhhhhh
    hhhhhhhh hssshssh hhhhhhhh hhhhhhhh
    hhhhhhds svessevs sdhhhhhh hhhhhhhh
    hhhhhdss swissiws ssdhhhhh hhhhhhhh
    hhhhhdss kfsfsfsk ssdhhhhh hhhhhhhh
    hhhhdsss sssmmsss sssdhhhh dhhhhhhd`;
  wrap(head, face, { ...inks, ...features });
  patch(head, { face: 'bottom', x: 0, y: 0 }, 'dddddddd\n'.repeat(8), { ...inks, ...features });
}

function paintHat({ hat }: Figure): void {
  const straws = `
    SSSSSSSS SPSSSSSS SSSSSSSS SSSSSSSS
    RRRRRRRP PyPRRRRR RRRRRRRR RRRRRRRR
    rrrrrrrr rPrrrrrr rrrrrrrr rrRrrRrr
    TUTUTUTU TUTUTUTU TUTUTUTU TURRRRTU
    _h___h__ ________ __h___h_ hhRrrRhh
    _h__h_h_ h______h _h_h__h_ hhRhhRhh
    _hh__hhh H______H hhh__hh_ _hhhhhh_
    __h___hh h______h hh___h__ __h__h__`;
  wrap(hat, straws, inks);
  const crown = `
    SSSSSSSS
    STTTTTTS
    STSSSSTS
    STSTTSTS
    STSTTSTS
    STSSSSTS
    STTTTTTS
    SSSSSSSS`;
  patch(hat, { face: 'top', x: 0, y: 0 }, crown, inks);
}

function paintBody({ body, jacket }: Figure): void {
  coat(body, inks.W);
  const dungarees = `
    .... .KW..WK. .... .KW..WK.
    .... .KW..WK. .... .KW..WK.
    .... .K....K. .... ..KWWK..
    .... .GJJJJG. .... ...KK...
    .... .JJJJJJ. .... ..KJJK..
    .... .JJJJJJ. .... .KJJJJK.
    JJJJ JJJJJJJJ JJJJ JJJJJJJJ
    JJJJ JJJJJJJJ JJJJ JJJJJJJJ
    KKKK KKKKKKKK KKKK KKKKKKKK
    JJJJ JJJJJJJJ JJJJ JJKKKKJJ
    JJJJ JJJjjJJJ JJJJ JJJJJJJJ
    JJJJ JJJjjJJJ JJJJ JJJJJJJJ`;
  wrap(body, dungarees, inks);
  const braids = `
    h______h
    H______H
    h_g_Og_h
    h_gOg__h
    HJKKKKJH
    PJJJJJJP
    hJJJJJJh`;
  patch(jacket, { face: 'front', x: 0, y: 0 }, braids, inks);
  patch(jacket, { face: 'front', x: 0, y: 8 }, 'KKK__KKK\nJJJ__JJJ', inks);
  patch(jacket, { face: 'right', x: 3, y: 9 }, 'K', inks);
  patch(jacket, { face: 'left', x: 0, y: 9 }, 'K', inks);
  patch(jacket, { face: 'back', x: 1, y: 9 }, 'KK__KK\nJJ__JJ', inks);
  hoops(jacket, 11, 1, inks.J);
}

function paintLimbs(figure: Figure): void {
  const { rightArm, rightSleeve, leftSleeve, rightLeg, rightTrouser, leftTrouser } = figure;
  bands(rightArm, [
    [5, inks.W],
    [4, shade(skin)],
    [1, inks.g],
    [2, shade(wellies)],
  ]);
  bands(rightSleeve, [[1, inks.W]]);
  hoops(rightSleeve, 4, 1, tone(jersey, 3));
  hoops(rightSleeve, 9, 1, shade(straw));
  mirror(rightArm, figure.leftArm);
  mirror(rightSleeve, leftSleeve);
  patch(leftSleeve, { face: 'front', x: 0, y: 7 }, 'qg_\n_gq\nOOO\nOoO\n_O_', inks);
  patch(leftSleeve, { face: 'left', x: 0, y: 8 }, 'g_g_\nOOS_\n_o__', inks);
  bands(rightLeg, [
    [6, inks.J],
    [5, shade(wellies, { fall: 1 })],
    [1, tone(wellies, 0)],
  ]);
  hoops(rightTrouser, 6, 1, tone(wellies, 4));
  hoops(rightTrouser, 7, 4, shade(wellies));
  patch(rightTrouser, { face: 'front', x: 0, y: 3 }, '_GRR\n_RRr', inks);
  hoops(rightTrouser, 0, 1, inks.J);
  patch(rightTrouser, { face: 'front', x: 1, y: 8 }, 'LL\nL_', { L: tone(wellies, 4) });
  mirror(rightLeg, figure.leftLeg);
  mirror(rightTrouser, leftTrouser);
  patch(leftTrouser, { face: 'front', x: 0, y: 3 }, '____\n____', inks);
  patch(leftTrouser, { face: 'front', x: 0, y: 9 }, 'oo__', { o: '#7a4a2a' });
  patch(rightTrouser, { face: 'right', x: 1, y: 10 }, 'oo', { o: '#7a4a2a' });
}
