import { contextOf } from '../../http/conditional.ts';
import { notOneOf, splitFormat } from '../../../engine/options/checked-crop.ts';
import { visibleColour } from '../../../engine/options/colour-text.ts';
import type { FlatOptions } from '../../../engine/options/flat-order.ts';
import {
  cropNames,
  formats,
  isCrop,
  stillTypes,
  type Format,
} from '../../../engine/options/render-names.ts';
import { sendJson } from '../../http/documents.ts';
import { linkedRequestOf } from '../../http/request-host.ts';
import { described, type HttpServer } from '../../http/server.ts';
import { sendPicture } from '../../pictures/send-picture.ts';
import { avatarDocs, userDocs, usersDocs } from './users-docs.ts';
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
  if (!isCrop(crop)) throw notOneOf('path.crop', cropNames);
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
