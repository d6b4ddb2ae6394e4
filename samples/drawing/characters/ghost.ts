import { coat, hoops, mirror, patch, wrap } from '../brush.ts';
import { ramp, type Rgba } from '../colour.ts';
import { createFigure, type Figure, type Surface, type Texel } from '../figure.ts';
import { shade, speckle, tone } from '../material.ts';

const sheet = ramp('#7f86c8', '#c9d3f2', '#f8fcff');
const dusk = ramp('#3b3a80', '#6468b4', '#9aa3dc');
const satin = ramp('#4a1a6a', '#8a3fc0', '#c88af0');
const gold = ramp('#a8642a', '#f2b940', '#fff0a0');

const inks = {
  S: shade(sheet, { grain: 'cloth', fall: 1, lift: 0.5 }),
  s: tone(sheet, 1),
  E: '#1e1a3c',
  e: '#3c3574',
  g: '#ffffff',
  k: '#f2a8cc',
  m: '#2c2656',
  t: '#f27a9a',
  V: shade(satin),
  v: tone(satin, 0),
  G: shade(gold),
  y: tone(gold, 4),
  x: '#fff6c8b4',
  f: '#ffd45c',
  H: '#2a2346',
  h: '#463c6e',
};

/** Says "boo" and then apologises. Dressed up for the occasion. */
export function drawGhost(): Figure {
  const figure = createFigure('classic');
  paintHead(figure);
  paintBody(figure);
  paintLimbs(figure);
  return figure;
}

/** Mist: thin at the seam above, thinner still where the cloth frays out below. */
function mist(from: number, to: number): (texel: Texel) => Rgba {
  return ({ ring, across, down, deep, box }) => {
    const share = (down + 0.5) / box.h;
    const fold = speckle(ring, 5) > 0.55 ? 26 : 0;
    const alpha = Math.round(from + (to - from) * share + fold);
    const pale = speckle(across, down, deep) > 0.5;
    return pale ? [246, 250, 255, alpha] : [206, 220, 255, alpha];
  };
}

/** Cuts a ragged edge: some columns end earlier than others. */
function fray(surface: Surface, lastRow: number): void {
  coat(surface, '#00000000', ({ face, ring, down }) => {
    if (face === 'top') return false;
    return face === 'bottom' || down > lastRow - Math.floor(speckle(ring >> 1, 11) * 4);
  });
}

function paintHead({ head, hat }: Figure): void {
  coat(head, inks.S);
  const face = `
    SSSSSSSS SSSSSSSS SSSSSSSS SSSSSSSS
    SSSSSSSS SSSSSSSS SSSSSSSS SSSSSSSS
    SSSSSSSS SSSSSSSS SSSSSSSS SSSSSSSS
    SSSSSSSS SgESSgES SSSSSSSS SSSSSSSS
    SSSSSSSS SEESSEES SSSSSSSS SSSSSSSS
    SSSSSSSS SEeSSEeS SSSSSSSS SSSSSSSS
    SSSSSSSS kkSmmSkk SSSSSSSS SSSSSSSS
    SSSSSSSS SSSmtSSS SSSSSSSS SSSSSSSS`;
  wrap(head, face, inks);
  coat(hat, mist(70, 120));
  const seen = `
    ........ ........ ........ ........
    ........ .______. ........ ........
    ........ ________ ........ ........
    ........ ________ ........ ........
    ........ ________ ........ ........
    ........ ________ ........ ........
    .....___ ________ ___..... ........
    _.__.___ ________ ___._.__ _._..__.`;
  wrap(hat, seen, inks);
  const topHat = `
    ........
    ........
    ..HHHH..
    .HHhhHH.
    .HhhhhH.
    .HVVVVH.
    ..HHHH..
    ........`;
  patch(hat, { face: 'top', x: 0, y: 0 }, topHat, inks);
  patch(hat, { face: 'front', x: 2, y: 0 }, 'HHHH', inks);
}

function paintBody({ body, jacket }: Figure): void {
  coat(body, shade(sheet, { grain: 'cloth', fall: 2, lift: -0.2 }));
  coat(jacket, mist(140, 60));
  coat(jacket, '#00000000', ({ face }) => face === 'bottom' || face === 'top');
  fray(jacket, 11);
  const bow = `
    VV____VV
    VVvVVvVV
    VV_VV_VV`;
  patch(jacket, { face: 'front', x: 0, y: 0 }, bow, inks);
  patch(body, { face: 'front', x: 3, y: 4 }, 'G\n.\n.\nG'.replaceAll('G', 's'), inks);
  const lantern = `
    __xx__
    _xffx_
    xfyyfx
    _xffx_
    __xx__`;
  patch(jacket, { face: 'front', x: 1, y: 4 }, lantern, inks);
}

function paintLimbs(figure: Figure): void {
  const { rightArm, rightSleeve, leftSleeve, rightLeg, rightTrouser, leftTrouser } = figure;
  coat(rightArm, shade(sheet, { grain: 'cloth', fall: 2 }));
  coat(rightSleeve, mist(140, 90));
  fray(rightSleeve, 10);
  mirror(rightArm, figure.leftArm);
  mirror(rightSleeve, leftSleeve);
  hoops(rightSleeve, 10, 1, inks.G);
  coat(rightLeg, shade(dusk, { grain: 'cloth', fall: 3, lift: -0.5 }));
  coat(rightTrouser, mist(150, 10));
  coat(rightTrouser, '#00000000', ({ face }) => face === 'top');
  fray(rightTrouser, 9);
  mirror(rightLeg, figure.leftLeg);
  mirror(rightTrouser, leftTrouser);
}
