import { bands, coat, hoops, mirror, patch, wrap } from '../brush.ts';
import { ramp } from '../colour.ts';
import { createFigure, type Figure } from '../figure.ts';
import { shade, tone } from '../material.ts';
import { complexion, faceInks } from '../people.ts';

const velvet = ramp('#221a52', '#413a9e', '#7f74dd');
const lining = ramp('#5c1d63', '#a8388f', '#ec7fb6');
const gold = ramp('#a8642a', '#f2b940', '#fff0a0');
const mint = ramp('#3f8f92', '#8fdcc4', '#e4fbe4');
const tunic = ramp('#8f7f9c', '#d8cfd6', '#f7f1ea');
const leather = ramp('#2c1620', '#66352c', '#a0603c');
const skin = complexion.honey;

const features = faceInks(skin, { iris: '#7b4fd0', brow: '#4aa39a', lip: '#8f3d3a' });

const inks = {
  ...features,
  h: shade(mint, { grain: 'hair', fall: 0.8 }),
  V: shade(velvet, { grain: 'cloth', fall: 1 }),
  v: tone(velvet, 0),
  U: tone(velvet, 3),
  G: shade(gold, { fall: 0.6 }),
  g: tone(gold, 1),
  y: tone(gold, 4),
  L: shade(lining, { fall: 1 }),
  T: shade(tunic, { grain: 'cloth', fall: 1 }),
  t: tone(tunic, 1),
  B: shade(leather),
  c: '#5ff0d0',
  C: '#c9fff0',
  p: '#ff7ab8',
  x: '#8dffe09c',
  X: '#5ff0d058',
  f: '#b8754c',
};

