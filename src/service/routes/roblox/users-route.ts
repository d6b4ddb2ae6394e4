import { badRequest, upstreamErrors } from '../../../common/errors/lineup-error.ts';
import { contextOf } from '../../http/conditional.ts';
import { sendJson } from '../../http/documents.ts';
import { linkedRequestOf } from '../../http/request-host.ts';
import { described, type HttpServer } from '../../http/server.ts';
import { sendPicture } from '../../pictures/send-picture.ts';
import {
  avatarPath,
  avatarQuery,
  userPath,
  userResponse,
  usersBody,
  usersResponse,
  type AvatarQuery,
} from './users-schema.ts';
import type { Users } from './users-service.ts';
import { fileResponse, noQuery } from '../../../common/schemas/fields.ts';
import type { RouteDocs } from '../../site/route-docs.ts';
import type { FlatOptions } from '../../../engine/options/jobs.ts';
import { crops as cropNames, isCrop } from '../../../engine/figure/camera/crops.ts';
import { formats, type Format } from '../../../engine/image/formats.ts';
import { stillTypes, splitFormat } from '../../../engine/options/picture-formats.ts';
import { visibleColour } from '../../../engine/options/colours.ts';

const picture = fileResponse(
  'The picture, transparent behind the figure unless `background` is set.',
  stillTypes,
);

/** Roblox users and their pictures, below `/api/roblox/`. */
export function addRobloxUserRoutes(app: HttpServer, users: Users, publicUrl: string): void {
  app.get(
    '/api/roblox/user/:user',
    described(userDocs, {
      params: userPath,
      querystring: noQuery,
      response: { 200: userResponse },
    }),
    async (request, reply) => {
      const linked = linkedRequestOf(request, publicUrl);
      return sendJson(request, reply, await users.describe(request.params.user, linked));
    },
  );
  app.post(
    '/api/roblox/users',
    described(usersDocs, {
      body: usersBody,
      querystring: noQuery,
      response: { 200: usersResponse },
    }),
    async (request, reply) =>
      sendJson(request, reply, await users.list(request.body, contextOf(request))),
  );
  app.get(
    '/api/roblox/render/avatar/:user/:crop',
    described(
      avatarDocs,
      { params: avatarPath, querystring: avatarQuery, response: { 200: picture } },
      'own',
    ),
    async (request, reply) => {
      const { params, query } = request;
      const { crop, format: pathFormat } = readCrop(params.crop);
      const options = optionsOf(query, query.format ?? pathFormat ?? 'png');
      const hasFallback = query.fallback === 'default';
      const avatar = await users.avatar(
        { user: params.user, crop, options, hasFallback },
        contextOf(request),
      );
      const { format } = options;
      return sendPicture(reply, avatar, { name: params.user, type: crop, format });
    },
  );
}

function readCrop(segment: string) {
  const { stem, format } = splitFormat(segment, formats);
  const crop = stem.toLowerCase();
  if (!isCrop(crop)) throw badRequest(`path.crop: must be one of ${cropNames.join(', ')}`);
  return { crop, format };
}

function optionsOf(query: AvatarQuery, format: Format): FlatOptions {
  const { size = 420, circle = false, background, outline, outline_width = 2 } = query;
  const rim = visibleColour(outline);
  return {
    sizePx: size,
    isCircle: circle,
    background: visibleColour(background),
    // An outline takes at most a quarter of the picture on each side.
    outline:
      rim === null ? null : { colour: rim, widthPx: Math.min(outline_width, Math.floor(size / 4)) },
    format,
  };
}

const shared = {
  errors: ['unknown-player', ...upstreamErrors],
} as const satisfies Partial<RouteDocs>;

const refused =
  'Deliberately not available: presence, lists of friends, memberships, past names, inventories, and pictures by token. This service is not affiliated with Roblox.';

/** Needs Roblox, so it is not run. */
const example = { path: { user: 'builderman' }, isRunnable: false } as const;

const userDocs: RouteDocs = {
  ...shared,
  id: 'getRobloxUser',
  summary: 'Look up a Roblox user',
  description: [
    'Name, creation date, number of followers, and URLs of pictures. A number that Roblox does not return is null.',
    refused,
  ],
  examples: [{ ...example, title: 'A user by name', sample: 'answer' }],
};

const usersDocs: RouteDocs = {
  ...shared,
  id: 'getRobloxUsers',
  summary: 'Look up to 100 Roblox users in one request',
  description: [
    'For game servers and leaderboards: names and ids mixed, in the order of the request, with null for unknown users. Each entry has the same form as in the path of a single user.',
    'With `picture` each user has the URL of their picture at Roblox, which is valid for some weeks.',
    refused,
  ],
  examples: [
    {
      title: 'Two users, one of them unknown',
      body: { users: ['builderman', 1_000_000_000_000] },
      isRunnable: false,
      sample: 'answer',
    },
    {
      title: 'With pictures',
      body: { users: [1, 156], picture: 'face' },
      isRunnable: false,
    },
  ],
};

const avatarDocs: RouteDocs = {
  ...shared,
  id: 'renderRobloxAvatar',
  summary: 'The picture of a Roblox user',
  description: [
    'A picture by name that can be hot-linked. It waits while Roblox is still drawing it, never shows Roblox’s grey placeholder, and stays available for a day while Roblox is down.',
    '`size` is the longer side of the picture, including an outline; it is scaled from the next larger picture of Roblox.',
    'A picture that is blocked or in review is a 404.',
  ],
  errors: [...shared.errors, 'unknown-picture'],
  headers: { 'X-Fallback': 'With `fallback=default`: `0` if a grey figure was drawn.' },
  choices: {
    crop: ['', ...formats.map((format) => `.${format}`)].flatMap((extension) =>
      cropNames.map((crop) => `${crop}${extension}`),
    ),
  },
  examples: [
    {
      title: 'A face in a circle',
      path: { user: 'builderman', crop: 'face' },
      query: { size: 150, circle: true, background: 'ffd166' },
      isRunnable: false,
    },
    {
      title: 'The whole figure with an outline, as WebP',
      path: { user: '156', crop: 'full.webp' },
      query: { outline: 'fff', outline_width: 4 },
      isRunnable: false,
    },
  ],
};
