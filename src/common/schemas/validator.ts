import { _, Ajv, type CodeKeywordDefinition } from 'ajv';
import type { FastifySchema, FastifySchemaCompiler } from 'fastify';

/** Compiles the schemas of a route on its first request: all of them would take half a second. */
export function createValidatorCompiler(): FastifySchemaCompiler<FastifySchema> {
  const ajv = new Ajv({
    // Stopping at the first error bounds the work of a hostile request.
    allErrors: false,
    // Unknown fields are errors instead of being removed silently.
    removeAdditional: false,
    useDefaults: true,
    // JSON has types; queries and paths are converted by `coerceParameters`.
    coerceTypes: false,
    // Errors contain the schema and value, which the message is made from.
    verbose: true,
    strict: true,
    // More than half of the time to compile, which the first request waits for; V8 optimizes what runs often.
    code: { optimize: false },
    strictTypes: true,
    allowUnionTypes: true,
    addUsedSchema: false,
    // Documents the files of a form.
    formats: { binary: true },
    // Annotations for rules without good words of their own (`pattern`): what is allowed, as the end
    // of "must be …", and for what a query may say without effect. The `x-` keeps them valid in OpenAPI.
    keywords: ['x-allowed', 'x-ignored'],
  });
  for (const bound of [minLength, maxLength]) ajv.removeKeyword(bound.keyword).addKeyword(bound);
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

/**
 * A bound in code points, as JSON Schema defines it, but without counting every text: a code point is one
 * or two UTF-16 units. Ajv's own walks a megabyte to find that it exceeds 64 characters, or has one.
 */
function lengthKeyword(
  keyword: 'minLength' | 'maxLength',
  isRefused: (text: string, bound: number) => boolean,
): CodeKeywordDefinition & { readonly keyword: string } {
  return {
    keyword,
    type: 'string',
    schemaType: 'number',
    // Runs before keywords that walk the text.
    before: 'pattern',
    error: { message: keyword, params: ({ schemaCode }) => _`{limit: ${schemaCode}}` },
    code: (context) => {
      const { gen, data, schemaCode } = context;
      const refuses = gen.scopeValue('func', { ref: isRefused });
      context.fail(_`${refuses}(${data}, ${schemaCode})`);
    },
  };
}

const minLength = lengthKeyword(
  'minLength',
  (text, min) => text.length < min || (text.length < 2 * min && codePointsOf(text) < min),
);

const maxLength = lengthKeyword(
  'maxLength',
  (text, max) => text.length > 2 * max || (text.length > max && codePointsOf(text) > max),
);

function codePointsOf(text: string): number {
  let codePoints = 0;
  for (const _codePoint of text) codePoints += 1;
  return codePoints;
}
