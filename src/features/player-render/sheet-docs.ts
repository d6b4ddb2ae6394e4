import type { RouteDocs } from '../docs/route-docs.ts';
import { shared } from './docs.ts';

export const urlDocs: RouteDocs = {
  ...shared,
  id: 'renderSkinFromUrl',
  summary: 'Draw a skin at a URL',
  description: [
    'The same pictures as of a player, of the skin image that `skin` leads to, at most 1 MiB.',
    'A skin without a player has four texels of arm; `model=slim` gives it three. `cape` may be another URL, or a texture hash.',
  ],
  errors: [
    'unusable-skin',
    'forbidden-address',
    'unknown-skin',
    'upstream-failed',
    'upstream-timeout',
    'overloaded',
  ],
  examples: [
    {
      title: 'A skin from your own site',
      path: { render_type: 'walking', crop: 'full' },
      query: { skin: 'https://example.org/skin.png', model: 'slim', height: 300 },
      isOnPaper: true,
    },
  ],
};

export const uploadDocs: RouteDocs = {
  ...shared,
  id: 'renderUploadedSkin',
  summary: 'Draw a skin that is sent along',
  description: [
    'The body is the sheet itself (`image/png`), or a form (`multipart/form-data`) with the files `skin`, and `cape` or `elytra` where these are to be worn; at most 3 MiB.',
    'Nothing of it is kept but the picture, and its validator is made of the bytes.',
  ],
  errors: [
    'unusable-skin',
    'unknown-skin',
    'forbidden-address',
    'upstream-failed',
    'upstream-timeout',
    'body-too-large',
    'unsupported-media-type',
    'overloaded',
  ],
  examples: [
    {
      title: 'A file of yours, raised',
      path: { render_type: 'default', crop: 'full' },
      query: { overlay: 'raised' },
      isOnPaper: true,
    },
  ],
};
