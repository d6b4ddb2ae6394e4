import type { RouteDocs } from '../../site/route-docs.ts';
import { upstreamErrors } from '../../../common/errors/lineup-error.ts';
import { crops as cropNames } from '../../../engine/figure/camera/crops.ts';
import { pictureFormats } from '../../../engine/options/picture-formats.ts';
import { renderTypeNames } from '../../../engine/figure/render-types.ts';

/** Common to all routes that draw one figure. */
const shared = {
  headers: { 'X-Fallback': 'With `fallback`: `0` if a fallback skin was drawn.' },
  choices: {
    render_type: renderTypeNames,
    crop: ['', ...pictureFormats.map((format) => `.${format}`)].flatMap((extension) =>
      cropNames.map((crop) => `${crop}${extension}`),
    ),
  },
} as const satisfies Partial<RouteDocs>;

export const renderDocs: RouteDocs = {
  ...shared,
  id: 'renderPlayer',
  summary: 'Draw one player',
  description: [
    'One player in one pose. `full` is the whole figure; `bust` and `face` frame less of it. Not every pose has every crop; an invalid pair returns 400 with the valid ones.',
    '`render_type` and `crop` in the query override the path, and a file extension on the last part of the path sets the format: `…/full.webp`. Without a crop the path draws the whole figure: `…/head/Notch`.',
    '`/Notch.png` is a short address of `…/default/Notch/full.png`, with the same options.',
    'Players whose name turns them upside down in the game stand on their heads here too.',
    'Skins made for the Ears mod are drawn with the ears, tails, snouts, wings and all else that they describe, unless `ears=none`.',
  ],
  errors: ['unusable-skin', 'unknown-player', ...upstreamErrors],
  examples: [
    {
      title: 'A head, for an avatar',
      path: { render_type: 'head', player: 'sample-fox', crop: 'full' },
      query: { height: 192 },
      size: { widthPx: 187, heightPx: 192 },
    },
    {
      title: 'A whole figure with a shadow on the ground',
      path: { render_type: 'walking', player: 'sample-explorer', crop: 'full' },
      query: { shadow: true, height: 360 },
      size: { widthPx: 201, heightPx: 360 },
    },
    {
      title: 'The second layer raised, texel by texel',
      path: { render_type: 'default', player: 'sample-diver', crop: 'full' },
      query: { overlay: 'raised', height: 360 },
      size: { widthPx: 195, heightPx: 360 },
    },
    {
      title: 'With sword and shield',
      path: { render_type: 'default', player: 'sample-knight', crop: 'full' },
      query: { hold: 'sword', hold_left: 'shield', height: 320 },
      size: { widthPx: 218, heightPx: 320 },
    },
    {
      title: 'A bust on a coloured background',
      path: { render_type: 'crossed', player: 'sample-princess', crop: 'bust' },
      query: { background: 'ffd166', height: 240 },
      size: { widthPx: 168, heightPx: 240 },
    },
    {
      title: 'Seen from behind, as lossless WebP',
      path: { render_type: 'default', player: 'sample-astronaut', crop: 'full.webp' },
      query: { yaw: 160, height: 320 },
      size: { widthPx: 176, heightPx: 320 },
    },
    {
      title: 'A skin for the Ears mod, with wings, tail and snout',
      path: { render_type: 'default', player: 'sample-dragon', crop: 'full' },
      query: { height: 360 },
      size: { widthPx: 215, heightPx: 360 },
    },
    {
      title: 'Pixel art, texel by texel',
      path: { render_type: 'pixel', player: 'sample-panda', crop: 'full' },
      query: { height: 160 },
      size: { widthPx: 110, heightPx: 160 },
    },
  ],
};

export const avatarDocs: RouteDocs = {
  id: 'drawAvatar',
  summary: 'The face of a player',
  description: [
    'The flat face in a square, for lists and comments. `/avatar/{player}` is a short address of the same.',
  ],
  headers: shared.headers,
  errors: ['unusable-skin', 'unknown-player', ...upstreamErrors],
  examples: [
    {
      title: 'A face',
      path: { player: 'sample-fox' },
      query: { size: 96 },
      size: { widthPx: 96, heightPx: 96 },
    },
  ],
};

export const urlDocs: RouteDocs = {
  ...shared,
  id: 'renderSkinFromUrl',
  summary: 'Draw a skin at a URL',
  description: [
    'The same pictures as of a player, from the skin image at the URL `skin`, which may have up to 1 MiB.',
    'The arms are four texels wide unless `model=slim` makes them three. `cape` may be another URL, or a texture hash.',
  ],
  errors: ['unusable-skin', 'forbidden-address', 'unknown-skin', ...upstreamErrors],
  examples: [
    {
      title: 'A skin from your own site',
      path: { render_type: 'walking', crop: 'full' },
      query: { skin: 'https://example.org/skin.png', model: 'slim', height: 300 },
      isRunnable: false,
    },
  ],
};

export const uploadDocs: RouteDocs = {
  ...shared,
  id: 'renderUploadedSkin',
  summary: 'Draw an uploaded skin',
  description: [
    'The body is the sheet itself (`image/png`), or a form (`multipart/form-data`) with the file `skin` and optionally `cape` or `elytra`; at most 3 MiB. Options belong in the query; other fields of the form are ignored.',
    'The upload is not stored. The picture is cached, and its `ETag` is made from the bytes of the upload.',
  ],
  errors: [
    'unusable-skin',
    'unknown-skin',
    'forbidden-address',
    'body-too-large',
    'unsupported-media-type',
    ...upstreamErrors,
  ],
  examples: [
    {
      title: 'Your own file, with a raised second layer',
      path: { render_type: 'default', crop: 'full' },
      query: { overlay: 'raised' },
      upload: 'skin.png',
      isRunnable: false,
    },
    {
      title: 'Your own skin and cape, from behind',
      path: { render_type: 'default', crop: 'full' },
      query: { yaw: 150 },
      upload: { skin: 'skin.png', cape: 'cape.png' },
      isRunnable: false,
    },
  ],
};
