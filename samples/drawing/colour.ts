/** Red, green, blue, alpha, each 0–255; not premultiplied. */
export type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

/** Five tones of one material from its deepest shadow to its highlight. */
export type Ramp = readonly [Rgba, Rgba, Rgba, Rgba, Rgba];

/** Reads `#rrggbb` or `#rrggbbaa`. Throws on anything else: a typing slip must not become black. */
export function colour(code: string): Rgba {
  const digits = /^#([0-9a-f]{6})([0-9a-f]{2})?$/.exec(code);
  if (digits === null) throw new TypeError(`not a colour: ${code}`);
  const rgb = Number.parseInt(digits[1] ?? '', 16);
  const alpha = Number.parseInt(digits[2] ?? 'ff', 16);
  return [rgb >> 16, (rgb >> 8) & 255, rgb & 255, alpha];
}

/** The colour `share` (0–1) of the way from one to the other, in whole steps. */
export function mix(from: Rgba, to: Rgba, share: number): Rgba {
  const at = (channel: 0 | 1 | 2 | 3): number =>
    Math.round(from[channel] + (to[channel] - from[channel]) * share);
  return [at(0), at(1), at(2), at(3)];
}

/**
 * A ramp from three hand-picked tones; the two between are mixed. Shadows are picked towards blue
 * or violet and lights towards yellow, which keeps small surfaces from looking grey.
 */
export function ramp(shadow: string, middle: string, light: string): Ramp {
  const [low, mid, high] = [colour(shadow), colour(middle), colour(light)];
  return [low, mix(low, mid, 0.5), mid, mix(mid, high, 0.5), high];
}

/** The same ramp as glass, gauze or mist. */
export function translucent(solid: Ramp, alpha: number): Ramp {
  const thin = (tone: Rgba): Rgba => [tone[0], tone[1], tone[2], alpha];
  return [thin(solid[0]), thin(solid[1]), thin(solid[2]), thin(solid[3]), thin(solid[4])];
}
