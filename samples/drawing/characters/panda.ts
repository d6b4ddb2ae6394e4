import { bands, coat, hoops, mirror, patch, wrap } from '../brush.ts';
import { ramp } from '../colour.ts';
import { createFigure, type Figure } from '../figure.ts';
import { shade, tone } from '../material.ts';

const snow = ramp('#b9a8b8', '#f3ece6', '#ffffff');
const ink = ramp('#17141f', '#2e2a3a', '#514c60');
const coffee = ramp('#3f2230', '#7a4634', '#b57a4c');
const shirt = ramp('#6f8fb8', '#bcd9e8', '#f0fbff');
const pants = ramp('#33304c', '#5a5878', '#8a88a6');
const berry = ramp('#8c2450', '#e0527a', '#ff9aa8');

const inks = {
  W: shade(snow, { grain: 'fur', fall: 0.9, lift: 0.3 }),
  w: tone(snow, 1),
  D: shade(ink, { grain: 'fur', fall: 1 }),
  d: tone(ink, 1),
  e: '#120f18',
  g: '#ffffff',
  N: '#2a2030',
  P: '#f5a3a3',
  C: shade(coffee, { grain: 'cloth', fall: 1 }),
  c: tone(coffee, 0),
  L: tone(coffee, 3),
  S: shade(shirt, { fall: 1.2 }),
  s: tone(shirt, 1),
  B: shade(berry),
  b: tone(berry, 0),
  k: '#fff4dc',
  y: '#f4c33d',
  t: '#ffffff99',
  T: '#ffffff55',
  v: '#7fbf5f',
};

/** Draws a bamboo leaf into every cappuccino. It is never not bamboo. */
export function drawPanda(): Figure {
  const figure = createFigure('classic');
  paintHead(figure);
  paintBody(figure);
  paintLimbs(figure);
  return figure;
}

function paintHead({ head, hat }: Figure): void {
  coat(head, inks.W);
  const face = `
    WWWWWWWW WWWWWWWW WWWWWWWW WWWWWWWW
    WWWWWWWW WWWWWWWW WWWWWWWW WWWWWWWW
    WWWWWWWW WWWWWWWW WWWWWWWW WWWWWWWW
    WWWWWWWW WDDWWDDW WWWWWWWW WWWWWWWW
    WWWWWWWW DgDWWDgD WWWWWWWW WWWWWWWW
    WWWWWWWW DDeWWeDD WWWWWWWW WWWWWWWW
    WWWWWWWW DPWNNWPD WWWWWWWW WWWWWWWW
    WWWWWWWW WWNWWNWW WWWWWWWW WWWWWWWW`;
  wrap(head, face, inks);
  const extras = `
    ____DPPD D______D DPPD____ ________
    _____DDD D______D DDD_____ ________
    ________ ________ ________ ________
    ________ ________ ________ ________
    ________ ________ ________ ________
    ________ ________ ________ ________
    ________ __WNNW__ ________ ________
    ________ __WwwW__ ________ ________`;
  wrap(hat, extras, inks);
  const ears = `
    ________
    ________
    ________
    ________
    _D____D_
    DDd__dDD
    DDd__dDD
    DD____DD`;
  patch(hat, { face: 'top', x: 0, y: 0 }, ears, inks);
}

function paintBody({ body, jacket }: Figure): void {
  const shirtRows = `
    SSSS SSSSSSSS SSSS SSSSSSSS
    SSSS SSSSSSSS SSSS SSSSSSSS
    SSSS SSSssSSS SSSS SSSSSSSS
    SSSS SSSSSSSS SSSS SSSSSSSS
    SSSS SSSssSSS SSSS SSSSSSSS
    SSSS SSSSSSSS SSSS SSSSSSSS
    SSSS SSSSSSSS SSSS SSSSSSSS
    SSSS SSSSSSSS SSSS SSSSSSSS
    ssss ssssssss ssss ssssssss
    pppp pppppppp pppp pppppppp
    pppp pppppppp pppp pppWWppp
    pppp pppppppp pppp pppppppp`;
  coat(body, inks.S);
  wrap(body, shirtRows, {
    ...inks,
    p: shade(pants, { grain: 'cloth' }),
  });
  const apron = `
    SSSS S_B__B_S SSSS SSSSSSSS
    ____ LSBbbBSL ____ _L____L_
    ____ L_B__B_L ____ _L____L_
    ____ CCCCCCCC ____ __L__L__
    C___ CCCCCCCC ___C ___LL___
    C___ CCkkkkCC ___C __L__L__
    LLLL CCkvvkkC LLLL LLLcLLLL
    cCC_ CCkkkkkC _CCc __cLLc__
    CCC_ CCCkkCCC _CCC __L__L__
    CCC_ CCCCCCCC _CCC __L__L__
    CCC_ CcccccCC _CCC __WW____
    CCC_ CCCCCCCC _CCC __WW____`;
  wrap(jacket, apron, inks);
  patch(jacket, { face: 'top', x: 0, y: 0 }, 'SSSSSSSS\nSSSSSSSS\nSSSSSSSS\nSSSSSSSS', inks);
  patch(jacket, { face: 'front', x: 5, y: 3 }, 'yy', inks);
}

function paintLimbs(figure: Figure): void {
  const { rightArm, rightSleeve, leftSleeve, rightLeg, rightTrouser, leftTrouser } = figure;
  bands(rightArm, [
    [5, inks.S],
    [7, inks.D],
  ]);
  patch(rightArm, { face: 'bottom', x: 1, y: 1 }, 'PP\nPP', inks);
  bands(rightSleeve, [[1, inks.S]]);
  hoops(rightSleeve, 4, 1, tone(shirt, 4));
  hoops(rightSleeve, 5, 1, inks.s);
  hoops(rightSleeve, 3, 1, inks.S);
  mirror(rightArm, figure.leftArm);
  mirror(rightSleeve, leftSleeve);
  const cup = `
    sTTs
    _tT_
    LLLL
    kkkk
    kvvk
    kkkk
    _kk_`;
  patch(leftSleeve, { face: 'front', x: 0, y: 5 }, cup, inks);
  patch(leftSleeve, { face: 'left', x: 0, y: 7 }, 'LL__\nkkk_\nkk_k\nkkk_\nk___', inks);
  patch(rightSleeve, { face: 'front', x: 0, y: 6 }, '____', inks);
  patch(rightSleeve, { face: 'right', x: 0, y: 9 }, '_kk_\nkkkk', inks);
  bands(rightLeg, [
    [7, shade(pants, { grain: 'cloth', fall: 1 })],
    [5, inks.D],
  ]);
  patch(rightLeg, { face: 'bottom', x: 0, y: 0 }, 'DPPD\nDDDD\nDPPD\nDPPD', inks);
  patch(rightLeg, { face: 'front', x: 0, y: 11 }, 'dWdW', { d: tone(ink, 3), W: tone(ink, 1) });
  hoops(rightTrouser, 6, 1, tone(pants, 3));
  const skirt = `
    _CCC CCCC CCCC ____
    __CC CCCC CCC_ ____
    __CC CCCC CCC_ ____
    ___L LLLL LL__ ____`;
  wrap(rightTrouser, skirt, inks);
  mirror(rightLeg, figure.leftLeg);
  mirror(rightTrouser, leftTrouser);
}
