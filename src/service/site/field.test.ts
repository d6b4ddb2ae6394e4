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
      [{ ...row, name: 'a', choices: ['x', 'y'], allowed: '', fallback: 'x' }],
    ],
    [
      'a number with bounds',
      Type.Object({ a: Type.Optional(Type.Integer({ minimum: 1, maximum: 9, default: 3 })) }),
      [{ ...row, name: 'a', allowed: 'a whole number from 1 to 9', fallback: '3' }],
    ],
    [
      'a list',
      Type.Object({ a: Type.Optional(Type.Array(Type.String({ maxLength: 4 }), { maxItems: 3 })) }),
      [
        {
          ...row,
          name: 'a',
          allowed: 'a list of at most 3, each a string of at most 4 characters',
        },
      ],
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

  test.each([
    [Type.String(), 'a string'],
    [Type.String({ minLength: 1 }), 'a string of at least 1 character'],
    [Type.String({ minLength: 1, maxLength: 9 }), 'a string of 1 to 9 characters'],
    [Type.String({ minLength: 4, maxLength: 4 }), 'a string of 4 characters'],
    [Type.String({ maxLength: 1_048_576 }), 'a string of at most 1,048,576 characters'],
    [
      Type.Unsafe({ type: ['string', 'null'], maxLength: 2000 }),
      'a string of at most 2000 characters or null',
    ],
    [
      Type.Union([Type.String({ maxLength: 9 }), Type.Null()]),
      'a string of at most 9 characters or null',
    ],
    [Type.Number({ minimum: 0.5 }), 'a number of at least 0.5'],
    [Type.Integer({ maximum: 65_535 }), 'a whole number of at most 65,535'],
    [Type.Boolean(), 'true or false'],
    [Type.Array(Type.Integer()), 'a list, each a whole number'],
    [Type.Array(Type.String(), { minItems: 1, maxItems: 10 }), 'a list of 1 to 10, each a string'],
    [
      Type.Unsafe({ type: ['array', 'null'], maxItems: 10, items: { type: 'object' } }),
      'a list of at most 10, each an object, or null',
    ],
    [
      Type.Array(Type.Union([Type.Literal('x'), Type.Literal('y')]), { maxItems: 2 }),
      'a list of at most 2, each one of',
    ],
    [Type.Union([Type.Object({}), Type.Null()]), 'an object or null'],
    [Type.Union([Type.Integer(), Type.Boolean()]), 'a whole number or true or false'],
  ])('$1', (schema, allowed) => {
    const [found] = fieldRows(fieldOf(Type.Object({ a: schema })));
    expect(found?.allowed).toBe(allowed);
  });

  test('nested fields are named by their path, in lists and nullable objects too', () => {
    const deep = Type.Object({
      skin: Type.Union([Type.Object({ url: Type.String() }), Type.Null()]),
      sample: Type.Array(Type.Object({ id: Type.String() })),
      mods: Type.Union([Type.Array(Type.Object({ id: Type.String() })), Type.Null()]),
    });
    expect(fieldRows(fieldOf(deep)).map(({ name }) => name)).toEqual([
      'skin',
      'skin.url',
      'sample',
      'sample[].id',
      'mods',
      'mods[].id',
    ]);
  });

  test('a list of objects is described by the fields of its objects', () => {
    const list = Type.Array(Type.Object({ value: Type.String() }));
    expect(fieldRows(fieldOf(list)).map(({ name }) => name)).toEqual(['value']);
  });

  test('a missing schema has no rows', () => {
    expect(fieldRows(fieldOf(undefined))).toEqual([]);
  });

  test('a larger object is listed once', () => {
    const arm = Type.Object({ turn: Type.Number(), bend: Type.Number(), twist: Type.Number() });
    const pose = Type.Object({ left: arm, right: arm, air: Type.Number() });
    const rows = fieldRows(fieldOf(Type.Object({ keys: Type.Array(pose), pose })));
    expect(rows.map(({ name, allowed }) => `${name}: ${allowed}`)).toEqual([
      'keys: a list, each an object',
      'keys[].left: an object',
      'keys[].left.turn: a number',
      'keys[].left.bend: a number',
      'keys[].left.twist: a number',
      'keys[].right: an object with the fields of keys[].left',
      'keys[].air: a number',
      'pose: an object with the fields of keys[]',
    ]);
    const pair = Type.Object({ x: Type.Number(), y: Type.Number() });
    expect(fieldRows(fieldOf(Type.Object({ a: pair, b: pair })))).toHaveLength(6);
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
