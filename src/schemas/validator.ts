import { Ajv } from 'ajv';
import type { FastifySchema, FastifySchemaCompiler } from 'fastify';

/**
 * How requests are validated. A schema is compiled for the first request of its route: all of them
 * together would take half a second of every start.
 */
export function createValidatorCompiler(): FastifySchemaCompiler<FastifySchema> {
  const ajv = new Ajv({
    // The first mistake is enough, and it bounds the work that a hostile request can ask for.
    allErrors: false,
    // A field that is not in the schema is a mistake to be told, never one to be dropped silently.
    removeAdditional: false,
    useDefaults: true,
    // JSON has types of its own; queries and paths are converted by `coerceParameters`.
    coerceTypes: false,
    // Errors carry the schema and the value they are about: the sentence is made from these.
    verbose: true,
    strict: true,
    strictTypes: true,
    allowUnionTypes: true,
    addUsedSchema: false,
    // Of a form's file, for those who read the description.
    formats: { binary: true },
    // An annotation for a rule that has no good words of its own (a `pattern`): what is allowed, as
    // the end of "must be …". The `x-` keeps it valid in OpenAPI.
    keywords: ['x-allowed'],
  });
  return ({ schema }) => {
    let compiled: ReturnType<Ajv['compile']> | undefined;
    const validate: ReturnType<FastifySchemaCompiler<FastifySchema>> = (data) => {
      compiled ??= ajv.compile(schema);
      const isValid = compiled(data) === true;
      validate.errors = compiled.errors ?? null;
      return isValid;
    };
    return validate;
  };
}
