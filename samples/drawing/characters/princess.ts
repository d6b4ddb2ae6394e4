import { bands, coat, hoops, mirror, patch, wrap } from '../brush.ts';
import { ramp, translucent } from '../colour.ts';
import { createFigure, type Figure } from '../figure.ts';
import { shade, tone } from '../material.ts';
import { complexion, faceInks } from '../people.ts';

const silver = ramp('#6f7fc0', '#c0d0f0', '#ffffff');
const night = ramp('#15153f', '#2c2f7a', '#5560b8');
const dawn = ramp('#5a2f8c', '#a05cc8', '#f0a0d0');
const gold = ramp('#b0702f', '#f6cc5c', '#fff6c0');
const gauze = translucent(ramp('#7f8fe0', '#b8c8ff', '#f4f8ff'), 120);
const skin = complexion.ebony;

const features = faceInks(skin, { iris: '#8f9cf0', brow: '#aab4e0', lip: '#a83f6c' });

const inks = {
  ...features,
  h: shade(silver, { grain: 'hair', fall: 1.2, lift: 0.2 }),
  j: tone(silver, 1),
  G: shade(gold, { fall: 0.6 }),
  g: tone(gold, 1),
  y: tone(gold, 4),
  N: shade(night, { fall: 1 }),
  D: shade(dawn, { fall: 0.8 }),
  P: tone(dawn, 4),
  S: '#fff6c0',
  a: shade(gauze, { fall: 1 }),
  A: tone(gauze, 4),
  x: '#dfe8ff60',
};

/** Rules the quiet side of the moon. Visiting hours: all night. */
export function drawPrincess(): Figure {
  const figure = createFigure('slim');
  paintHead(figure);
  paintHair(figure);
  paintGown(figure);
  paintArms(figure);
  paintSkirt(figure);
  return figure;
}

function paintHead({ head }: Figure): void {
  coat(head, inks.h);
  const face = `
    hhhhhhhh hhhhhhhh hhhhhhhh hhhhhhhh
    hhhhhhhh hhhsshhh hhhhhhhh hhhhhhhh
    hhhhhhhh hssssssh hhhhhhhh hhhhhhhh
    hhhhhhds sbbssbbs sdhhhhhh hhhhhhhh
    hhhhhdss svessevs ssdhhhhh hhhhhhhh
    hhhhhdss swissiws ssdhhhhh hhhhhhhh
    hhhhdyss kksssskk ssydhhhh hhhhhhhh
    hhhhdsss sssmmsss sssdhhhh hhhhhhhh`;
  wrap(head, face, { ...inks, ...features });
  patch(head, { face: 'bottom', x: 0, y: 0 }, 'ssssssss\n'.repeat(8), { ...inks, ...features });
}

function paintHair({ hat }: Figure): void {
  const locks = `
    hhhhhhhh hhhGGhhh hhhhhhhh hhhhhhhh
    GGgGGgGG GGyyyGGG GGgGGgGG GgGGgGGg
    hhhhhhhh h__GG__h hhhhhhhh hhhhhhhh
    hhhhhhhh h______h hhhhhhhh hhjhhjhh
    hhhjh_hh ________ hh_hjhhh hhjhhjhh
    hhjhh__h h______h h__hhjhh hjhhhhjh
    hhjhh__h h______h h__hhjhh hjhhhhjh
    hjhh___h h______h h___hhjh hhhhhhhh`;
  wrap(hat, locks, inks);
  const crown = `
    hhjhhjhh
    hhhjjhhh
    hhhyyhhh
    hhyyhhhh
    hhyyhhhh
    hhhyyhhh
    hhhjjhhh
    hhhGGhhh`;
  patch(hat, { face: 'top', x: 0, y: 0 }, crown, inks);
}

