import { bands, coat, hoops, mirror, patch, wrap } from '../brush.ts';
import { ramp } from '../colour.ts';
import { createFigure, type Figure, type Texel } from '../figure.ts';
import { either, shade, tone } from '../material.ts';
import { faceInks } from '../people.ts';

const cap = ramp('#2a5a86', '#3fa0b0', '#8fe6c8');
const flesh = ramp('#b8907f', '#f3dcc0', '#fff6e0');
const gill = ramp('#8a5a6c', '#cf9a96', '#f2ccb8');
const moss = ramp('#27503a', '#5a9446', '#a8d060');
const bark = ramp('#3a2028', '#7a4a3a', '#b87f52');
const petal = ramp('#b8407c', '#f07aa0', '#ffc0c8');

/** Gills: one dark, one light, all around under the cap. */
const gills = either(({ ring }: Texel) => ring % 2 === 0, tone(gill, 1), tone(gill, 3));

const features = faceInks(flesh, { iris: '#6a4a8c', brow: '#b58a78', lip: '#8a3a4c' });

const inks = {
  ...features,
  C: shade(cap, { grain: 'cloth', fall: 1.4 }),
  c: tone(cap, 0),
  L: tone(cap, 4),
  O: '#fff3d8',
  o: '#f2d9b4',
  G: gills,
  F: shade(flesh, { fall: 1 }),
  f: tone(flesh, 1),
  M: shade(moss, { grain: 'fur', fall: 1 }),
  q: tone(moss, 0),
  Q: tone(moss, 4),
  B: shade(bark, { fall: 0.8 }),
  P: shade(petal, { fall: 1 }),
  p: tone(petal, 0),
  y: '#ffd45c',
  R: '#ee5548',
  x: '#2a1a24',
  h: '#fff6e0',
};

/** Grew overnight. Still surprised, but making the best of it. */
export function drawMushroom(): Figure {
  const figure = createFigure('slim');
  paintHead(figure);
  paintCap(figure);
  paintBody(figure);
  paintLimbs(figure);
  return figure;
}

function paintHead({ head }: Figure): void {
  coat(head, inks.F);
  const face = `
    GGGGGGGG GGGGGGGG GGGGGGGG GGGGGGGG
    GGGGGGGG GGGGGGGG GGGGGGGG GGGGGGGG
    GGGGGGGG GGGGGGGG GGGGGGGG GGGGGGGG
    FFFFFFFF FFFFFFFF FFFFFFFF FFFFFFFF
    FFFFFFFF FhxFFhxF FFFFFFFF FFFFFFFF
    FFFFFFFF FxiFFxiF FFFFFFFF FFFFFFFF
    FFFFFFFF kkFmmFkk FFFFFFFF FFFFFFFF
    FFFFFFFF FFFFFFFF FFFFFFFF FFFFFFFF`;
  wrap(head, face, { ...inks, ...features });
}

function paintCap({ hat }: Figure): void {
  const rim = `
    CCCCOOCC CCCCCCOO CCCCCCCC COOCCCCC
    COOCOoCC COOCCCOo CCCOOOCC COoCCOOC
    COoCCCCC COoCOCCC COCOooCC CCCCCOoC
    LCCLCCLC LCCLCCLC LCCLCCLC LCCLCCLC
    G_G_G_G_ ________ _G_G_G_G G_G_G_G_
    ________ ________ ________ ________
    ________ ________ ________ ________
    ________ ________ ________ ________`;
  wrap(hat, rim, inks);
  const crown = `
    CCCCCCCC
    COOCCOOC
    COoCCOoC
    CCCOOCCC
    CCOOOOCC
    COCOOoCC
    CCCCoCCC
    CCCCCCCC`;
  patch(hat, { face: 'top', x: 0, y: 0 }, crown, inks);
}

