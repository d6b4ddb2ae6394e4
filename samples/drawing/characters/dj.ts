import { bands, coat, hoops, mirror, patch, wrap } from '../brush.ts';
import { ramp } from '../colour.ts';
import { createFigure, type Figure } from '../figure.ts';
import { shade, tone } from '../material.ts';
import { complexion, faceInks } from '../people.ts';

const afro = ramp('#1a1026', '#3a2238', '#6b3f50');
const satin = ramp('#3a1a66', '#7a3fc0', '#c07af0');
const plastic = ramp('#16182e', '#30345a', '#626a98');
const cargo = ramp('#22263c', '#444a63', '#757d92');
const sneaker = ramp('#a8a4c4', '#f2f0f8', '#ffffff');
const skin = complexion.umber;

const features = faceInks(skin, { iris: '#4a2c1c', brow: '#1d1118', lip: '#6b2a30' });

const inks = {
  ...features,
  h: shade(afro, { grain: 'fur', fall: 1.6 }),
  H: tone(afro, 0),
  V: shade(satin, { fall: 1.6 }),
  v: tone(satin, 0),
  K: shade(plastic),
  q: tone(plastic, 0),
  Q: tone(plastic, 4),
  c: '#3ff0e0',
  C: '#b8fff4',
  p: '#ff4fa8',
  y: '#ffe45c',
  T: '#1c1a2e',
  x: '#ff4fa8c8',
  X: '#ff8f6cc8',
  z: '#ffd45cc0',
  G: shade(cargo, { grain: 'cloth' }),
  g: tone(cargo, 0),
  W: shade(sneaker, { fall: 0.6 }),
  o: '#f6cf62',
};

/** Plays until the birds join in, then plays the birds. */
export function drawDj(): Figure {
  const figure = createFigure('classic');
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
    hhhhhhhh hssssssh hhhhhhhh hhhhhhhh
    hhhhhhhs sbbssbbs shhhhhhh hhhhhhhh
    hhhhhdss svessevs ssdhhhhh hhhhhhhh
    hhhhhdss swissiws ssdhhhhh hhhhhhhh
    hhhhhsss kssnnssk ssshhhhh hhhhhhhh
    hhhhdsss ssmttmss sssdhhhh dhhhhhhd`;
  wrap(head, face, { ...inks, ...features });
  patch(head, { face: 'bottom', x: 0, y: 0 }, 'dddddddd\n'.repeat(8), { ...inks, ...features });
}

function paintHair({ hat }: Figure): void {
  const cans = `
    hhhKKhhh hhhhhhhh hhhKKhhh hhhhhhhh
    hhhKKhhh hhHhhhHh hhhKKhhh hhhhhhhh
    hhKKKKhh h_hh_h_h hhKKKKhh hhhhhhhh
    hKKccKKh __h_____ hKKccKKh hhhhhhhh
    hKcCCcKq qxXqqxXq qKcCCcKh hhhhhhhh
    hKcCCcKh _Xz__Xz_ hKcCCcKh hhhhhhhh
    hKKccKKh ________ hKKccKKh hhhhhhhh
    _hKKKK_h ________ h_KKKKh_ _hhhhhh_`;
  wrap(hat, cans, inks);
  const band = `
    hhhhhhhh
    hhhhhhhh
    hhhhhhhh
    QKKKKKKQ
    KKccccKK
    hhhhhhhh
    hhhhhhhh
    hhhhhhhh`;
  patch(hat, { face: 'top', x: 0, y: 0 }, band, inks);
}

function paintBody({ body, jacket }: Figure): void {
  coat(body, inks.T);
  const tee = `
    TTTT TssssssT TTTT TTTTTTTT
    TTTT TTssssTT TTTT TTTTTTTT
    TTTT TTToTTTT TTTT TTTTTTTT
    TTTT TTTooTTT TTTT TTTTTTTT
    TTTT TTTTTTTT TTTT TTTTTTTT
    TTTT TTcTTpTT TTTT TTTTTTTT
    TTTT cTcpTpcT TTTT TTTTTTTT
    TTTT cpcpcpcp TTTT TTTTTTTT
    TTTT TpTpcTcp TTTT TTTTTTTT
    TTTT TTTTTTTT TTTT TTTTTTTT
    gggg gggyyggg gggg gggggggg
    GGGG GGGGGGGG GGGG GGGGGGGG`;
  wrap(body, tee, inks);
  const bomber = `
    KKKK KK____KK KKKK KKKKKKKK
    VVVV VVK__KVV VVVV VVVVVVVV
    VVVV VVo__oVV VVVV VVVVVVVV
    VVVV VVo__oVV VVVV VVccccVV
    cccc ccK__Kcc cccc cccKKccc
    VVVV VVo__oVV VVVV VcKCCKcV
    pppp ppK__Kpp pppp pcKppKcp
    VVVV VVo__oVV VVVV VcKCCKcV
    VVVV VVo__oVV VVVV VccKKccV
    VVVV VVo__oVV VVVV VVccccVV
    KQKQ KQK__QKQ KQKQ KQKQKQKQ
    ____ ________ ____ ________`;
  wrap(jacket, bomber, inks);
  patch(jacket, { face: 'top', x: 0, y: 0 }, 'KKKKKKKK\nVVKKKKVV\nVV____VV\nVV____VV', inks);
}

function paintLimbs(figure: Figure): void {
  const { rightArm, rightSleeve, leftSleeve, rightLeg, rightTrouser, leftTrouser } = figure;
  bands(rightArm, [
    [9, inks.V],
    [1, inks.K],
    [2, shade(skin)],
  ]);
  bands(rightSleeve, [[4, inks.V]]);
  hoops(rightSleeve, 4, 1, inks.c);
  hoops(rightSleeve, 5, 1, inks.V);
  hoops(rightSleeve, 6, 1, inks.p);
  hoops(rightSleeve, 7, 2, inks.V);
  hoops(rightSleeve, 9, 1, inks.K);
  mirror(rightArm, figure.leftArm);
  mirror(rightSleeve, leftSleeve);
  const record = `
    _KK_
    KqqK
    qyyq
    KqqK
    _KK_`;
  patch(rightSleeve, { face: 'right', x: 0, y: 7 }, record, inks);
  hoops(leftSleeve, 10, 1, inks.y);
  bands(rightLeg, [
    [9, inks.G],
    [1, shade(sneaker, { lift: -1 })],
    [1, inks.W],
    [1, inks.p],
  ]);
  bands(rightTrouser, [[1, inks.G]]);
  patch(rightTrouser, { face: 'right', x: 0, y: 3 }, 'gggg\nGGGG\nGGcG\nGGGG', inks);
  hoops(rightTrouser, 8, 1, inks.g);
  hoops(rightTrouser, 9, 2, inks.W);
  hoops(rightTrouser, 11, 1, inks.c);
  patch(rightTrouser, { face: 'front', x: 0, y: 9 }, 'WppW\nWWWW', inks);
  patch(rightTrouser, { face: 'right', x: 0, y: 9 }, 'WcWW\nWWcW', inks);
  mirror(rightLeg, figure.leftLeg);
  mirror(rightTrouser, leftTrouser);
  patch(leftTrouser, { face: 'front', x: 0, y: 1 }, 'ooo_\n__oo', inks);
  hoops(leftTrouser, 11, 1, inks.p);
}
