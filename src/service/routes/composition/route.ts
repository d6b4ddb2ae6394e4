import type { FastifyReply } from 'fastify';
import { contextOf } from '../../http/conditional.ts';
import { described, type HttpServer } from '../../http/server.ts';
import type { RouteDocs } from '../../site/route-docs.ts';
import { sendPicture } from '../../pictures/send-picture.ts';
import { getDocs, postDocs, robloxGetDocs, robloxPostDocs, shortDocs } from './docs.ts';
import { itemsFromQuery, queryField, readShortForm } from '../../../engine/options/query-items.ts';
import { fileResponse } from '../../../common/schemas/fields.ts';
import {
  asRobloxItems,
  itemFinder,
  type ItemSources,
} from '../../../upstreams/players/resolve-items.ts';
import type { PictureParts, Picture } from '../../pictures/respond.ts';
import { drawPicture, nameInValue } from '../../../engine/entry/draw-picture.ts';
import { readGroup, wantedOf, type Place } from '../../../engine/options/spec.ts';
import { type PictureFormat, contentTypes } from '../../../engine/options/picture-formats.ts';
import type { CacheContext, RequestContext } from '../../../common/cache/context.ts';
import { parseUser } from '../../../upstreams/roblox/reference.ts';
import {
  compositionBody,
  compositionGetQuery,
  compositionQuery,
  shortFormPath,
  shortFormQuery,
  type CompositionOptions,
  type CompositionItem,
} from '../../../engine/options/request-schemas.ts';

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
        place: (option, item) => {
          if (item !== undefined) return `items[${item}].${option}`;
          return `${Object.hasOwn(query, option) ? 'query' : 'body'}.${option}`;
        },
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
        place: (option, item) => queryField(request.query, option, item),
        ...contextOf(request),
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
      const composition = await composer.compose({
        items: itemsFromQuery(values, query),
        options: { ...query, format: query.format ?? pathFormat },
        place: (option, item) => {
          if (option === 'value') return `path.players[${item}]`;
          if (option === 'format' && query.format === undefined) return 'path.players';
          return queryField(query, option, item);
        },
        ...contextOf(request),
      });
      return send(reply, composition);
    },
  );
}

function send(reply: FastifyReply, { format, ...picture }: Composition): FastifyReply {
  return sendPicture(reply, picture, { name: 'lineup', type: 'composition', format });
}

export type CompositionParts = ItemSources & PictureParts;

/** A composition, as it was requested. */
type Composed = RequestContext & {
  readonly items: readonly CompositionItem[];
  readonly options: CompositionOptions;
  /** Where an option was given. */
  readonly place: Place;
};

export type Composer = {
  /** @throws {LineupError} that lists invalid items and their fields */
  readonly compose: (request: Composed) => Promise<Picture & { readonly format: PictureFormat }>;
};

/** Looks up the players of compositions, and draws them. */
export function createComposer(parts: CompositionParts): Composer {
  const findItems = itemFinder(parts);
  return {
    compose: ({ items, options, place, ...client }) => {
      const spec = readGroup(items, options, place);
      const find = (context: CacheContext) =>
        findItems({
          figures: wantedOf(items, spec),
          service: options.service,
          place,
          heightPx: spec.sizePx?.[1] ?? spec.heightPx,
          context,
        });
      const named = items.map((item) => ({ value: item.value, name: nameIn(item) }));
      return drawPicture({ spec, place, find, named }, client, parts);
    },
  };
}

function nameIn(item: CompositionItem): string {
  if (item.type !== 'roblox') return nameInValue(item);
  const user = parseUser(item.value);
  return user !== null && 'name' in user ? user.name : '';
}
