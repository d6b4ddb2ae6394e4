import { bands, coat, hoops, mirror, patch, wrap } from '../brush.ts';
import { ramp, translucent } from '../colour.ts';
import { createFigure, type Figure } from '../figure.ts';
import { shade, tone } from '../material.ts';
import { complexion, faceInks } from '../people.ts';

const suit = ramp('#8f94ba', '#dbdfee', '#ffffff');
const joint = ramp('#3c4166', '#6f779c', '#a3abc8');
const orange = ramp('#b8402b', '#f47b34', '#ffb45c');
const rubber = ramp('#23243d', '#3b3f5f', '#5d6387');
const curls = ramp('#1a1018', '#33211f', '#553a2e');
const sky = translucent(ramp('#4a7be0', '#6bc2f5', '#c8f2ff'), 30);

const features = faceInks(complexion.copper, { iris: '#5a3420', brow: '#1d1216', lip: '#5c2630' });

const inks = {
  ...features,
  h: shade(curls, { grain: 'fur' }),
  W: shade(suit, { fall: 1.2 }),
  X: tone(suit, 1),
  J: shade(joint),
  O: shade(orange, { fall: 0.8 }),
  R: shade(rubber),
  g: tone(sky, 2),
  G: tone(sky, 1),
  q: '#ffffffb0',
  Q: '#e6f9ff68',
  c: '#57e0c0',
  r: '#f2545b',
  y: '#ffd45c',
};

/** Made it to the moon, forgot to bring lunch, still smiling. */
export function drawAstronaut(): Figure {
  const figure = createFigure('classic');
  paintHead(figure);
  paintBody(figure);
  paintLimbs(figure);
  return figure;
}

function paintHead({ head, hat }: Figure): void {
  coat(head, inks.h);
  patch(head, { face: 'bottom', x: 0, y: 0 }, 'ssssssss\n'.repeat(8), { ...inks, ...features });
  const face = `
    hhhhhhhh hhhhhhhh hhhhhhhh hhhhhhhh
    hhhhhhhh hhhhhhhh hhhhhhhh hhhhhhhh
    hhhhhhhh hslsslsh hhhhhhhh hhhhhhhh
    hhhhhhhs sbbssbbs shhhhhhh hhhhhhhh
    hhhhdsss svessevs sssdhhhh hhhhhhhh
    hhhhddss swissiws ssddhhhh hhhhhhhh
    hhhhssss kkmttmkk sssshhhh hhhhhhhh
    ssssssss sssmmsss ssssssss dhhhhhhd`;
  wrap(head, face, { ...inks, ...features });
  const helmet = `
    WWWWWWWW WWWOOWWW WWWWWWWW WWWOOWWW
    WWWWWWWX XXXXXXXX XWWWWWWW WWWOOWWW
    WWJJJWXg gqqggggg gXWJJJWW WWWOOWWW
    WJRRRJXg qggggggg gXJRRRJW WWWOOWWW
    WJROrJXg ggggggGG GXJrORJW WWWOOWWW
    WJRRRJXg ggggggGQ GXJRRRJW WWWOOWWW
    WWJJJWWX gggggGQG XWWJJJWW WWWOOWWW
    XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX`;
  wrap(hat, helmet, inks);
  const crown = `
    WWWOOWWW
    WWWOOWWW
    WWWOOWWW
    WWWOOWWW
    WWWOOWWW
    WXWOOWXW
    WXWOOWXW
    WWXOOXWW`;
  patch(hat, { face: 'top', x: 0, y: 0 }, crown, inks);
  patch(hat, { face: 'bottom', x: 0, y: 0 }, 'JJJJJJJJ\n'.repeat(8), inks);
}

function paintBody({ body, jacket }: Figure): void {
  const suitRows = `
    JJJJ JJJJJJJJ JJJJ JJJJJJJJ
    WWWW WWWWWWWW WWWW WWWWWWWW
    WWWW WOWWWWOW WWWW WOWWWWOW
    WWWW WOWWWWOW WWWW WOWWWWOW
    WWWW WOWWWWOW WWWW WOWWWWOW
    WWWW WOWWWWOW WWWW WOWWWWOW
    WWWW WOWWWWOW WWWW WOWWWWOW
    XXXX XOXXXXOX XXXX XOXXXXOX
    OOOO OOOOOOOO OOOO OOOOOOOO
    JJJJ JJJyyJJJ JJJJ JJJJJJJJ
    WWWW WWWXXWWW WWWW WWWWWWWW
    WWWW WWWXXWWW WWWW WWWWWWWW`;
  coat(body, inks.W);
  wrap(body, suitRows, inks);
  const panel = `
    RRRRRR
    RcRyRR
    RRRRrR
    RJJJJR`;
  patch(jacket, { face: 'front', x: 1, y: 3 }, panel, inks);
  const pack = `
    _XWWWWX_
    XWWWWWWX
    XWJJJJWX
    XWJRRJWX
    XWJRRJWX
    XWJJJJWX
    XWWWWWWX
    XWcWWrWX
    XWWWWWWX
    _XXXXXX_`;
  patch(jacket, { face: 'back', x: 0, y: 1 }, pack, inks);
  hoops(jacket, 0, 1, inks.W);
  patch(jacket, { face: 'front', x: 1, y: 0 }, 'WWXXWW', inks);
}

function paintLimbs(figure: Figure): void {
  const { rightArm, rightSleeve, leftArm, leftSleeve, rightLeg, rightTrouser } = figure;
  bands(rightArm, [
    [2, inks.W],
    [1, inks.O],
    [2, inks.W],
    [1, inks.J],
    [3, inks.W],
    [1, inks.O],
    [2, inks.J],
  ]);
  hoops(rightSleeve, 8, 1, tone(suit, 3));
  hoops(rightSleeve, 0, 2, inks.W);
  patch(rightSleeve, { face: 'top', x: 0, y: 0 }, 'WWWW\nWWWW\nWWWW\nWWWW', inks);
  mirror(rightArm, leftArm);
  mirror(rightSleeve, leftSleeve);
  patch(leftSleeve, { face: 'left', x: 0, y: 3 }, 'Gccc\nGyyG\nGccc', {
    c: '#4f63c8',
    y: '#ffd45c',
    G: '#2f3a86',
  });
  patch(rightSleeve, { face: 'right', x: 1, y: 6 }, 'RR\ncR', inks);
  bands(rightLeg, [
    [4, inks.W],
    [1, inks.J],
    [4, inks.W],
    [3, inks.R],
  ]);
  patch(rightTrouser, { face: 'front', x: 0, y: 4 }, '_XX_\nXWWX\n_XX_', inks);
  hoops(rightTrouser, 9, 2, shade(joint, { fall: 0.5, lift: 0.5 }));
  hoops(rightTrouser, 11, 1, inks.O);
  hoops(rightTrouser, 8, 1, inks.W);
  mirror(rightLeg, figure.leftLeg);
  mirror(rightTrouser, figure.leftTrouser);
  patch(figure.leftTrouser, { face: 'left', x: 1, y: 1 }, 'XX\nXX', inks);
}
