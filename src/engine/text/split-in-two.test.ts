import { expect, it } from 'vitest';
import { splitInTwo } from './fit-lines.ts';

it.each([
  ['The winners of the summer', ['The winners', 'of the summer']],
  ['a b cc', ['a', 'b cc']],
  ['play.oakhaven.example', ['play.oakhaven.', 'example']],
  ['A-very_long.name', ['A-very_', 'long.name']],
  ['夏の大会の優勝者たち', ['夏の大会の', '優勝者たち']],
  ['🦊🦊🦊🦊', ['🦊🦊', '🦊🦊']],
  ['👨‍👩‍👧👨‍👩‍👧', ['👨‍👩‍👧', '👨‍👩‍👧']],
  ['الفائزون في الصيف', ['الفائزون', 'في الصيف']],
])('%s', (text, lines) => {
  expect(splitInTwo(text)).toEqual(lines);
});

it.each(['Oakhaven', '', '   ', 'x'])('%j is one line', (text) => {
  expect(splitInTwo(text)).toBeNull();
});
