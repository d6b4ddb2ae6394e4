import { expect, test } from 'vitest';
import { html, prose } from './html.ts';

test.each([
  [html`<p>${'<script>&"\''}</p>`, '<p>&lt;script&gt;&amp;&quot;&#39;</p>'],
  [html`<p title="${'" onclick="x'}"></p>`, '<p title="&quot; onclick=&quot;x"></p>'],
  [html`${[1, 'a', html`<b>${'<'}</b>`, null, false]}`, '1a<b>&lt;</b>'],
  [prose('a `<b>` & `c`'), 'a <code>&lt;b&gt;</code> &amp; <code>c</code>'],
  [prose('plain'), 'plain'],
])('%#', (made, markup) => {
  expect(made.markup).toBe(markup);
});
