import { upstreamErrors } from '../../../common/errors/catalogue.ts';
import type { RouteDocs } from '../../site/route-docs.ts';
import { compatRows, compatServices } from './table.ts';

export const compatDocs: RouteDocs = {
  id: 'drawAsOtherServices',
  summary: 'Serve the paths of other skin services',
  description: [
    'For pages that link to a service that is gone: change the host, keep the path. `https://crafatar.com/avatars/…?size=64` becomes `…/api/compat/crafatar/avatars/…?size=64`. Sizes, bounds, options and file extensions are those of the original service.',
    'Names, UUIDs, Bedrock players and texture hashes work with each service. If the original service drew a default skin for an unknown player, so does this one, with `X-Fallback: 0`.',
    'Operators can serve such a service at the root of a host name with `COMPAT_HOSTS`; `docs/migrating.md` of the project shows the configuration of nginx and Caddy.',
    ...compatRows().map(({ service, rows }) => {
      const paths = rows.map(({ path, shows }) => `\`${path}\` (${shows})`);
      return `\`${service}\`: ${paths.join(', ')}.`;
    }),
  ],
  errors: ['unknown-route', 'unusable-skin', 'unknown-player', 'unknown-cape', ...upstreamErrors],
  headers: { 'X-Fallback': '`0` if a default skin was drawn.' },
  choices: { service: Object.keys(compatServices) },
  examples: [
    {
      title: 'An avatar of Crafatar',
      path: { service: 'crafatar', path: 'avatars/sample-fox' },
      query: { size: '64', overlay: '' },
      size: { widthPx: 64, heightPx: 64 },
    },
    {
      title: 'A cube of Minotar',
      path: { service: 'minotar', path: 'cube/sample-knight/100.png' },
      size: { widthPx: 100, heightPx: 100 },
    },
    {
      title: 'A body of mc-heads.net, from the left',
      path: { service: 'mc-heads', path: 'body/sample-wizard/100/left' },
      size: { widthPx: 100, heightPx: 240 },
    },
    {
      title: 'A figure of VZGE without its shadow',
      path: { service: 'vzge', path: 'full/384/sample-punk.webp' },
      query: { no: 'shadow' },
      size: { widthPx: 230, heightPx: 384 },
    },
    {
      title: 'A face of NMSR',
      path: { service: 'nmsr', path: 'face/sample-robot' },
      query: { w: '128' },
      size: { widthPx: 128, heightPx: 128 },
    },
    {
      title: 'A pose of Starlight',
      path: { service: 'starlight', path: 'render/clown/sample-princess/full' },
      query: { cameraHeight: '256' },
      size: { widthPx: 175, heightPx: 256 },
    },
  ],
};
