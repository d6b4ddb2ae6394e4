import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { bracketReader, coercerFor } from './coerce-parameters.ts';

const schema = Type.Object({
  whole: Type.Integer(),
  flag: Type.Boolean(),
  numbers: Type.Array(Type.Integer()),
  words: Type.Array(Type.String()),
  either: Type.Union([Type.Number(), Type.Literal('auto')]),
  text: Type.String(),
  style: Type.Union([Type.Literal('flat'), Type.Literal('raised'), Type.Boolean()]),
  worn: Type.Union([Type.Boolean(), Type.String()]),
});

describe('coercerFor', () => {
  test.each([
    [{ whole: '-12' }, { whole: -12 }],
    [{ whole: '007' }, { whole: 7 }],
    [{ whole: '1.5' }, { whole: 1.5 }],
    [{ flag: 'true' }, { flag: true }],
    [{ numbers: '1' }, { numbers: [1] }],
    [{ numbers: ['1', 'x', '2'] }, { numbers: [1, 'x', 2] }],
    [{ words: '1' }, { words: ['1'] }],
    [{ either: '1.5' }, { either: 1.5 }],
    [{ style: 'Raised' }, { style: 'raised' }],
    [{ style: 'True' }, { style: true }],
    [{ worn: 'FALSE' }, { worn: false }],
    [
      { whole: '1', other: '2' },
      { whole: 1, other: '2' },
    ],
    [{}, {}],
  ])('%j becomes %j', (values, converted) => {
    const own: Record<string, unknown> = { ...values };
    coercerFor(schema)?.(own);
    expect(own).toEqual(converted);
  });

  test.each([
    { whole: '' },
    { whole: '+1' },
    { whole: '1e3' },
    { whole: '0x10' },
    { whole: ' 1' },
    { whole: '.5' },
    { whole: 'Infinity' },
    { whole: '9'.repeat(400) },
    { whole: '１２' },
    { whole: ['1', '2'] },
    { flag: '1' },
    { flag: '' },
    { either: 'auto' },
    { text: '1' },
    { style: 'tall' },
    { worn: 'https://a.example/Cape.png' },
  ])('%j stays as it is', (values) => {
    const own: Record<string, unknown> = { ...values };
    coercerFor(schema)?.(own);
    expect(own).toEqual(values);
  });

  test.each([undefined, null, 'x', {}, Type.String(), Type.Object({ text: Type.String() })])(
    '%j needs no conversion',
    (textOnly) => {
      expect(coercerFor(textOnly)).toBeUndefined();
    },
  );
});

describe('bracketReader', () => {
  const lists = Type.Object({
    value: Type.Array(Type.String()),
    label: Type.Array(Type.String()),
    height: Type.Integer(),
  });

  test.each([
    [{ 'value[]': ['a', 'b'] }, { value: ['a', 'b'] }],
    [{ 'value[0]': 'a', 'value[1]': 'b' }, { value: ['a', 'b'] }],
    [{ 'value[10]': 'b', 'value[9]': 'a' }, { value: ['a', 'b'] }],
    [{ value: 'a', 'value[]': 'b' }, { value: ['a', 'b'] }],
    [
      { 'value[3]': 'a', 'value[7]': 'b', 'label[7]': 'B' },
      { value: ['a', 'b'], 'label.1': 'B' },
    ],
    [{ 'label[]': ['A', 'B'] }, { label: ['A', 'B'] }],
    [{ 'label[2]': 'C' }, { 'label.2': 'C' }],
    [{ 'value[0]': ['a', 'b'] }, { value: ['a', 'b'] }],
  ])('%j becomes %j', (values, read) => {
    const own: Record<string, unknown> = { ...values };
    bracketReader(lists)?.(own);
    expect(own).toEqual(read);
  });

  test.each([
    { 'height[0]': '1' },
    { 'value[x]': 'a' },
    { 'value[12345]': 'a' },
    { 'value[0][1]': 'a' },
    { '__proto__[0]': 'a' },
  ])('%j stays as it is', (values) => {
    const own: Record<string, unknown> = { ...values };
    bracketReader(lists)?.(own);
    expect(own).toEqual(values);
  });

  test('has nothing to do without lists', () => {
    expect(bracketReader(Type.Object({ height: Type.Integer() }))).toBeUndefined();
  });
});
