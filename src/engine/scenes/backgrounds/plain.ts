import { paint, paints } from '../art/art.ts';
import { lying, mottled, type Material } from '../art/ground.ts';

/** Material of blocks without a scene: grey stone that suits any background. */
export const plainStone: Material = {
  top: lying(paints('#8d91a5 #949ab0 #878b9f'), paints('#9a9fb4 #a2a7bb #9398ad')),
  lip: () => paint('#bcc1d2'),
  front: mottled(paints('#5f6378 #666a80 #6d7188 #74788f'), paint('#3a3d4e')),
  mark: { lit: paint('#f2f4fb'), dark: paint('#2e3040') },
};
