import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { choicesOf, fieldOf, fieldRows } from './field.ts';
import { openApiSchema } from './openapi-schema.ts';

const row = {
  isRequired: false,
  choices: null,
  allowed: 'a string',
  fallback: null,
  description: '',
};

describe('the table of an object', () => {
  test.each([
    [
      'a required text',
      Type.Object({ a: Type.String({ description: 'A.' }) }),
      [{ ...row, name: 'a', isRequired: true, description: 'A.' }],
    ],
    [
      'a choice with a default',
      Type.Object({
        a: Type.Optional(Type.Union([Type.Literal('x'), Type.Literal('y')], { default: 'x' })),
      }),
      [{ ...row, name: 'a', choices: ['x', 'y'], allowed: '"x" or "y"', fallback: 'x' }],
    ],
    [
      'a number with bounds',
      Type.Object({ a: Type.Optional(Type.Integer({ minimum: 1, maximum: 9, default: 3 })) }),
      [{ ...row, name: 'a', allowed: 'a whole number from 1 to 9', fallback: '3' }],
    ],
    [
      'a list',
      Type.Object({ a: Type.Optional(Type.Array(Type.String({ maxLength: 4 }), { maxItems: 3 })) }),
      [{ ...row, name: 'a', allowed: 'a list of 3, each a string of at most 4 characters' }],
    ],
    [
      'something of our own words',
      Type.Object({
        a: Type.Optional(Type.String({ pattern: 'x', maxLength: 9, 'x-allowed': 'an x' })),
      }),
      [{ ...row, name: 'a', allowed: 'an x' }],
    ],
  ])('%s', (_, schema, rows) => {
    expect(fieldRows(fieldOf(schema))).toEqual(rows);
  });

  test('what lies deeper is named by its way, in lists and in what may be null', () => {
    const deep = Type.Object({
      skin: Type.Union([Type.Object({ url: Type.String() }), Type.Null()]),
      sample: Type.Array(Type.Object({ id: Type.String() })),
    });
    expect(fieldRows(fieldOf(deep)).map(({ name }) => name)).toEqual([
      'skin',
      'skin.url',
      'sample',
      'sample[].id',
    ]);
  });

  test('a list of objects is described by its objects', () => {
    const list = Type.Array(Type.Object({ value: Type.String() }));
    expect(fieldRows(fieldOf(list)).map(({ name }) => name)).toEqual(['value']);
  });

  test('no schema has no rows', () => {
    expect(fieldRows(fieldOf(undefined))).toEqual([]);
  });
});

test('a union of literals is an enum in OpenAPI, and stays a union otherwise', () => {
  const schema = Type.Object({
    a: Type.Union([Type.Literal('x'), Type.Literal('y')], { description: 'A.' }),
    b: Type.Union([Type.String(), Type.Null()]),
  });
  expect(openApiSchema(fieldOf(schema))).toEqual({
    type: 'object',
    required: ['a', 'b'],
    properties: {
      a: { type: 'string', enum: ['x', 'y'], description: 'A.' },
      b: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    },
  });
  expect(choicesOf(fieldOf(Type.Union([])))).toBe(null);
});
