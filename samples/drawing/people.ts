import { colour, mix, ramp, type Ramp } from './colour.ts';
import type { Legend } from './brush.ts';
import { shade, tone } from './material.ts';

/** Skin from light to dark; shadows lean to rose and violet, lights to apricot. */
export const complexion = {
  porcelain: ramp('#c98f8e', '#f3cdb8', '#ffe9d6'),
  peach: ramp('#b06f61', '#e8b08c', '#fbd4b0'),
  honey: ramp('#94573f', '#d1955f', '#eebb82'),
  copper: ramp('#6e3d37', '#aa6a45', '#cf915e'),
  umber: ramp('#3f2330', '#774837', '#a06a49'),
  ebony: ramp('#351c2a', '#633a33', '#8f5a44'),
} as const satisfies Record<string, Ramp>;

type Features = { readonly iris: string; readonly brow: string; readonly lip: string };

/**
 * The letters that draw a face: `s` skin, `d` its shadow, `l` its light, `n` nose, `k` blush,
 * `w` white of the eye, `v` the same under the lid, `e` pupil, `i` iris, `b` brow, `m` mouth,
 * `t` teeth.
 */
export function faceInks(skin: Ramp, features: Features): Legend {
  const blush = mix(skin[2], colour('#f2545b'), 0.34);
  const white = mix(colour('#ffffff'), skin[4], 0.1);
  const lid = mix(colour('#e6e4f2'), skin[1], 0.36);
  return {
    s: shade(skin, { fall: 1, lift: 0.2 }),
    d: tone(skin, 1),
    l: tone(skin, 3),
    n: tone(skin, 1),
    k: () => blush,
    w: () => white,
    v: () => lid,
    e: '#231a2b',
    i: features.iris,
    b: features.brow,
    m: features.lip,
    t: '#fff7ee',
  };
}
