import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type, type Static, type TSchema } from 'typebox';
import { badgeResponses } from '../../engine/cards/badge.ts';
import { fileResponse } from '../../common/schemas/fields.ts';
import type { LimitScope } from '../limits/limits.ts';
import { sendBadge, type SentBadge, sendPicture, type SentPicture } from '../pictures/respond.ts';
import {
  sendDocument,
  sendJson,
  sendText,
  type SentValue,
  type StoredDocument,
} from './documents.ts';
import type { Embed } from './embed.ts';
import { extensionsOf } from './file-extensions.ts';
import { linkedRequestOf, type LinkedRequest } from './request-host.ts';
import type { RouteDocs } from './route-docs.ts';
import type { HttpServer } from './server.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Pages and files have none: the reference omits them. */
    docs?: RouteDocs;
  }
}

/** What a route responds with, by status, and how the result of its handler is sent. */
export type RouteResponse<Result> = {
  /** Schemas by status, or files by media type; the reference is made from them. */
  readonly schemas: Readonly<Record<number, object>>;
  readonly send: (reply: FastifyReply, result: Result) => FastifyReply | Promise<FastifyReply>;
};

/** A value as JSON, which is what its schema says. */
export const jsonResponse = <Schema extends TSchema>(
  schema: Schema,
): RouteResponse<SentValue<Static<Schema>>> => ({ schemas: { 200: schema }, send: sendJson });

/** A line of text. */
export const textResponse = (
  description: string,
  examples?: readonly string[],
): RouteResponse<SentValue<string>> => {
  const schema = Type.String({ ...(examples && { examples: [...examples] }) });
  return {
    schemas: { 200: { description, content: { 'text/plain': { schema } } } },
    send: sendText,
  };
};

/** A picture in one of these formats, a PNG by default; or another file that is drawn. */
export const pictureResponse = (
  description: string,
  types?: readonly string[],
): RouteResponse<SentPicture> => ({
  schemas: { 200: fileResponse(description, types) },
  send: sendPicture,
});

/** A badge, which is one for errors, too. */
export const badgeResponse = (
  schemas: Readonly<Record<number, object>> = badgeResponses,
): RouteResponse<SentBadge> => ({
  schemas,
  send: sendBadge,
});

/** A document that is sent unchanged many times, with headers of its own. */
export const documentResponse: RouteResponse<SentDocument> = {
  schemas: {},
  send: (reply, { document, headers = {} }) => sendDocument(reply.headers(headers), document),
};

/** What the handler sends itself. */
export const ownResponse = (
  schemas: Readonly<Record<number, object>>,
): RouteResponse<FastifyReply> => ({ schemas, send: (reply) => reply });

type SentDocument = {
  readonly document: StoredDocument;
  readonly headers?: Readonly<Record<string, string>>;
};

/** What a handler may return. */
type Sendable = SentValue<unknown> | SentPicture | SentBadge | SentDocument | FastifyReply;

type ValueOf<Schema> = Schema extends TSchema ? Static<Schema> : unknown;

/** A request whose parts are valid. */
type Input<Params, Query, Body, Headers> = FastifyRequest<{
  Params: ValueOf<Params>;
  Querystring: ValueOf<Query>;
  Body: ValueOf<Body>;
  Headers: Headers extends TSchema ? Static<Headers> : object;
}>;

/** A route without its documentation: schemas, or bodies by media type, and what it does. */
type Handled<Params, Query, Body, Headers, Result> = {
  /** `GET` by default. */
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly requestHeaders?: Headers;
  readonly response: RouteResponse<Result>;
  /** `own` if it reads the extension of its path itself. */
  readonly extensions?: 'own';
  /** The limit that counts it; null for none. By default that of the API, or of the pages. */
  readonly limit?: LimitScope | null;
  /** Reads bodies in its own way, in a scope of the routes that do so. */
  readonly accepts?: (scope: HttpServer) => void;
  /** `warn` for what monitors request every few seconds. */
  readonly logLevel?: 'warn';
  /** How a link to it is shown by others (oEmbed), if there is something to see. */
  readonly embed?: Embed;
  /**
   * Makes of a valid request what is sent.
   * @param client for caches, validators and links
   * @throws {LineupError}
   */
  readonly handler: (
    input: Input<Params, Query, Body, Headers>,
    client: LinkedRequest,
    reply: FastifyReply,
  ) => NoInfer<Result> | Promise<NoInfer<Result>>;
};

type LinkedOf = (request: FastifyRequest, reply: FastifyReply) => LinkedRequest;

/** A route that was declared, whatever its parts. */
export type Route = {
  readonly accepts: ((scope: HttpServer) => void) | undefined;
  /** Its addresses, and what is shown of them elsewhere. */
  readonly embed:
    | { readonly path: string; readonly extensions: readonly string[]; readonly show: Embed }
    | undefined;
  readonly add: (app: HttpServer, linkedOf: LinkedOf) => void;
};

/**
 * Declares a route of the API, once: its types, validation, OpenAPI, reference page and examples are made of
 * this, and its file extensions, `HEAD`, 304, errors and headers follow.
 */
export function defineRoute<Result extends Sendable, Params, Query, Body, Headers>(
  definition: Handled<Params, Query, Body, Headers, Result> & RouteDocs,
): Route {
  return routeOf(definition, definition);
}

/** Declares what the reference does not list: a page, a file, another path of a route. */
export function definePage<Result extends Sendable, Params, Query, Body, Headers>(
  definition: Handled<Params, Query, Body, Headers, Result>,
): Route {
  return routeOf(definition);
}

function routeOf<Result extends Sendable, Params, Query, Body, Headers>(
  definition: Handled<Params, Query, Body, Headers, Result>,
  docs?: RouteDocs,
): Route {
  const { method = 'GET', path, params, query, body, requestHeaders } = definition;
  const { response, extensions, limit, accepts, logLevel, embed, handler } = definition;
  const schema = {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(requestHeaders && { headers: requestHeaders }),
    response: response.schemas,
  };
  const config = {
    ...(docs && { docs }),
    ...(extensions && { extensions }),
    ...(limit !== undefined && { limit }),
  };
  return {
    accepts,
    embed: embed && {
      path,
      extensions: extensionsOf({ method, url: path, config, schema }),
      show: embed,
    },
    add: (app, linkedOf) =>
      void app.route<
        Input<Params, Query, Body, Headers> extends FastifyRequest<infer Generic> ? Generic : never
      >({
        method,
        url: path,
        schema,
        config,
        ...(logLevel && { logLevel }),
        handler: async (request, reply) =>
          response.send(reply, await handler(request, linkedOf(request, reply), reply)),
      }),
  };
}

/** Adds routes to the server. @param publicUrl base of links; empty for that of each request */
export function addRoutes(app: HttpServer, routes: readonly Route[], publicUrl: string): void {
  const linkedOf: LinkedOf = (request, reply) => linkedRequestOf(request, reply, publicUrl);
  for (const [accepts, some] of Map.groupBy(routes, (route) => route.accepts)) {
    if (accepts === undefined) for (const { add } of some) add(app, linkedOf);
    else {
      void app.register((scope, _options, done) => {
        accepts(scope);
        for (const { add } of some) add(scope, linkedOf);
        done();
      });
    }
  }
}
