import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { fieldOf } from './field.ts';
import { translator } from './messages/messages.ts';
import { responseTable, fieldTable } from './tables.ts';

const t = translator('en');

const schema = fieldOf(
  Type.Object({
    theme: Type.Union([Type.Literal('dark'), Type.Literal('light')], {
      description: 'A `ground`.',
    }),
    types: Type.Array(Type.Union([Type.Literal('nick'), Type.Literal('url')]), { maxItems: 10 }),
    scale: Type.Optional(Type.Integer({ minimum: 1, maximum: 2, default: 1 })),
  }),
);

const query = { caption: 'In the query', id: 'op-query', isOpen: true };

/** Rows of a table as the text of their cells. */
function rowsOf(markup: string): string[][] {
  return markup
    .split('<tr')
    .slice(1)
    .map((row) =>
      [...row.matchAll(/<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g)].map(([, cell = '']) =>
        cell
          .replaceAll(/<[^>]+>/g, '')
          .replaceAll(/\s+/g, ' ')
          .trim(),
      ),
    );
}

test('a table of request fields', () => {
  expect(rowsOf(fieldTable(t, query, schema)?.markup ?? '')).toEqual([
    ['Name', 'Meaning', 'Values'],
    ['theme required', 'A ground.', 'dark light'],
    ['types required', '', 'a list of at most 10, each one of nick url'],
    ['scale', '', 'a whole number from 1 to 2 Default: 1'],
  ]);
});

test('a table of response fields has values instead of rules and defaults', () => {
  const rows = rowsOf(responseTable(t, schema, { id: 'op-response', isOpen: true })?.markup ?? '');
  expect(rows.map(([name]) => name)).toEqual(['Name', 'theme', 'types', 'scale']);
  expect(rows[0]).toEqual(['Name', 'Meaning', 'Value']);
});

test('every part has an explicit role, as narrow layouts change the display of the elements', () => {
  const markup = fieldTable(t, query, schema)?.markup ?? '';
  expect(markup.match(/<(?:table|thead|tbody|tr|th|td)\b/g)).toHaveLength(
    markup.match(/<(?:table|thead|tbody|tr|th|td)\b[^>]*\srole="/g)?.length ?? 0,
  );
});

test('every field has its own anchor and links to it', () => {
  const list = Type.Object({ players: Type.Array(Type.Object({ name: Type.String() })) });
  const markup = responseTable(t, fieldOf(list), { id: 'op-response', isOpen: true })?.markup ?? '';
  expect([...markup.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)).toEqual([
    'op-response-players',
    'op-response-players.name',
  ]);
  expect(markup).toContain('href="#op-response-players.name"');
});

test('a long table is folded where it repeats another', () => {
  const of = (length: number) => {
    const many = Array.from({ length }, (_, at) => [`f${at}`, Type.Integer()] as const);
    return fieldOf(Type.Object(Object.fromEntries(many)));
  };
  const long = of(9);
  const folded = fieldTable(t, { ...query, isOpen: false }, long)?.markup ?? '';
  expect(folded).toMatch(/^<details class="fold">\s*<summary>In the query \(9\)<\/summary>/);
  expect(rowsOf(folded)).toHaveLength(10);
  for (const [isOpen, field] of [
    [true, long],
    [false, of(8)],
  ] as const) {
    expect(fieldTable(t, { ...query, isOpen }, field)?.markup).not.toContain('<details');
  }
});
