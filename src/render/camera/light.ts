import { normalise, type Vec3 } from '../model/vector.ts';
import type { Light } from '../plan/screen-quads.ts';

/** Full light on every side: flat views show the sheet's exact colours. */
export const flatLight: Light = () => 255;

/** A directional light plus ambient light. Directions are in camera space: right, up, towards the eye. */
function lamp(towards: Vec3, ambient: number, diffuse: number): Light {
  const [x, y, z] = normalise(towards);
  return (right, up, toEye) => {
    const lit = Math.max(0, right * x + up * y + toEye * z);
    return Math.round(255 * Math.min(1, ambient + diffuse * lit));
  };
}

/**
 * A light above the viewer's right shoulder and soft ambient light: surfaces towards the viewer keep
 * about their own colour, tops are brightest, and the darkest side keeps more than half.
 */
export const studioLight = lamp([0.4, 0.75, 0.7], 0.6, 0.46);

/** A film poster: hard light from one side and above, while the other side falls off. */
export const posterLight = lamp([0.85, 0.6, 0.55], 0.5, 0.56);

/** Low sun from the front, with little difference between sides. */
export const softLight = lamp([0.3, 0.6, 0.8], 0.72, 0.3);