/** First year. The spell for tea works; the one for sugar made frogs. */
export function drawWizard(): Figure {
  const figure = createFigure('classic');
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
    hhhhhhhh hbshhsbh hhhhhhhh hhhhhhhh
    hhhhddss svessevs ssddhhhh hhhhhhhh
    hhhhddss swissiws ssddhhhh hhhhhhhh
    hhhhhsss kfsssfsk ssshhhhh hhhhhhhh
    hhhdssss ssmttmss ssssdhhh hhhhhhhh`;
  wrap(head, face, { ...inks, ...features });
  patch(head, { face: 'bottom', x: 0, y: 0 }, 'dddddddd\n'.repeat(8), { ...inks, ...features });
}

function paintHat({ hat }: Figure): void {
  const brim = `
    VVVyVVVV VVVVVyVV VVVVyVVV VyVVVVUV
    VVVVVVyV VyVVVVVV VVVVVVVV VVVVyVVV
    GGGGGGGG GGGccGGG GGGGGGGG GGGGGGGG
    VVVUVVVV UVVVVVVU VVVVUVVV VVVVVVVV
    h_h__h_h h__h___h h_h__h_h hh_hh_hh
    h_h____h ________ h____h_h hh_hh_hh
    _______h ________ h_______ _h_hh_h_
    ________ ________ ________ _h__h___`;
  wrap(hat, brim, inks);
  const cone = `
    VVVVVUVV
    VyVVVVVV
    VVVUUVVV
    VVUyUUVV
    VVUUUVyV
    VVVUVVVV
    VVVVVVVU
    VyVVVVVV`;
  patch(hat, { face: 'top', x: 0, y: 0 }, cone, inks);
}

function paintBody({ body, jacket }: Figure): void {
  const under = `
    TTTT TTTTTTTT TTTT TTTTTTTT
    TTTT TTTttTTT TTTT TTTTTTTT
    TTTT TTTTTTTT TTTT TTTTTTTT
    TTTT TTTttTTT TTTT TTTTTTTT
    TTTT TTTTTTTT TTTT TTTTTTTT
    TTTT TTTttTTT TTTT TTTTTTTT
    TTTT TTTTTTTT TTTT TTTTTTTT
    BBBB BBBGGBBB BBBB BBBBBBBB
    BBBB BBBGGBBB BBBB BBBBBBBB
    TTTT TTTTTTTT TTTT TTTTTTTT
    TTTT TTTttTTT TTTT TTTTTTTT
    tttt tttttttt tttt tttttttt`;
  coat(body, inks.T);
  wrap(body, under, inks);
  const robe = `
    VVVV GGGGGGGG VVVV VVVVVVVV
    VVVV VVGccGVV VVVV VVVVVVVV
    VVyV VVGcCGVV VVVV VVVVyVVV
    VVVV VVGGGGVV VVVV VVVyyVVV
    VVVV yVL__LVV VyVV VVyyVVyV
    VVVV VVL__LVV VVVV VVyyVVVV
    VVVV VVL__LVy VVVV VVVyyVVV
    VyVV VVL__LVV VVVV VVVVyVVV
    VVVV VVL__LVV VVyV VVVVVVVV
    VVVV VyL__LVV VVVV VyVVVVVV
    VVyV VVL__LVV VVVV VVVVVVVy
    VVVV VVL__LVV VVVV VVVVVVVV`;
  wrap(jacket, robe, inks);
  patch(jacket, { face: 'top', x: 0, y: 0 }, 'VVVVVVVV\n'.repeat(4), inks);
  patch(jacket, { face: 'front', x: 0, y: 8 }, 'p\nG', { p: '#ff7ab8', G: '#f2b940' });
}

function paintLimbs(figure: Figure): void {
  const { rightArm, rightSleeve, leftSleeve, rightLeg, rightTrouser, leftTrouser } = figure;
  bands(rightArm, [
    [8, inks.V],
    [1, inks.T],
    [3, shade(skin)],
  ]);
  bands(rightSleeve, [[8, inks.V]]);
  hoops(rightSleeve, 8, 1, inks.G);
  hoops(rightSleeve, 9, 1, inks.L);
  patch(rightSleeve, { face: 'right', x: 0, y: 1 }, 'VVyV\nVVVV\nyVVV\nVVVy', inks);
  patch(rightSleeve, { face: 'back', x: 0, y: 2 }, 'VVVV\nVyVV\nVVVV\nVVVy', inks);
  mirror(rightArm, figure.leftArm);
  mirror(rightSleeve, leftSleeve);
  patch(rightSleeve, { face: 'front', x: 0, y: 10 }, 'XxcX\nxCCx', inks);
  patch(rightSleeve, { face: 'right', x: 1, y: 10 }, 'Xxx\nxcx', inks);
  patch(leftSleeve, { face: 'front', x: 0, y: 3 }, 'VVVy\nVVVV\nVyVV', inks);
  bands(rightLeg, [
    [8, shade(velvet, { grain: 'cloth', lift: -1 })],
    [4, inks.B],
  ]);
  bands(rightTrouser, [[7, inks.V]]);
  hoops(rightTrouser, 7, 1, inks.G);
  hoops(rightTrouser, 8, 1, inks.L);
  patch(
    rightTrouser,
    { face: 'front', x: 0, y: 0 },
    'VVVL\nVyVL\nVVVL\nVVVL\nVVVL\nyVVL\nVVVL',
    inks,
  );
  patch(rightTrouser, { face: 'right', x: 0, y: 1 }, 'VVVV\nVVyV\nVVVV\nyVVV', inks);
  patch(rightTrouser, { face: 'back', x: 0, y: 2 }, 'VVVV\nVyVV\nVVVV\nVVVy', inks);
  mirror(rightLeg, figure.leftLeg);
  mirror(rightTrouser, leftTrouser);
  patch(leftTrouser, { face: 'front', x: 1, y: 1 }, 'VVV\nVVV\nVyV', inks);
  patch(rightTrouser, { face: 'front', x: 0, y: 10 }, '_GG_', inks);
  patch(leftTrouser, { face: 'front', x: 0, y: 10 }, '_GG_', inks);
}
