import { Type } from 'typebox';
import { LineupError, upstreamErrors } from '../../../common/errors/lineup-error.ts';
import { fileResponse } from '../../../common/schemas/fields.ts';
import { stillTypes } from '../../../engine/options/picture-formats.ts';
import { defineRoute, ownResponse } from '../../http/define-route.ts';
import { readCompat } from './define-service.ts';
import { sendCompat, type CompatDeps } from './respond.ts';
import { compatQuery } from './schema.ts';
import { compatServices } from './services.ts';

const names = [...compatServices.keys()];

const compatPath = Type.Object({
  service: Type.String({
    maxLength: 32,
    description: `The service: ${names.map((name) => `\`${name}\``).join(', ')}.`,
  }),
  path: Type.String({
    minLength: 1,
    maxLength: 1024,
    description: 'The path at that service, with its slashes and file extension.',
  }),
});

const anything = Type.Object(
  {},
  {
    additionalProperties: true,
    examples: [{ online: true, players: { online: 12, max: 100 } }],
  },
);

const response = {
  description: 'What the other service sent: a picture, JSON or text.',
  content: {
    ...fileResponse('The picture.', stillTypes).content,
    'application/json': { schema: anything },
    'text/plain': { schema: Type.String({ examples: ['true'] }) },
  },
};

/** The paths of other services, with our own pictures and data. */
export const compatRoutes = (deps: CompatDeps) => [
  defineRoute({
    // The slashes of the path are encoded by `asOneSegment`.
    path: '/api/compat/:service/:path',
    id: 'drawAsOtherServices',
    summary: 'Serve the paths of other skin services',
    description: [
      'For pages that link to a service that is gone: change the host, keep the path. `https://crafatar.com/avatars/…?size=64` becomes `…/api/compat/crafatar/avatars/…?size=64`. Sizes, bounds, options and file extensions are those of the original service.',
      'Names, UUIDs, Bedrock players and texture hashes work with each service. If the original service drew a default skin for an unknown player, so does this one, with `X-Fallback: 0`.',
      'Operators can serve such a service at the root of a host name with `COMPAT_HOSTS`; `docs/migrating.md` of the project shows the configuration of nginx and Caddy.',
      ...[...compatServices].map(([name, { rows }]) => {
        const paths = rows.map(({ path, shows }) => `\`${path}\` (${shows})`);
        return `\`${name}\`: ${paths.join(', ')}.`;
      }),
    ],
    errors: ['unknown-route', 'unusable-skin', 'unknown-player', 'unknown-cape', ...upstreamErrors],
    headers: { 'X-Fallback': '`0` if a default skin was drawn.' },
    choices: { service: names },
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
    params: compatPath,
    query: compatQuery,
    response: ownResponse({ 200: response }),
    extensions: 'own',
    handler: async (request, client, reply) => {
      const service = compatServices.get(request.params.service);
      if (service === undefined) throw new LineupError('unknown-route');
      const found = readCompat(service, request.params.path, request.query);
      return sendCompat(reply, found, client, deps);
    },
  }),
];
