import { expect, test } from 'vitest';
import { dataBlock, html, linked, prose } from './html.ts';

test.each([
  [html`<p>${'<script>&"\''}</p>`, '<p>&lt;script&gt;&amp;&quot;&#39;</p>'],
  [html`<p title="${'" onclick="x'}"></p>`, '<p title="&quot; onclick=&quot;x"></p>'],
  [html`${[1, 'a', html`<b>${'<'}</b>`, null, false]}`, '1a<b>&lt;</b>'],
  [prose('a `<b>` & `c`'), 'a <code>&lt;b&gt;</code> &amp; <code>c</code>'],
  [prose('plain'), 'plain'],
])('%#', (made, markup) => {
  expect(made.markup).toBe(markup);
});

test('embedded JSON cannot close its element, and parses to the same value', () => {
  const value = { text: '</template><script>&amp;\u2028"\'' };
  const { markup } = dataBlock('x', value);
  expect(markup.replace(/^<template id="x">|<\/template>$/g, '')).not.toMatch(/[<&]/);
  expect(JSON.parse(markup.slice('<template id="x">'.length, -'</template>'.length))).toEqual(
    value,
  );
});

test('code, bold words and a link within a sentence', () => {
  expect(prose('a `b<c` **d**').markup).toBe('a <code>b&lt;c</code> <b>d</b>');
  expect(linked('See the [docs].', '/docs?a&b').markup).toBe(
    'See the <a href="/docs?a&amp;b">docs</a>.',
  );
});
