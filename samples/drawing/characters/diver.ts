import { bands, coat, hoops, mirror, patch, wrap } from '../brush.ts';
import { ramp } from '../colour.ts';
import { createFigure, type Figure } from '../figure.ts';
import { shade, tone } from '../material.ts';
import { complexion, faceInks } from '../people.ts';

const brass = ramp('#7a3a2a', '#d08a3c', '#ffdf8a');
const canvas = ramp('#4a5a58', '#93a07c', '#cfd0a0');
const rubber = ramp('#4d1a2b', '#a23a3a', '#dd6a4f');
const lead = ramp('#33364a', '#666b7d', '#a0a5ad');
const hose = ramp('#1a1c2c', '#33364c', '#565a74');
const whisker = ramp('#3a2130', '#6b4038', '#9c6a4c');

const features = faceInks(complexion.peach, { iris: '#3d78b8', brow: '#5c362f', lip: '#a3443f' });

const inks = {
  ...features,
  B: shade(brass, { fall: 1.6 }),
  b: tone(brass, 0),
  c: tone(brass, 1),
  L: tone(brass, 4),
  C: shade(canvas, { grain: 'cloth', fall: 1 }),
  D: tone(canvas, 1),
  R: shade(rubber, { fall: 1 }),
  r: tone(rubber, 0),
  M: shade(lead, { grain: 'metal' }),
  H: shade(hose),
  h: tone(hose, 3),
  W: shade(whisker, { grain: 'hair', fall: 0.5, lift: 0.3 }),
  a: '#7fe3e830',
  A: '#e9fffb70',
  F: '#ff8a5c',
  f: '#ffd0a0',
  E: '#2a1c2a',
};

/** Knows every octopus by name. One of them has moved in. */
export function drawDiver(): Figure {
  const figure = createFigure('classic');
  paintHead(figure);
  paintHelmet(figure);
  paintBody(figure);
  paintLimbs(figure);
  return figure;
}

function paintHead({ head }: Figure): void {
  coat(head, shade(rubber, { grain: 'knit' }));
  const face = `
    RRRRRRRR RRRRRRRR RRRRRRRR RRRRRRRR
    RRRRRRRR rrrrrrrr RRRRRRRR RRRRRRRR
    rrrrrrrr sbbssbbs rrrrrrrr rrrrrrrr
    sssssssd svessevs dsssssss ssssssss
    sssssssd swissiws dsssssss ssssssss
    sssssssd kksnnskk dsssssss ssssssss
    ssssssss sWWWWWWs ssssssss ssssssss
    dddddddd WWWmmWWW dddddddd dddddddd`;
  wrap(head, face, { ...inks, ...features });
}

function paintHelmet({ hat }: Figure): void {
  const helmet = `
    BBBBBBBB BBBBBBBB BBBBBBBB BBBBBBBB
    BBBBBBBB BLccccLB BBBBBBBB BBBBBBBB
    BBcccBBB BcAA__cB BBBcccBB BBBccBBB
    BcAaacBB cAa____c BBcAaacB BBcHHcBB
    BcaaacBB c______c BBcaaacB BBcHHcBB
    BcaaAcBB c_____ac BBcaaAcB BBBccBBB
    BBcccBBB Bc___acB BBBcccBB BBBhHBBB
    cLcccLcc cLccccLc ccLcccLc LcchHccL`;
  wrap(hat, helmet, inks);
  const crown = `
    BBBBBBBB
    BBccccBB
    BcLBBLcB
    BcBBBBcB
    BcBBBBcB
    BcLBBLcB
    BBccccBB
    BBBBBBBB`;
  patch(hat, { face: 'top', x: 0, y: 0 }, crown, inks);
}

function paintBody({ body, jacket }: Figure): void {
  coat(body, inks.C);
  hoops(body, 8, 1, tone(canvas, 1));
  patch(body, { face: 'front', x: 3, y: 4 }, 'DD\nCD\nDD\nCD', inks);
  const plate = `
    BBBB BBBBBBBB BBBB BBBhHBBB
    BBLB BLBBBBLB BLBB BLBhHBLB
    BBBB BBBLLBBB BBBB BBBhHBBB
    cccc cLcccccL cccc cLchHcLc
    ____ ___cc___ ____ ___hH___
    ____ ________ ____ ___hH___
    ____ ________ ____ __hH____
    ____ ________ ____ _hH_____
    rrrr rrrrrrrr rrrr rhHrrrrr
    MMRM MMRBBRMM MRMM MhHMMRMM
    MMRM MMRBBRMM MRMM MMRMMRMM
    rrrr rrrrrrrr rrrr rrrrrrrr`;
  wrap(jacket, plate, inks);
  const collar = `
    BBBBBBBB
    BL____LB
    BL____LB
    BBBBBBBB`;
  patch(jacket, { face: 'top', x: 0, y: 0 }, collar, inks);
}

function paintLimbs(figure: Figure): void {
  const { rightArm, rightSleeve, leftSleeve, rightLeg, rightTrouser } = figure;
  bands(rightArm, [
    [8, inks.C],
    [1, tone(rubber, 0)],
    [3, inks.R],
  ]);
  hoops(rightSleeve, 8, 1, inks.R);
  hoops(rightSleeve, 7, 1, tone(rubber, 3));
  hoops(rightSleeve, 0, 1, inks.c);
  patch(rightSleeve, { face: 'front', x: 1, y: 4 }, 'DD\nCD', inks);
  mirror(rightArm, figure.leftArm);
  mirror(rightSleeve, leftSleeve);
  const octopus = `
    _FF_
    FfFF
    FEFE
    FFFF
    F_FF
    _F_F`;
  patch(leftSleeve, { face: 'front', x: 0, y: 0 }, octopus, inks);
  patch(leftSleeve, { face: 'left', x: 0, y: 2 }, 'FF__\nFFF_\nF_FF\n_F_F\n__F_', inks);
  patch(leftSleeve, { face: 'top', x: 0, y: 2 }, '_FF_\nFFfF', inks);
  bands(rightLeg, [
    [8, inks.C],
    [1, tone(rubber, 0)],
    [3, inks.M],
  ]);
  hoops(rightTrouser, 8, 1, inks.R);
  hoops(rightTrouser, 9, 2, inks.M);
  hoops(rightTrouser, 11, 1, tone(lead, 0));
  patch(rightTrouser, { face: 'front', x: 0, y: 9 }, 'BccB\nBLLB\nbbbb', inks);
  patch(rightTrouser, { face: 'front', x: 0, y: 4 }, '_DD_\nDCCD\n_DD_', inks);
  mirror(rightLeg, figure.leftLeg);
  mirror(rightTrouser, figure.leftTrouser);
  patch(rightTrouser, { face: 'right', x: 1, y: 1 }, 'BB\nrr\nMM\nMM\nM_', inks);
}
