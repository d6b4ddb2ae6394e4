import type { RouteDocs } from '../docs/route-docs.ts';
import { compatRows, compatServices } from './table.ts';

export const compatDocs: RouteDocs = {
  id: 'drawAsOtherServices',
  summary: 'Answer the paths of other skin services',
  description: [
    'For pages that carry addresses of a service that went away: change the host, keep the path. `https://crafatar.com/avatars/…?size=64` becomes `…/api/compat/crafatar/avatars/…?size=64`, with their sizes, bounds, switches and file extensions.',
    'Players are named as everywhere here, so names, UUIDs, Bedrock players and texture hashes work with each of them. Where the service drew a default skin for a player that it did not know, so do we, and say so in `X-Fallback`.',
    'Whoever runs an instance can serve one of them at the root of a host name with `COMPAT_HOSTS`. What nginx and Caddy need for that is in `docs/migrating.md` of the project.',
    ...compatRows().map(({ service, rows }) => {
      const paths = rows.map(({ path, shows }) => `\`${path}\` (${shows})`);
      return `\`${service}\`: ${paths.join(', ')}.`;
    }),
  ],
  errors: [
    'unknown-route',
    'unusable-skin',
    'unknown-player',
    'unknown-cape',
    'upstream-failed',
    'upstream-timeout',
    'overloaded',
  ],
  caching: 'render',
  hasValidator: true,
  headers: { 'X-Fallback': '`0` when a default skin stands in.' },
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