function paintGown({ body, jacket }: Figure): void {
  coat(body, inks.N);
  const gown = `
    ssss ssssssss ssss hhhhhhhh
    sNNs sGGssGGs sNNs hhhhhhhh
    NNNN NNyGGyNN NNNN hhhhhhhh
    NNSN NNNyyNNN NNNN hhhhhhhh
    NNNN NNNNNNNN NSNN NhhhhhhN
    NNNN NSNNNNNN NNNN NhhhhhhN
    NNNN NNNNNNSN NNNN NNhhhhNN
    GGGG GgGyyGgG GGGG GGGGGGGG
    NDNN NNDNNNDN NNDN NDNNDNNN
    DNDN DNDNDNDD NDDN DNDNDDND
    DDDD DDDDDDDD DDDD DDDDDDDD
    DDDD DDDDDDDD DDDD DDDDDDDD`;
  wrap(body, gown, inks);
  const tresses = `
    h__h h______h h__h hhhhhhhh
    h___ h______h ___h hhhhhhhh
    ____ h______h ____ hhjhhjhh
    ____ hj____jh ____ hhjhhjhh
    ____ _h____h_ ____ hjhhhhjh
    ____ ________ ____ hjhhhhjh
    ____ ________ ____ hhhyyhhh
    GyGG GG_GG_GG GGyG GhhyyhhG
    ____ __GyyG__ ____ _hhhhhh_
    DNDN D______D NDDN _hjhhjh_
    DDDD DD____DD DDDD DhhhhhhD
    SDDD DSD__DDD DDSD DDhjhhDD`;
  wrap(jacket, tresses, inks);
}

function paintArms(figure: Figure): void {
  const { rightArm, rightSleeve, leftSleeve } = figure;
  bands(rightArm, [
    [2, inks.N],
    [1, inks.G],
    [6, shade(skin)],
    [1, inks.y],
    [2, shade(skin)],
  ]);
  hoops(rightSleeve, 2, 1, inks.A);
  hoops(rightSleeve, 3, 5, inks.a);
  hoops(rightSleeve, 8, 1, inks.A);
  patch(rightSleeve, { face: 'right', x: 0, y: 9 }, 'aaaa\nxaax\n_xx_', inks);
  patch(rightSleeve, { face: 'back', x: 0, y: 9 }, 'aaa\nxax', inks);
  patch(rightSleeve, { face: 'front', x: 0, y: 9 }, 'ax_\nx__', inks);
  patch(rightSleeve, { face: 'right', x: 1, y: 4 }, 'S', inks);
  patch(rightSleeve, { face: 'front', x: 1, y: 6 }, 'S', inks);
  patch(rightSleeve, { face: 'back', x: 0, y: 5 }, 'S', inks);
  mirror(rightArm, figure.leftArm);
  mirror(rightSleeve, leftSleeve);
  patch(leftSleeve, { face: 'left', x: 2, y: 6 }, 'S', inks);
}

function paintSkirt({ rightLeg, leftLeg, rightTrouser, leftTrouser }: Figure): void {
  bands(rightLeg, [
    [9, shade(dawn, { lift: -1 })],
    [1, shade(skin)],
    [2, shade(gold)],
  ]);
  const train = `
    DDDD DDDD DDDD DDDD
    DSDD DDDD DDDD DDDD
    DDDD DDDS DDDD DDSD
    DDDD DDDD DDDD DDDD
    PDPD DPDD PDPD PDDP
    DPDP PDPP DPDP DPPD
    PPSP PPPP PPPP PPPP
    PPPP PSPP PPPP PSPP
    PPPP PPPP PPPP PPPP
    SyGy SyGy SyGy SyGy
    _y_y _y_y _y_y _y_y`;
  coat(rightTrouser, inks.D, ({ down, face }) => down < 10 && face !== 'bottom');
  wrap(rightTrouser, train, { ...inks, P: shade(dawn, { lift: 1.4, fall: 0 }) });
  mirror(rightLeg, leftLeg);
  mirror(rightTrouser, leftTrouser);
}
