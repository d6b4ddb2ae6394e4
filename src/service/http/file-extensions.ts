import type { FastifyRequest, preValidationHookHandler, RouteOptions } from 'fastify';
import { Type } from 'typebox';
import { badRequest, LineupError } from '../../common/errors/lineup-error.ts';
import { closed } from '../../common/schemas/fields.ts';
import { orList } from '../../common/schemas/validation-message.ts';
import type { HttpServer } from './server.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set if the route reads the extension of its path itself, or is one for extensions. */
    extensions?: 'own';
  }
}

/** The extensions of paths by the media type of their response. */
const extensionOf: ReadonlyMap<string, string> = new Map([
  ['image/png', 'png'],
  ['image/webp', 'webp'],
  ['image/avif', 'avif'],
  ['image/gif', 'gif'],
  ['image/apng', 'apng'],
  ['image/svg+xml', 'svg'],
  ['model/gltf-binary', 'glb'],
  ['application/json', 'json'],
]);

/** Extensions of files that others offer: anything else at the end of a parameter may be a part of it. */
const isExtension =
  /^(?:png|webp|avif|gif|apng|svg|glb|json|jpe?g|bmp|tiff?|jxl|heic|ico|xml|txt|html?)$/i;

/** Says of all that follows that it is a name: `name:Old.json`. */
const forcedName = /^name:/i;

const pattern = String.raw`.:extension(^[A-Za-z\d]{2,5}$)`;

/** Of a path without parameters: the extension is read before. */
const nothing = Type.Object({}, closed);

/** What has endings: the API, but not the webhooks, which are another service's; and what is read like it. */
const withEndings = /^\/api\/(?!chat\/webhook\/(?!queue\/))|^\/oembed$/;

/**
 * Gives each picture and each JSON of the API a second path with its extension, which many forums and programs
 * want: `…/widget.png`, `…/skin/Notch.png`, `…/status.json`. If there are several formats, the extension sets
 * `format`, unless the query does; one that is not offered is refused with those that are.
 */
export function addExtensions(app: HttpServer): void {
  app.addHook('onRoute', function addSibling(route) {
    const extensions = extensionsOf(route);
    if (extensions.length === 0) return;
    const name = /:(\w+)$/.exec(route.url)?.[1];
    // A parameter has at least one character before the dot: `.Steve` is a player.
    const path = name === undefined ? route.url : `${route.url}(^.+)`;
    const { method, schema, handler } = route;
    const { limit } = route.config ?? {};
    this.route({
      method,
      url: path + pattern,
      schema: { params: nothing, ...schema },
      handler,
      config: { ...(limit !== undefined && { limit }), extensions: 'own' },
      preValidation: extensionReader(extensions, name),
    });
  });
}

/** The extensions of a route; none if it is no picture or JSON of our own. */
export function extensionsOf({
  method,
  url,
  config,
  schema,
}: Pick<RouteOptions, 'method' | 'url' | 'config' | 'schema'>): readonly string[] {
  const isFile = (method === 'GET' || method === 'POST') && withEndings.test(url);
  if (!isFile || config?.extensions === 'own') return [];
  const { 200: found }: { readonly 200?: { readonly content?: object } } = Object(schema?.response);
  if (found === undefined) return [];
  const types = Object.keys(found.content ?? { 'application/json': {} });
  return types.flatMap((type) => extensionOf.get(type) ?? []);
}

/** @param name the parameter before the extension, if the path ends with one */
function extensionReader(
  extensions: readonly string[],
  name: string | undefined,
): preValidationHookHandler {
  return ({ params, query }: FastifyRequest, _reply, done) => {
    const given = new Map<string, unknown>(Object.entries(Object(params)));
    const extension = String(given.get('extension'));
    Reflect.deleteProperty(Object(params), 'extension');
    const whole = name === undefined ? '' : `${String(given.get(name))}.${extension}`;
    const isWhole = forcedName.test(whole);
    const offered = extensions.find((one) => !isWhole && one === extension.toLowerCase());
    if (offered !== undefined) {
      if (extensions.length > 1 && !Object.hasOwn(Object(query), 'format')) {
        Object.assign(Object(query), { format: offered });
      }
      return done();
    }
    if (!isWhole && isExtension.test(extension)) {
      const allowed = orList(extensions.map((one) => `.${one}`));
      return done(badRequest(`path: the ending must be ${allowed}`));
    }
    if (name === undefined) return done(new LineupError('unknown-route'));
    // No extension after all, but a part of the parameter.
    Object.assign(Object(params), { [name]: whole });
    done();
  };
}