function paintBody({ body, jacket }: Figure): void {
  const dress = `
    ffff ffffffff ffff ffffffff
    FFFF FFFFFFFF FFFF FFFFFFFF
    PPPP PPPPPPPP PPPP PPPPPPPP
    PPPP PPPPPPPP PPPP PPPPPPPP
    PPPP PPPyyPPP PPPP PPPPPPPP
    PPPP PPPPPPPP PPPP PPPPPPPP
    PPPP PPPyyPPP PPPP PPPPPPPP
    PPPP PPPPPPPP PPPP PPPPPPPP
    qMqM qMqMqMqM qMqM qMqMqMqM
    PPPP PPPPPPPP PPPP PPPPPPPP
    PPPP PPPPPPPP PPPP PPPPPPPP
    pppp pppppppp pppp pppppppp`;
  coat(body, inks.F);
  wrap(body, dress, inks);
  const leaves = `
    MMMM MMMMMMMM MMMM MMMMMMMM
    QMMQ MMQMMQMM QMMQ MMQMMQMM
    MqMM qMM__MMq MMqM MMqMMqMM
    _M__ _Mq__qM_ __M_ _MM__MM_
    ____ __Q__Q__ ____ __q__q__
    ____ ________ ____ ________
    ____ ________ ____ ________
    ____ _____RR_ ____ ________
    QMQM MQMMRxRM QMMQ MQMMQMMQ
    M__M M_M_RRxM M__M M_qM_MqM
    ____ _M__M_M_ ____ _M__M___
    ____ ________ ____ ________`;
  wrap(jacket, leaves, inks);
  patch(jacket, { face: 'top', x: 0, y: 0 }, 'MMQMMQMM\nMMMMMMMM\nQMMMMMMQ\nMMMMMMMM', inks);
}

function paintLimbs(figure: Figure): void {
  const { rightArm, rightSleeve, leftSleeve, rightLeg, rightTrouser, leftTrouser } = figure;
  bands(rightArm, [
    [3, inks.P],
    [9, inks.F],
  ]);
  bands(rightSleeve, [[2, inks.P]]);
  hoops(rightSleeve, 2, 1, tone(petal, 4));
  hoops(rightSleeve, 9, 1, inks.M);
  patch(rightSleeve, { face: 'right', x: 0, y: 10 }, 'M_Q_', inks);
  mirror(rightArm, figure.leftArm);
  mirror(rightSleeve, leftSleeve);
  patch(leftSleeve, { face: 'top', x: 0, y: 0 }, 'PPP\nPCC\nCOC\nPCP', inks);
  patch(leftSleeve, { face: 'left', x: 0, y: 0 }, 'COCP\nGGGP\nPFPP', inks);
  patch(leftSleeve, { face: 'front', x: 0, y: 0 }, 'PCO\nPGG\nPPF', inks);
  bands(rightLeg, [
    [3, inks.P],
    [5, inks.F],
    [4, inks.B],
  ]);
  bands(rightTrouser, [[3, inks.P]]);
  patch(rightTrouser, { face: 'front', x: 0, y: 3 }, 'P_PP', inks);
  patch(rightTrouser, { face: 'right', x: 0, y: 3 }, 'PP_P', inks);
  patch(rightTrouser, { face: 'back', x: 0, y: 3 }, '_PP_', inks);
  patch(rightTrouser, { face: 'left', x: 0, y: 3 }, 'P_PP', inks);
  hoops(rightTrouser, 7, 2, inks.M);
  patch(rightTrouser, { face: 'front', x: 0, y: 9 }, 'M_Q_\n_BB_\nBBBB', inks);
  patch(rightTrouser, { face: 'right', x: 0, y: 9 }, 'Q_MM\n__M_', inks);
  patch(rightTrouser, { face: 'back', x: 0, y: 9 }, '_M_Q', inks);
  mirror(rightLeg, figure.leftLeg);
  mirror(rightTrouser, leftTrouser);
  patch(leftTrouser, { face: 'front', x: 2, y: 8 }, 'RO\nOF', { ...inks, R: '#ffd45c' });
}
