import type { preValidationHookHandler, RouteOptions } from 'fastify';
import { textConverter, type TextValues } from './text-values.ts';

/** How requests are validated. */
export const validatorOptions = {
  customOptions: {
    // The first mistake is enough, and it bounds the work that a hostile request can ask for.
    allErrors: false,
    // A field that is not in the schema is a mistake to be told, never one to be dropped silently.
    removeAdditional: false,
    useDefaults: true,
    // JSON has types of its own; queries and paths are converted by `convertText`.
    coerceTypes: false,
    // Errors carry the schema and the value they are about: the sentence is made from these.
    verbose: true,
    // A misspelt keyword in a schema of ours stops the start.
    strict: true,
    strictTypes: true,
    allowUnionTypes: true,
    // An annotation for a rule that has no good words of its own (a `pattern`): what is allowed, as
    // the end of "must be …". The `x-` keeps it valid in OpenAPI.
    keywords: ['x-allowed'],
  },
};

/** For Fastify's `onRoute`: gives the query and path of a route the types of their schemas. */
export function convertText(route: RouteOptions): void {
  const convertQuery = textConverter(route.schema?.querystring);
  const convertPath = textConverter(route.schema?.params);
  if (convertQuery === undefined && convertPath === undefined) return;
  const convert: preValidationHookHandler = ({ query, params }, _reply, done) => {
    if (isTextValues(query)) convertQuery?.(query);
    if (isTextValues(params)) convertPath?.(params);
    done();
  };
  route.preValidation = [convert, route.preValidation ?? []].flat();
}

function isTextValues(value: unknown): value is TextValues {
  return typeof value === 'object' && value !== null;
}
