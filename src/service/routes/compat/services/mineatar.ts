import { defineService } from '../define-service.ts';
import { uuidRow } from '../read-profile.ts';
import {
  clampedNumber,
  isOn,
  isOnByDefault,
  pictureRows,
  sheet,
  views,
  type Look,
} from '../read-values.ts';

type PartLook = Look & {
  /** Size of the picture for each step of `scale`. */
  readonly wide: number;
  readonly high: number;
  /** Turns the figure, in our degrees. */
  readonly yaw?: number;
  readonly pitch?: number;
};

const scales = { min: 1, max: 64, standard: 4 };

const flat = { wide: 16, high: 32 };
const left = { ...views.isometric, ...flat, yaw: 45, pitch: -35.3 };
const right = { ...left, yaw: -135 };

/** Every `format` but PNG gets a PNG. */
export const mineatar = defineService({
  host: 'api.mineatar.io',
  rows: {
    ...pictureRows<PartLook>(
      {
        face: { ...views.face, wide: 8, high: 8 },
        head: { ...views.isometricHead, wide: 13.855, high: 16 },
        'body/full': { ...views.isometric, wide: 17.32, high: 39 },
        'body/front': { ...views.flat, ...flat },
        'body/back': { ...views.back, ...flat },
        'body/left': { ...left, shows: 'the figure from its left' },
        'body/right': { ...right, shows: 'the figure from its right' },
      },
      ({ wide, high, yaw = 0, pitch = 0 }) => ({
        after: '/{player}?scale=4&overlay=true',
        size: `\`scale\` 1–64, 4: ${wide} × ${high} pixels each`,
        draw: ({ query }) => {
          // At most 1024 pixels high, like all figures.
          const scale = Math.min(clampedNumber(query.scale, scales), Math.floor(1024 / high));
          const heightPx = high * scale;
          return {
            heightPx,
            widthPx: isOn(query, 'square') ? heightPx : Math.round(wide * scale),
            overlay: isOnByDefault(query, 'overlay'),
            cape: false,
            yaw,
            pitch,
          };
        },
      }),
    ),
    uuid: uuidRow(() => ({ status: 404, body: 'Not Found' })),
    skin: {
      after: '/{player}?download=false',
      shows: 'the skin sheet; with `download` to be saved',
      size: 'as it is',
      read: (player, { query }) =>
        sheet(player, { isDownload: isOn(query, 'download'), others: [null] }),
    },
  },
});
