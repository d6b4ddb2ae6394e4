import { upstreamErrors } from '../../../common/errors/catalogue.ts';
import type { RouteDocs } from '../../site/route-docs.ts';
import { shared } from './docs.ts';

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
