import type { FastifyReply, FastifyRequest } from 'fastify';
import { contextOf } from '../../http/conditional.ts';
import { described, type HttpServer } from '../../http/server.ts';
import type { RouteDocs } from '../../site/route-docs.ts';
import { sendPicture } from '../../pictures/send-picture.ts';
import { getDocs, postDocs, robloxGetDocs, robloxPostDocs, shortDocs } from './docs.ts';
import { itemsFromQuery, queryField, readShortForm } from '../../../engine/options/query-items.ts';
import {
  compositionBody,
  compositionGetQuery,
  compositionQuery,
  shortFormPath,
  shortFormQuery,
  type CompositionOptions,
  type CompositionItem,
} from '../../../engine/options/group-schema.ts';
import { fileResponse } from '../../../common/schemas/fields.ts';
import { asRobloxItems, type ItemSources } from '../../../upstreams/players/resolve-items.ts';
import type { PictureParts, Picture } from '../../pictures/respond.ts';
import {
  type GroupRequest,
  type GroupPicture,
  drawGroup,
  nameInValue,
} from '../../../engine/entry/draw-group.ts';
import { itemFinder } from '../../../upstreams/players/item-finder.ts';
import { labelFrom } from '../../../engine/options/label-rules.ts';
import { parseUser } from '../../../upstreams/roblox/reference.ts';
import { contentTypes } from '../../../engine/options/picture-formats.ts';

type Items = Parameters<Composer['compose']>[0]['items'];
type Composition = Awaited<ReturnType<Composer['compose']>>;

/** The paths of a platform, and the default type of an item there. */
type Platform = {
  readonly path: string;
  readonly docs: { readonly post: RouteDocs; readonly get: RouteDocs };
  readonly typed: (items: Items) => Items;
};

const blockGame: Platform = {
  path: '/api/blockgame/render/composition',
  docs: { post: postDocs, get: getDocs },
  typed: (items) => items,
};

const roblox: Platform = {
  path: '/api/roblox/render/composition',
  docs: { post: robloxPostDocs, get: robloxGetDocs },
  typed: asRobloxItems,
};

const pictureResponse = fileResponse(
  'The picture, transparent unless it has a scene or background.',
  contentTypes,
);

/** Compositions of both platforms; each accepts items of the other. */
export function addCompositionRoutes(app: HttpServer, composer: Composer): void {
  for (const platform of [blockGame, roblox]) addPlatform(app, composer, platform);
  addShortForm(app, composer);
}

/** `POST` with the items as JSON, and the equivalent `GET` for `<img>` and caches. */
function addPlatform(app: HttpServer, composer: Composer, { path, docs, typed }: Platform): void {
  app.post(
    path,
    described(docs.post, {
      body: compositionBody,
      querystring: compositionQuery,
      response: { 200: pictureResponse },
    }),
    async (request, reply) => {
      const { body, query } = request;
      const { items, ...own } = 'items' in body ? body : { items: body };
      const options: CompositionOptions = { ...own, ...query };
      const composition = await composer.compose({
        items: typed(items),
        options,
        fieldPath: (index, field) => `items[${index}].${field}`,
        optionPath: (name) => `${Object.hasOwn(query, name) ? 'query' : 'body'}.${name}`,
        ...contextOf(request),
      });
      return send(reply, composition);
    },
  );
  app.get(
    path,
    described(docs.get, { querystring: compositionGetQuery, response: { 200: pictureResponse } }),
    async (request, reply) => {
      const { value, ...query } = request.query;
      const composition = await composer.compose({
        items: typed(itemsFromQuery(value, query)),
        options: query,
        fieldPath: (index, field) => queryField(request.query, index, field),
        ...queryContext(request),
      });
      return send(reply, composition);
    },
  );
}

/** `GET …/composition/Notch+jeb_.png`. */
function addShortForm(app: HttpServer, composer: Composer): void {
  app.get(
    `${blockGame.path}/:players`,
    described(
      shortDocs,
      { params: shortFormPath, querystring: shortFormQuery, response: { 200: pictureResponse } },
      'own',
    ),
    async (request, reply) => {
      const { values, format: pathFormat } = readShortForm(request.params.players);
      const { query } = request;
      const format = query.format ?? pathFormat;
      const composition = await composer.compose({
        items: itemsFromQuery(values, query),
        options: { ...query, ...(format !== undefined && { format }) },
        ...(query.format === undefined && { formatPath: 'path.players' }),
        fieldPath: (index, field) =>
          field === 'value' ? `path.players[${index}]` : queryField(query, index, field),
        ...queryContext(request),
      });
      return send(reply, composition);
    },
  );
}

function queryContext(request: FastifyRequest) {
  return {
    optionPath: (name: string) => `query.${name}`,
    ...contextOf(request),
  };
}

function send(reply: FastifyReply, { format, ...picture }: Composition): FastifyReply {
  return sendPicture(reply, picture, { name: 'lineup', type: 'composition', format });
}

export type CompositionParts = ItemSources & PictureParts;

export type Composer = {
  /** @throws {LineupError} that lists invalid items and their fields */
  readonly compose: (
    request: GroupRequest,
  ) => Promise<Picture & Pick<GroupPicture<Picture>, 'format'>>;
};

/** Looks up the players of compositions, and draws them. */
export function createComposer(parts: CompositionParts): Composer {
  const findItems = itemFinder({ ...parts, labelFrom });
  return { compose: (request) => drawGroup({ ...request, nameIn }, findItems, parts) };
}

function nameIn(item: CompositionItem): string {
  if (item.type !== 'roblox') return nameInValue(item);
  const user = parseUser(item.value);
  return user !== null && 'name' in user ? user.name : '';
}
