import { defineService, type CompatQuery } from '../define-service.ts';
import {
  capeRow,
  isThere,
  pictureRow,
  sheetRow,
  square,
  strictNumber,
  views,
} from '../read-values.ts';

const sizes = { min: 1, max: 512, standard: 160 };
const scales = { min: 1, max: 10, standard: 6 };

/** `default=`: one of the two oldest skins, or a player by UUID. The original also accepted a URL. */
function insteadOf(query: CompatQuery): string | undefined {
  const named = query.default?.replace(/^mhf_/i, '') ?? '';
  if (/^(?:steve|alex)$/i.test(named)) return `x-${named.toLowerCase()}`;
  return /^[\da-f]{8}(-?)(?:[\da-f]{4}\1){3}[\da-f]{12}$/i.test(named) ? named : undefined;
}

/** Switches are on if they are present. */
const shared = (query: CompatQuery) => ({
  overlay: isThere(query, 'overlay', 'helm'),
  instead: insteadOf(query),
});

/** Heads and bodies are isometric, with a fixed number of pixels for each step of `scale`. */
function scaled(query: CompatQuery, heightPerStep: number) {
  const scale = strictNumber(query.scale, 'scale', scales);
  return { ...shared(query), widthPx: 20 * scale, heightPx: Math.floor(heightPerStep * scale) };
}

export const crafatar = defineService({
  host: 'crafatar.com',
  rows: {
    avatars: pictureRow({
      ...views.face,
      after: '/{player}?size=160&overlay',
      shows: 'the face, flat; without `overlay` its base layer alone',
      size: '`size` 1–512, 160',
      draw: ({ query }) => ({
        ...shared(query),
        ...square(strictNumber(query.size, 'size', sizes)),
      }),
    }),
    'renders/head': pictureRow({
      ...views.isometricHead,
      after: '/{player}?scale=6&overlay',
      size: '`scale` 1–10, 6: 20 × 18.5 pixels each',
      draw: ({ query }) => scaled(query, 18.5),
    }),
    'renders/body': pictureRow({
      ...views.isometric,
      after: '/{player}?scale=6&overlay',
      size: '`scale` 1–10, 6: 20 × 45.1 pixels each',
      draw: ({ query }) => ({ ...scaled(query, 45.1), cape: false }),
    }),
    skins: sheetRow({}, insteadOf),
    capes: capeRow,
  },
});
