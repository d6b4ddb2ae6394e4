import { _, Ajv, type CodeKeywordDefinition } from 'ajv';
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
  ajv.removeKeyword('maxLength').addKeyword(maxLength);
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
 * `maxLength` as JSON Schema has it, in code points, without counting those of every text: each is one
 * unit of UTF-16 or two. Ajv's own goes through all of a megabyte to find that it is no 64 letters.
 */
const maxLength: CodeKeywordDefinition = {
  keyword: 'maxLength',
  type: 'string',
  schemaType: 'number',
  // Before what walks the text.
  before: 'minLength',
  error: {
    message: ({ schemaCode }) => _`"must NOT have more than " + ${schemaCode} + " characters"`,
    params: ({ schemaCode }) => _`{limit: ${schemaCode}}`,
  },
  code: (context) => {
    const { gen, data, schemaCode } = context;
    const isTooLong = gen.scopeValue('func', { ref: isLonger });
    context.fail(_`${data}.length > ${schemaCode} && ${isTooLong}(${data}, ${schemaCode})`);
  },
};

function isLonger(text: string, most: number): boolean {
  if (text.length > 2 * most) return true;
  let codePoints = 0;
  for (const _codePoint of text) codePoints += 1;
  return codePoints > most;
}
