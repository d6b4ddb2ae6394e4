import { bands, coat, hoops, mirror, patch, wrap } from '../brush.ts';
import { ramp } from '../colour.ts';
import { createFigure, type Figure } from '../figure.ts';
import { shade, tone } from '../material.ts';
import { complexion, faceInks } from '../people.ts';

const steel = ramp('#3f4768', '#8b96b4', '#e4ecf4');
const mail = ramp('#2c3050', '#5a627f', '#9099b2');
const azure = ramp('#23307c', '#3f66c8', '#7fb0f0');
const cream = ramp('#b59ca6', '#f3e6d3', '#fffbef');
const plume = ramp('#7c1740', '#e03a52', '#ff8a72');
const gold = ramp('#a8642a', '#f2b940', '#fff0a0');
const leather = ramp('#2c1620', '#66352c', '#a0603c');
const skin = complexion.ebony;

const features = faceInks(skin, { iris: '#c98a3f', brow: '#1c1018', lip: '#7c3038' });

const inks = {
  ...features,
  M: shade(steel, { fall: 1.6 }),
  m: tone(steel, 1),
  q: tone(steel, 0),
  L: tone(steel, 4),
  C: shade(mail, { grain: 'knit', fall: 1 }),
  A: shade(azure, { grain: 'cloth', fall: 1 }),
  a: tone(azure, 0),
  W: shade(cream, { grain: 'cloth', fall: 1 }),
  w: '#fdfcff',
  P: shade(plume, { grain: 'hair', fall: 1 }),
  p: tone(plume, 0),
  G: shade(gold, { fall: 0.8 }),
  g: tone(gold, 1),
  y: tone(gold, 4),
  B: shade(leather),
  c: '#e8694e',
  n: '#3a1c2a',
};

/** Rides out at dawn. Well, nine-ish. The snail on the shield is his family's. */
export function drawKnight(): Figure {
  const figure = createFigure('classic');
  paintHead(figure);
  paintHelmet(figure);
  paintBody(figure);
  paintLimbs(figure);
  return figure;
}

function paintHead({ head }: Figure): void {
  coat(head, inks.C);
  const face = `
    CCCCCCCC CCCCCCCC CCCCCCCC CCCCCCCC
    CCCCCCCC CCCCCCCC CCCCCCCC CCCCCCCC
    CCCCCCCC CCCCCCCC CCCCCCCC CCCCCCCC
    CCCCCCCC sbbssbbs CCCCCCCC CCCCCCCC
    CCCCCCCC svessevs CCCCCCCC CCCCCCCC
    CCCCCCCC kwinniwk CCCCCCCC CCCCCCCC
    CCCCCCCC sssttsss CCCCCCCC CCCCCCCC
    CCCCCCCC sssmmsss CCCCCCCC CCCCCCCC`;
  wrap(head, face, { ...inks, ...features });
}

function paintHelmet({ hat }: Figure): void {
  const helmet = `
    MMMMMMMM MMMPPMMM MMMMMMMM MMMPPMMM
    MMMMMMMM MLMppMMM MMMMMMMM MMMPPMMM
    GgGGgGGg gGGyyGGg GgGGgGGg gGGPPGGg
    MMMMMMMm G______G mMMMMMMM MMMPPMMM
    MMmMMMMm G______G mMMMMmMM MMMPPMMM
    MmLmMMMm Gm____mG mMMMmLmM MMMPPMMM
    MMmMMMqM MM____MM MqMMMmMM MMMPPMMM
    mmmmmqMM mMm__mMm MMqmmmmm mmmppmmm`;
  wrap(hat, helmet, inks);
  const crest = `
    MMMPPMMM
    MMMPPMMM
    MLMPPMMM
    MLPPPPMM
    MLPPPPMM
    MLPPPPMM
    MLMPPMMM
    MMMPPMMM`;
  patch(hat, { face: 'top', x: 0, y: 0 }, crest, inks);
}

