import { bands, coat, hoops, mirror, patch, wrap } from '../brush.ts';
import { ramp, type Ramp } from '../colour.ts';
import { createFigure, type Figure, type Model } from '../figure.ts';
import { shade, tone } from '../material.ts';
import { complexion, faceInks } from '../people.ts';

const plum = ramp('#241626', '#4a2c40', '#7c4c56');
const lavender = ramp('#5f5a96', '#a39ccb', '#dcd6f0');
const mustard = ramp('#a8602a', '#e3a23f', '#ffd983');
const charcoal = ramp('#22243a', '#454a62', '#737a8f');
const canvas = ramp('#a89fae', '#efe9e4', '#ffffff');
const skin = complexion.honey;

const features = faceInks(skin, { iris: '#5f7a4a', brow: '#6b433c', lip: '#9c4a46' });

type Wardrobe = { readonly knit: Ramp; readonly stripe: Ramp; readonly hat: string };

const wardrobe = {
  classic: {
    knit: lavender,
    stripe: mustard,
    hat: `
    hhhhhhhh hhhhhhhh hhhhhhhh hhhhhhhh
    hhhhhhhh hhhjhhhh hhhhhhhh hhhhhhhh
    hhhhhhhh hh_hh_hh hhhhhhhh hhhhhhhh
    hhhhhhh_ h______h _hhhhhhh hhhhhhhh
    hhh_h___ ________ ___h_hhh hhhhhhhh
    hh______ ________ ______hh _hhhhhh_
    ________ ________ ________ __h__h__
    ________ ________ ________ ________`,
  },
  slim: {
    knit: mustard,
    stripe: lavender,
    hat: `
    hhhhhhhh hhhhhhhh hhhhhhhh hhhhhhhh
    hhhhhhhh hhhhhjhh hhhhhhhh hhhhhhhh
    hhhhhhhh hhhh__hh hhhhhhhh hhhhhhhh
    hhhhhhhh hh_____h hhhhhhhh hhhhhhhh
    hhhhhhhh h______h hhhhhhhh hhhhhhhh
    hhhhhh_h h______h h_hhhhhh hhhhhhhh
    hhhhh__h h______h h__hhhhh hhhhhhhh
    _h_hh__h ________ h__hh_h_ _hh_hhh_`,
  },
} as const satisfies Record<Model, Wardrobe>;

/** Nobody in particular, and glad to stand in: the figure for players whose skin can't be had. */
export function drawFallback(model: Model): Figure {
  const figure = createFigure(model);
  const inks = inksFor(wardrobe[model]);
  paintHead(figure, inks);
  paintBody(figure, inks);
  paintLimbs(figure, inks);
  return figure;
}

type Inks = ReturnType<typeof inksFor>;

function inksFor({ knit, stripe }: Wardrobe) {
  return {
    ...features,
    h: shade(plum, { grain: 'hair', fall: 1.2 }),
    j: tone(plum, 3),
    K: shade(knit, { grain: 'cloth', fall: 1.2 }),
    L: tone(knit, 3),
    q: tone(knit, 1),
    S: shade(stripe, { grain: 'knit', fall: 0.6 }),
    C: shade(charcoal, { grain: 'cloth', fall: 1 }),
    c: tone(charcoal, 0),
    y: '#f6cf62',
    W: shade(canvas, { fall: 0.6 }),
    X: tone(canvas, 1),
    A: shade(skin),
  };
}

function paintHead({ head, hat, model }: Figure, inks: Inks): void {
  coat(head, inks.h);
  const face = `
    hhhhhhhh hhhhhhhh hhhhhhhh hhhhhhhh
    hhhhhhhh hhhhhhhh hhhhhhhh hhhhhhhh
    hhhhhhhh hhshhshh hhhhhhhh hhhhhhhh
    hhhhhhhs sbbssbbs shhhhhhh hhhhhhhh
    hhhhhdss svessevs ssdhhhhh hhhhhhhh
    hhhhhdss swissiws ssdhhhhh hhhhhhhh
    hhhhssss ksdssdsk sssshhhh dhhhhhhd
    ddddssss sssmmsss ssssdddd dddddddd`;
  wrap(head, face, inks);
  patch(head, { face: 'bottom', x: 0, y: 0 }, 'dddddddd\n'.repeat(8), inks);
  wrap(hat, wardrobe[model].hat, inks);
  const crown = `
    hhhhhhhh
    hhhjjhhh
    hhjhhhhh
    hhjhjjhh
    hhhhhjhh
    hhhjhhhh
    hhjjhhhh
    hhhhhhhh`;
  patch(hat, { face: 'top', x: 0, y: 0 }, crown, inks);
}

function paintBody({ body, jacket }: Figure, inks: Inks): void {
  coat(body, inks.K);
  const jumper = `
    qqqq qssssssq qqqq qqqqqqqq
    KKKK KqssssqK KKKK KKKKKKKK
    KKKK KKqqqqKK KKKK KKKKKKKK
    KKKK KKKKKKKK KKKK KKKKKKKK
    SSSS SSSSSSSS SSSS SSSSSSSS
    KKKK KKKKKKKK KKKK KKKKKKKK
    SSSS SSSSSSSS SSSS SSSSSSSS
    KKKK KKKKKKKK KKKK KKKKKKKK
    KKKK KKKKKKKK KKKK KKKKKKKK
    KKKK KKKKKKKK KKKK KKKKKKKK
    qqqq qqqqqqqq qqqq qqqqqqqq
    cccc cccyyccc cccc cccccccc`;
  wrap(body, jumper, { ...inks, s: inks.A });
  const rib = `
    LLLL L______L LLLL LLLLLLLL
    ____ _L____L_ ____ ________
    ____ __LLLL__ ____ ________`;
  wrap(jacket, rib, inks);
  hoops(jacket, 9, 1, inks.K);
  wrap({ ...jacket, box: { ...jacket.box, v: jacket.box.v + 10, h: 1 } }, 'qLqL'.repeat(6), inks);
}

function paintLimbs(figure: Figure, inks: Inks): void {
  const { rightArm, rightSleeve, leftSleeve, rightLeg, rightTrouser, leftTrouser } = figure;
  bands(rightArm, [
    [4, inks.K],
    [1, inks.S],
    [1, inks.K],
    [1, inks.S],
    [1, inks.K],
    [1, inks.q],
    [3, inks.A],
  ]);
  bands(rightSleeve, [[1, inks.K]]);
  hoops(rightSleeve, 7, 1, inks.L);
  hoops(rightSleeve, 8, 1, inks.q);
  mirror(rightArm, figure.leftArm);
  mirror(rightSleeve, leftSleeve);
  patch(leftSleeve, { face: 'left', x: 1, y: 2 }, 'yy\nyy', inks);
  bands(rightLeg, [
    [9, inks.C],
    [2, inks.W],
    [1, inks.X],
  ]);
  hoops(rightTrouser, 8, 1, tone(charcoal, 3));
  hoops(rightTrouser, 9, 2, inks.W);
  hoops(rightTrouser, 11, 1, inks.S);
  patch(rightTrouser, { face: 'front', x: 1, y: 9 }, 'XX\nXX', inks);
  mirror(rightLeg, figure.leftLeg);
  mirror(rightTrouser, leftTrouser);
}
