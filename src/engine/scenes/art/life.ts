// What lives in a scene, by the phase of its loop, 0 … 1. At phase 0 everything is where it is in a picture
// that does not move, and phase 1 is phase 0.

const turn = 2 * Math.PI;

/** There and back again on both sides, in whole art pixels. */
export function sway(phase: number, reach: number): number {
  return Math.round(reach * Math.sin(turn * phase));
}

/** Away and back again on one side: 0 … 1. */
export function swell(phase: number): number {
  return (1 - Math.cos(turn * phase)) / 2;
}

/** When something goes out, by a random number of its own, 0 … 1: not near the ends of the loop. */
function goesOutAt(moment: number): number {
  return 0.22 + 0.56 * moment;
}

/** Brightness of something that goes out once in a loop: 1, and down to 0 around its moment. */
export function blink(phase: number, moment: number): number {
  const away = Math.abs(phase - goesOutAt(moment)) / 0.2;
  return away >= 1 ? 1 : (1 - Math.cos(Math.PI * away)) / 2;
}

/** Share of a way, −1 … 1, of something that passes by and starts again while it is out. */
export function passed(phase: number, moment: number): number {
  return phase < goesOutAt(moment) ? phase : phase - 1;
}

/** A position on a way that ends where it begins: steps further, going around. */
export function onward(at: number, steps: number, length: number): number {
  return (((at + steps) % length) + length) % length;
}
