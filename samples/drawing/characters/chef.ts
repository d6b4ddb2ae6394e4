import { bands, coat, hoops, mirror, patch, wrap } from '../brush.ts';
import { ramp } from '../colour.ts';
import { createFigure, type Figure, type Texel } from '../figure.ts';
import { either, shade, tone } from '../material.ts';
import { complexion, faceInks } from '../people.ts';

const linen = ramp('#9fa0c4', '#eeeaf0', '#ffffff');
const hair = ramp('#17131f', '#362a33', '#62484a');
const scarf = ramp('#8c1f3c', '#dc3f45', '#ff8660');
const apron = ramp('#1f3f5c', '#35708a', '#64a9b0');
const clog = ramp('#1c1824', '#3a3340', '#625664');
const skin = complexion.honey;

/** The trousers of the trade: small checks. */
const checks = either(({ ring, down }: Texel) => (ring + down) % 2 === 0, '#e9e6ee', '#7d83a0');

const features = faceInks(skin, { iris: '#6b4326', brow: '#2a1f29', lip: '#9c3c3a' });

const inks = {
  ...features,
  h: shade(hair, { grain: 'hair' }),
  H: tone(hair, 3),
  L: shade(linen, { fall: 1.4 }),
  l: tone(linen, 1),
  p: tone(linen, 4),
  R: shade(scarf, { fall: 0.8 }),
  r: tone(scarf, 0),
  A: shade(apron, { grain: 'cloth', fall: 1 }),
  a: tone(apron, 0),
  P: tone(apron, 3),
  y: '#f4c33d',
  T: '#f0553f',
  t: '#ff9470',
  g: '#5aa84a',
  S: '#b7bccb',
  Z: '#7f86a0',
  q: checks,
};

/** Tastes everything twice, to be sure. */
export function drawChef(): Figure {
  const figure = createFigure('classic');
  paintHead(figure);
  paintToque(figure);
  paintBody(figure);
  paintLimbs(figure);
  return figure;
}

function paintHead({ head }: Figure): void {
  coat(head, inks.h);
  const face = `
    hhhhhhhh hhhhhhhh hhhhhhhh hhhhhhhh
    hhhhhhhh hhhhhhhh hhhhhhhh hhhhhhhh
    hhhhhhhh ssssssss hhhhhhhh hhhhhhhh
    hhhhhhhs bbbssbbb shhhhhhh hhhhhhhh
    hhhhssss svessevs sssshhhh hhhhhhhh
    hhhhsdss kwinniwk ssdshhhh hhhhhhhh
    hhhhssss ksnllnsk sssshhhh dhhhhhhd
    dddsssss sssmmsss sssssddd dddddddd`;
  wrap(head, face, { ...inks, ...features });
  patch(head, { face: 'bottom', x: 0, y: 0 }, 'dddddddd\n'.repeat(8), { ...inks, ...features });
}

function paintToque({ hat }: Figure): void {
  const toque = `
    LlLLlLLl LLlLLlLL lLLlLLlL LLlLLlLL
    LlLLlLLl LLlLLlLL lLLlLLlL LLlLLlLL
    pppppppp pppppppp pppppppp pppppppp
    llllllll llllllll llllllll llllllll
    ___h____ ________ ____h___ hhhhhhhh
    ___h____ H______H ____h___ hhhhhhhh
    ________ HhhHHhhH ________ _hhhhhh_
    ________ ________ ________ ________`;
  wrap(hat, toque, inks);
  const crown = `
    LLlLLlLL
    LppLLppL
    lpppLppl
    LLLlLLLL
    LppLLppL
    lppLLppl
    LLLppLLL
    LLlLLlLL`;
  patch(hat, { face: 'top', x: 0, y: 0 }, crown, inks);
}

function paintBody({ body, jacket }: Figure): void {
  coat(body, inks.L);
  const tunic = `
    RRRR RRRRRRRR RRRR RRRRRRRR
    LLLL LLRRRRLL LLLL LLLRRLLL
    LLLL LlLRrLLL LLLL LLLrrLLL
    LLLL LlLLLLlL LLLL LLLLLLLL
    LLLL LlLLLLlL LLLL LLLLLLLL
    LLLL LlLLLLlL LLLL LLLLLLLL
    LLLL LlLLLLlL LLLL LLLLLLLL
    AAAA AAAAAAAA AAAA LLLLLLLL
    llll llllllll llll llllllll
    qqqq qqqqqqqq qqqq qqqqqqqq
    qqqq qqqqqqqq qqqq qqqqqqqq
    qqqq qqqqqqqq qqqq qqqqqqqq`;
  wrap(body, tunic, inks);
  const front = `
    RRRR RRRRRRRR RRRR RRRRRRRR
    ____ pLRRRRLp ____ ___RR___
    ____ Lp_Rr_pL ____ __RrrR__
    ____ L_y__y_L ____ __r__r__
    ____ L______L ____ ________
    ____ L_y__y_L ____ ________
    ____ L______L ____ ________
    PPPP PPPPPPPP PPPP PPPPPPPP
    AAAA AAAAAAAA AAAA aPA__APa
    AAAA AaaaaaaA AAAA LL_PP_LL
    AAAA AaAgAAaA AAAA LL_AA_LL
    AAAA AATttAAA AAAA LLAaaALL`;
  wrap(jacket, front, inks);
}

function paintLimbs(figure: Figure): void {
  const { rightArm, rightSleeve, leftSleeve, rightLeg, rightTrouser, leftTrouser } = figure;
  bands(rightArm, [
    [7, inks.L],
    [5, shade(skin)],
  ]);
  bands(rightSleeve, [[1, inks.L]]);
  hoops(rightSleeve, 1, 1, inks.L);
  hoops(rightSleeve, 6, 1, tone(linen, 1));
  hoops(rightSleeve, 5, 1, tone(linen, 4));
  mirror(rightArm, figure.leftArm);
  mirror(rightSleeve, leftSleeve);
  patch(rightSleeve, { face: 'front', x: 1, y: 7 }, 'Z\nZ\nZ\nS\nS', inks);
  patch(rightSleeve, { face: 'right', x: 1, y: 8 }, '_S\nSS\nSZ\nSS', inks);
  patch(leftSleeve, { face: 'left', x: 0, y: 2 }, 'RRRR\n_rR_', inks);
  patch(figure.leftArm, { face: 'left', x: 1, y: 9 }, 'Tt\nTT', inks);
  bands(rightLeg, [
    [9, inks.q],
    [3, shade(clog, { fall: 0.8 })],
  ]);
  const skirt = `
    _AAA AAAA AAAA ____
    _AAA AAAA AAAA ____
    __AA AAAA AAA_ ____
    __AA AAAA AAA_ ____
    ___A AAAA AA__ ____
    ____ PPPP P___ ____`;
  wrap(rightTrouser, skirt, inks);
  hoops(rightTrouser, 10, 1, tone(clog, 3));
  hoops(rightTrouser, 11, 1, tone(clog, 0));
  mirror(rightLeg, figure.leftLeg);
  mirror(rightTrouser, leftTrouser);
  patch(leftTrouser, { face: 'front', x: 1, y: 2 }, 'pl\np_', inks);
}
