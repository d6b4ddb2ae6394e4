// Names and bounds of the formats; whoever needs only these loads no encoder.

type FormatFacts = {
  /** As people write it. */
  readonly title: string;
  /**
   * Limit of one picture, said in the descriptions of `format`, so that none takes more than 4 s of a
   * processor. The most expensive group of ten raised figures with wings takes 3.3 s at 12 million pixels as PNG,
   * which are 48 MiB of memory. How long a pixel takes is in `options/costs.json`.
   */
  readonly maxPixels: number;
};

/** The formats of pictures, in the order in which users see them; their encoders are in `encode.ts`. */
export const formatTable = {
  png: { title: 'PNG', maxPixels: 12 * 1024 * 1024 },
  webp: { title: 'WebP', maxPixels: 4 * 1024 * 1024 },
  avif: { title: 'AVIF', maxPixels: 4 * 1024 * 1024 },
} as const satisfies Record<string, FormatFacts>;

export type Format = keyof typeof formatTable;
export const formats = Object.keys(formatTable).filter((name): name is Format =>
  Object.hasOwn(formatTable, name),
);

/** The formats of animations. */
export const animationFormats = ['webp', 'gif', 'apng'] as const;
export type AnimationFormat = (typeof animationFormats)[number];
