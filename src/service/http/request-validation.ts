import type { preValidationHookHandler, RouteOptions } from 'fastify';
import {
  bracketReader,
  coercerFor,
  queryFilter,
  type ParameterValues,
} from '../../common/schemas/coerce-parameters.ts';
import { rulesOf } from '../../common/schemas/validation-message.ts';

/**
 * `onRoute`: converts parameters to the types of the schemas, reads lists in brackets, drops unknown ones of a
 * `GET`, and of any method if the schema is open.
 */
export function coerceParameters(route: RouteOptions): void {
  const { querystring, params: path } = route.schema ?? {};
  const coerceQuery = coercerFor(querystring);
  const coercePath = coercerFor(path);
  const isRead = [route.method].flat().every((method) => method === 'GET' || method === 'HEAD');
  const readBrackets = isRead ? bracketReader(querystring) : undefined;
  const isFiltered = isRead || rulesOf(querystring).additionalProperties !== false;
  const filter = isFiltered && querystring !== undefined ? queryFilter(querystring) : undefined;
  if (coerceQuery === undefined && coercePath === undefined && filter === undefined) return;
  const coerce: preValidationHookHandler = (request, reply, done) => {
    const query: ParameterValues = Object(request.query);
    readBrackets?.(query);
    const ignored = filter?.(query) ?? [];
    if (ignored.length > 0) {
      // The response cache does not store this header, and made-up parameters would fill it.
      request.cacheKey = null;
      void reply.header('x-ignored-query', ignoredQueryHeader(ignored));
    }
    coerceQuery?.(query);
    coercePath?.(Object(request.params));
    done();
  };
  route.preValidation = [coerce, route.preValidation ?? []].flat();
}

const maxNames = 10;
const maxBytes = 256;

/** The value of `X-Ignored-Query`: the first ten names, percent-encoded, up to 256 bytes. */
function ignoredQueryHeader(names: readonly string[]): string {
  let header = '';
  for (const name of names.slice(0, maxNames)) {
    const longer = `${header}${header && ','}${encodeURIComponent(name.toWellFormed())}`;
    if (longer.length <= maxBytes) header = longer;
  }
  return header;
}