function paintBody({ body, jacket }: Figure): void {
  coat(body, inks.C);
  const tabard = `
    MMMM AMMMMMMW MMMM WMMMMMMA
    CCCC AAAAWWWW CCCC WWWWAAAA
    CCCC AAAAWWWW CCCC WWWWAAAA
    CCCC AAAAWWWW CCCC WWWWAAAA
    CCCC AAAAWWWW CCCC WWWWAAAA
    CCCC AAAAWWWW CCCC WWWWAAAA
    CCCC AAAAWWWW CCCC WWWWAAAA
    CCCC AAAAWWWW CCCC WWWWAAAA
    BBBB BBBGGBBB BBBB BBBBBBBB
    CCCC BBBGGBBB CCCC WWWWAAAA
    CCCC AAAAWWWW CCCC WWWWAAAA
    CCCC AAAAWWWW CCCC WWWWAAAA`;
  wrap(body, tabard, inks);
  const snail = `
    AMMMMMMW
    AAAAWWWW
    AAGGGWWc
    AGyyyGWc
    AGygGGcn
    AGyyGGcc
    ccGGGccW
    AccccccW
    BBBGGBBB
    ________
    AAAAWWWW
    aAAaWWWW`;
  patch(jacket, { face: 'front', x: 0, y: 0 }, snail, inks);
  patch(jacket, { face: 'back', x: 0, y: 0 }, 'WMMMMMMA\nWWWWAAAA', inks);
  hoops(jacket, 8, 1, inks.B);
  patch(jacket, { face: 'front', x: 3, y: 8 }, 'Gy\ngG', inks);
  patch(jacket, { face: 'right', x: 1, y: 9 }, 'GB\nBB\nBB', inks);
}

function paintLimbs(figure: Figure): void {
  const { rightArm, rightSleeve, rightLeg, rightTrouser, leftSleeve, leftTrouser } = figure;
  bands(rightArm, [
    [7, inks.C],
    [5, inks.M],
  ]);
  bands(rightSleeve, [
    [2, inks.M],
    [1, tone(steel, 1)],
  ]);
  hoops(rightSleeve, 2, 1, inks.G);
  hoops(rightSleeve, 8, 1, inks.G);
  hoops(rightSleeve, 9, 2, inks.M);
  patch(rightSleeve, { face: 'right', x: 0, y: 0 }, 'MLLM\nMLMM\nGGGG\n_MM_', inks);
  patch(rightSleeve, { face: 'front', x: 0, y: 9 }, 'qMMq\nMqqM', inks);
  mirror(rightArm, figure.leftArm);
  mirror(rightSleeve, leftSleeve);
  const shield = `
    GGGG
    AAWW
    AyyW
    AyWy
    AyyW
    GAWG
    _GG_`;
  patch(leftSleeve, { face: 'left', x: 0, y: 4 }, shield, inks);
  bands(rightLeg, [
    [4, inks.C],
    [8, inks.M],
  ]);
  hoops(rightTrouser, 0, 3, inks.A);
  patch(rightTrouser, { face: 'front', x: 0, y: 3 }, 'AaAA\n_A_A', inks);
  patch(rightTrouser, { face: 'back', x: 0, y: 3 }, 'AAaA\nA_A_', inks);
  hoops(rightTrouser, 5, 1, inks.m);
  patch(rightTrouser, { face: 'front', x: 0, y: 5 }, 'GLLG\nMLMM\nGMMG', inks);
  hoops(rightTrouser, 10, 1, inks.m);
  hoops(rightTrouser, 11, 1, inks.q);
  mirror(rightLeg, figure.leftLeg);
  mirror(rightTrouser, leftTrouser);
  hoops(leftTrouser, 0, 3, inks.W);
  patch(leftTrouser, { face: 'front', x: 0, y: 3 }, 'WWWW\nW_W_', inks);
  patch(leftTrouser, { face: 'back', x: 0, y: 3 }, 'WWWW\n_W_W', inks);
}
