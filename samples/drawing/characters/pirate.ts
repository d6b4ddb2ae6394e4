import { bands, coat, patch, wrap } from '../brush.ts';
import { ramp } from '../colour.ts';
import { createFigure, type Figure, type Texel } from '../figure.ts';
import { either, shade, tone } from '../material.ts';
import { complexion, faceInks } from '../people.ts';

const felt = ramp('#17182e', '#2e3155', '#525a86');
const beard = ramp('#5c1f22', '#a8412a', '#e6803f');
const brocade = ramp('#4f1233', '#a0263f', '#dc5a4a');
const gold = ramp('#a8642a', '#f2b940', '#fff0a0');
const linen = ramp('#a99bb0', '#f0e8e0', '#ffffff');
const leather = ramp('#24121a', '#55302a', '#8f5c3c');
const skin = complexion.peach;

/** Breeches with a sailmaker's stripes. */
const breeches = either(({ ring }: Texel) => ring % 2 === 0, '#ece2d6', '#4a6a9a');

const features = faceInks(skin, { iris: '#3f9a8a', brow: '#7a2c22', lip: '#8c3038' });

const inks = {
  ...features,
  F: shade(felt, { grain: 'cloth', fall: 1 }),
  f: tone(felt, 0),
  G: shade(gold, { fall: 0.8 }),
  g: tone(gold, 1),
  y: tone(gold, 4),
  h: shade(beard, { grain: 'hair', fall: 1 }),
  H: tone(beard, 0),
  P: '#1a1624',
  Q: '#3a3450',
  R: shade(brocade, { grain: 'cloth', fall: 1 }),
  r: tone(brocade, 0),
  L: shade(linen, { fall: 1 }),
  l: tone(linen, 1),
  W: '#fff8ee',
  B: shade(leather, { fall: 0.8 }),
  c: tone(leather, 3),
  q: breeches,
};

/** Buried the treasure, lost the map, made a friend of every shovel. */
export function drawPirate(): Figure {
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
    hhhhhhhh ssssssss hhhhhhhh hhhhhhhh
    PPPPPPPP bbbPPPPP PPPPPPPP PPPPPPPP
    hhhhhdss swessPPs ssdhhhhh hhhhhhhh
    hhhhhyss kwisnssk ssyhhhhh hhhhhhhh
    hhhhhhhh hhhhhhhh hhhhhhhh hhhhhhhh
    hhhhhhhh hhmWymhh hhhhhhhh hhhhhhhh`;
  wrap(head, face, { ...inks, ...features });
  patch(head, { face: 'bottom', x: 0, y: 4 }, 'hhhhhhhh\nhhhhhhhh\nhhhhhhhh\nhhhhhhhh', {
    ...inks,
    ...features,
  });
}

/** The hat has real holes; without them the oldest layout would count as having no hat. */
function paintHat({ hat }: Figure): void {
  const tricorn = `
    FFFFFFFF FWWWWWWF FFFFFFFF FFFFFFFF
    FFFFFFFF FWPWWPWF FFFFFFFF FFFFFFFF
    GyGGGyGG GFWWWWFG GGyGGGyG GGyGGyGG
    __f__f__ GGGyyGGG __f__f__ f_f__f_f
    ________ _____PP_ ________ hh_hh_hh
    ________ _____QP_ ________ h_hh_hh_
    ____hh_h hhhHHhhh h_hh____ _hh__hhh
    ____h__h hh____hh h__h____ __h___h_`;
  wrap(hat, tricorn, inks);
  const crown = `
    GGGGGGGG
    GFFFFFFG
    GFfffFFG
    GFffffFG
    GFffffFG
    GFFffFFG
    GFFFFFFG
    GGGFFGGG`;
  patch(hat, { face: 'top', x: 0, y: 0 }, crown, inks);
  const below = `
    ________
    ________
    ________
    ________
    ________
    __h__h__
    _hhhhhh_
    hhh__hhh`;
  patch(hat, { face: 'bottom', x: 0, y: 0 }, below, inks);
}

function paintBody({ body }: Figure): void {
  coat(body, inks.R);
  const coatRows = `
    RRRR RGLLLLGR RRRR RRGGGGRR
    RRRR RGWllWGR RRRR RRRRRRRR
    RRRR RGLWWLGR RRRR RRRrrRRR
    RRRR yRGWlGRy RRRR RRRrrRRR
    RRRR RRGLLGRR RRRR RRRrrRRR
    RRRR yRGllGRy RRRR RRRrrRRR
    RRRR RRGLLGRR RRRR RRRrrRRR
    BBBB BByyyyBB BBBB BBBBBBBB
    BBBB BBygGyBB BBBB BBBBBBBB
    RRRR RGyyyyGR RRRR RRGrrGRR
    RRGR RGqqqqGR RGRR RRGrrGRR
    GGGG GGqqqqGG GGGG GGGrrGGG`;
  wrap(body, coatRows, inks);
}

function paintLimbs({ rightArm, rightLeg }: Figure): void {
  bands(rightArm, [
    [1, inks.G],
    [5, inks.R],
    [1, inks.G],
    [1, tone(brocade, 1)],
    [1, inks.G],
    [1, inks.L],
    [2, shade(skin)],
  ]);
  patch(rightArm, { face: 'top', x: 0, y: 0 }, 'RGGR\nGyyG\nGyyG\nRGGR', inks);
  patch(rightArm, { face: 'right', x: 1, y: 6 }, 'GG\nyy\nGG', inks);
  patch(rightArm, { face: 'front', x: 0, y: 1 }, 'GyGy\ng.g.', inks);
  patch(rightArm, { face: 'back', x: 0, y: 1 }, 'yGyG\n.g.g', inks);
  patch(rightArm, { face: 'right', x: 0, y: 1 }, 'GyGy\ng.g.', inks);
  patch(rightArm, { face: 'front', x: 1, y: 11 }, 'y', inks);
  bands(rightLeg, [
    [4, inks.q],
    [1, inks.c],
    [1, tone(leather, 4)],
    [5, inks.B],
    [1, tone(leather, 0)],
  ]);
  patch(rightLeg, { face: 'right', x: 0, y: 0 }, 'RRRG\nRRRG\nGGGG', inks);
  patch(rightLeg, { face: 'back', x: 0, y: 0 }, 'RRRR\nRRRR\nGGGG', inks);
  patch(rightLeg, { face: 'front', x: 1, y: 9 }, 'yy\ngy', inks);
}
