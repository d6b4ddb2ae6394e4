import { bands, coat, hoops, mirror, patch, wrap } from '../brush.ts';
import { ramp } from '../colour.ts';
import { createFigure, type Figure, type Texel } from '../figure.ts';
import { either, shade, tone } from '../material.ts';
import { complexion, faceInks } from '../people.ts';

const auburn = ramp('#4e1c2b', '#94382c', '#d9713f');
const wool = ramp('#a65a20', '#e0a13a', '#ffd678');
const linen = ramp('#b9a9b8', '#f1e7dc', '#fffdf3');
const skirt = ramp('#3d1c3f', '#7a2c4f', '#b34a5e');
const tights = ramp('#1f2038', '#34365a', '#50557c');
const leather = ramp('#2c1620', '#5b2d2a', '#8d503a');
const skin = complexion.peach;

/** Tartan: a light line every fourth column, a dark one every third row. */
const tartan = either(
  ({ down }: Texel) => down % 3 === 1,
  tone(skirt, 0),
  either(({ ring }: Texel) => ring % 4 === 1, '#d98a5c', shade(skirt, { fall: 1 })),
);

const features = faceInks(skin, { iris: '#3f8f6b', brow: '#6b2529', lip: '#b8434c' });

const inks = {
  ...features,
  h: shade(auburn, { grain: 'hair', fall: 1.2 }),
  H: tone(auburn, 0),
  j: tone(auburn, 3),
  G: '#24505f',
  F: '#3f7480',
  y: '#f6cf62',
  a: '#d8f4ff40',
  A: '#ffffff88',
  C: shade(wool, { grain: 'knit', fall: 1 }),
  c: tone(wool, 1),
  L: shade(linen, { fall: 1 }),
  K: tone(linen, 1),
  q: '#2f9a94',
  T: tartan,
  o: '#7a4a24',
  P: '#f4c33d',
  p: '#f58fa0',
  B: '#2f6f8f',
  D: '#235470',
};

/** Has read everything, and knows which shelf you will like. */
export function drawLibrarian(): Figure {
  const figure = createFigure('slim');
  paintHead(figure);
  paintHair(figure);
  paintBody(figure);
  paintLimbs(figure);
  return figure;
}

function paintHead({ head }: Figure): void {
  coat(head, inks.h);
  const face = `
    hhhhhhhh hhhhhhhh hhhhhhhh hhhhhhhh
    hhhhhhhh hhhhhhhh hhhhhhhh hhhhhhhh
    hhhhhhhh hhhhssll hhhhhhhh hhhhhhhh
    hhhhhhdd hsbsssbl ddhhhhhh hhhhhhhh
    hhhhhhsd svessevs dshhhhhh hhhhhhhh
    hhhhhsss swissiws ssshhhhh dhhhhhhd
    hhhhdsss kksssskk sssdhhhh ddhhhhdd
    ddddssss sssmmsss ssssdddd dddddddd`;
  wrap(head, face, { ...inks, ...features });
  patch(head, { face: 'bottom', x: 0, y: 0 }, 'dddddddd\n'.repeat(8), { ...inks, ...features });
}

function paintHair({ hat }: Figure): void {
  const hair = `
    hhhhhhhh hhjjhhhh hhhhhhhh hhjhhjhh
    hhhhhhhh hhhj__hh hhhhhhhh hhHjjHhh
    hhhhhhhh hhh____h hhhhhhhh hhhHHhhh
    hhhhhh_h hGG__GGh h_hhhhhh hhhhhhhh
    hhhhFGGG GaAGGaAG GGGFhhhh hhhhhhhh
    hhhh___h Gaa__aaG h___hhhh _hhhhhh_
    _h_____h ________ h_____h_ __h__h__
    _______h ________ h_______ ________`;
  wrap(hat, hair, inks);
  const bun = `
    hhHjjHhh
    hHjhhjHh
    hHhjPhHh
    hHhhjpHh
    hhHHHHhh
    hhhhhhhh
    hhhhhhhh
    hhhhhhhh`;
  patch(hat, { face: 'top', x: 0, y: 0 }, bun, inks);
}

function paintBody({ body, jacket }: Figure): void {
  const blouse = `
    LLLL LLLLLLLL LLLL LLLLLLLL
    LLLL LLKLLKLL LLLL LLLLLLLL
    LLLL LLLqqLLL LLLL LLLLLLLL
    LLLL LLLqqLLL LLLL LLLLLLLL
    LLLL LLKLLKLL LLLL LLLLLLLL
    LLLL LLLKKLLL LLLL LLLLLLLL
    LLLL LLKLLKLL LLLL LLLLLLLL
    LLLL LLLKKLLL LLLL LLLLLLLL
    oooo oooyyooo oooo oooooooo
    TTTT TTTTTTTT TTTT TTTTTTTT
    TTTT TTTTTTTT TTTT TTTTTTTT
    TTTT TTTTTTTT TTTT TTTTTTTT`;
  coat(body, inks.L);
  wrap(body, blouse, inks);
  const cardigan = `
    CCCC CCL__LCC CCCC CCCCCCCC
    CCCC CCc__cCC CCCC CCCCCCCC
    CCCC CCc__cCC CCCC CCCCCCCC
    CCCC CCc__cCC CCCC CCCCCCCC
    CCCC CCc__cCC CCCC CCCCCCCC
    CCCC CCco_cCC CCCC CCCCCCCC
    CCCC CCc__cCC CCCC CCCCCCCC
    CCCC CCco_cCC CCCC CCCCCCCC
    CCCC cccCccCC CCCC CCCCCCCC
    cccc CC____CC cccc cccccccc`;
  wrap(jacket, cardigan, inks);
  patch(jacket, { face: 'top', x: 0, y: 0 }, 'CCCCCCCC\nCCCCCCCC\nCC____CC\nCC____CC', inks);
}

function paintLimbs(figure: Figure): void {
  const { rightArm, rightSleeve, leftSleeve, rightLeg, rightTrouser } = figure;
  bands(rightArm, [
    [9, inks.C],
    [1, inks.L],
    [2, shade(skin)],
  ]);
  hoops(rightSleeve, 0, 1, inks.C);
  hoops(rightSleeve, 8, 1, inks.c);
  hoops(rightSleeve, 9, 1, inks.L);
  patch(rightSleeve, { face: 'top', x: 0, y: 0 }, 'CCC\nCCC\nCCC\nCCC', inks);
  mirror(rightArm, figure.leftArm);
  mirror(rightSleeve, leftSleeve);
  const book = `
    BBBB
    ByyB
    BBBB
    BBBB
    DDDD`;
  patch(leftSleeve, { face: 'left', x: 0, y: 7 }, book, inks);
  patch(leftSleeve, { face: 'front', x: 1, y: 7 }, 'KB\nLB\nKB\nLB\nDD', inks);
  patch(figure.leftArm, { face: 'left', x: 1, y: 4 }, 'oo\nOo', { o: '#b5652e', O: '#8f4a24' });
  bands(rightLeg, [
    [4, inks.T],
    [5, shade(tights, { grain: 'knit', fall: 0.8 })],
    [1, shade(tights)],
    [2, shade(leather)],
  ]);
  bands(rightTrouser, [[5, inks.T]]);
  hoops(rightTrouser, 5, 1, tone(skirt, 0));
  hoops(rightTrouser, 10, 2, shade(leather, { lift: 0.4 }));
  patch(rightTrouser, { face: 'front', x: 1, y: 10 }, 'LL', { L: '#e8d2b0' });
  mirror(rightLeg, figure.leftLeg);
  mirror(rightTrouser, figure.leftTrouser);
}
