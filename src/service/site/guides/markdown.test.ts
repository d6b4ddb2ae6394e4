import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { choiceWords, translator } from '../messages/messages.ts';
import type { Site } from '../site.ts';
import { guideNames, markdown, shownSections } from './guides.ts';

const site: Site = {
  routes: [],
  assets: { documents: new Map(), pathOf: (name) => `/assets/${name}` },
  baseUrl: 'https://skins.example/lineup',
  basePath: '/lineup',
  publicUrl: undefined,
  samples: [],
  limits: { api: 12_345, webhook: 6 },
  settings: [{ name: 'A_B', fallback: '–', allowed: 'a|b', help: 'A `<name>`' }],
  locale: 'de',
  isLocaleChosen: false,
  t: translator('de'),
  wordsFor: choiceWords('de'),
};

const shown = (text: string): string => markdown(site, text).markup.replaceAll(/\s+/g, ' ').trim();

test.each([
  [
    'markup',
    '<b>a</b> `<i>` & "b"\n\n<script>alert(1)</script>\n',
    '<p>a <code>&lt;i&gt;</code> &amp; &quot;b&quot;</p>',
  ],
  ['a link to a file of the repository', '[`a`](b.md#c)', '<p><code>a</code></p>'],
  ['a fact', 'At most <!-- api-limit -->240<!-- /api-limit -->.', '<p>At most 12,345.</p>'],
  ['an anchor', '<!-- #list -->\n\nA', '<p>A</p>'],
  ['code', '```js\na < b\n```', '<pre><code>a &lt; b</code></pre>'],
])('%s', (_name, text, html) => {
  expect(shown(text)).toBe(html);
});

test('code with a label can be copied, and names this service', () => {
  const html = shown('```html In a page\n<img src="https://lineup.example/a.png">\n```');
  expect(html).toContain(
    '<pre tabindex="0" aria-label="In a page"><code>&lt;img src=&quot;https://skins.example/lineup/a.png&quot;&gt;</code>',
  );
  expect(html).toContain('data-copy');
});

test('a table keeps its roles where rows are displayed as blocks', () => {
  const html = shown('<!-- settings -->\nold\n<!-- /settings -->');
  expect(html).toContain(
    '<table class="stacks" role="table" aria-label="Variable, Meaning, Values">',
  );
  expect(html).toContain('<th scope="row" role="rowheader"><code>A_<wbr />B<wbr /></code></th>');
  expect(html).toContain('<td role="cell" data-head="Meaning">A <code>&lt;name&gt;</code></td>');
  expect(html).toContain('<td role="cell" data-head="Values">a|b</td>');
});

test('a cell that begins with code keeps what follows', () => {
  const html = shown('| Option | |\n| --- | --- |\n| `hold`, `hold_left` | `a` or `b`; c |');
  expect(html).toContain('<code>hold</code>, <code>hold_left</code>');
  expect(html).toContain('<code>a</code> or <code>b</code>; c');
});

test.each(guideNames)('%s shows all of each cell of its tables', (name) => {
  const file = new URL(`../../../../docs/${name}.md`, import.meta.url);
  const text = readFileSync(file, 'utf8').replaceAll(/<!-- ([\w-]+) -->[^]*?<!-- \/\1 -->/g, '');
  for (const section of shownSections(text)) {
    const words = shown(section).replaceAll(/<wbr \/>|<\/?code>/g, '');
    for (const row of section.matchAll(/^\|(?! ?-)(.+)\|$/gm)) {
      for (const cell of row[1]!.split(/(?<!\\)\|/)) {
        const [, plain] = /^([\w ,.`;]+)$/.exec(cell.trim()) ?? [];
        if (plain !== undefined) expect(words).toContain(plain.replaceAll('`', ''));
      }
    }
  }
});

test('a part of the site stands in place of what the file has', () => {
  const html = shown('<!-- motion -->\n![Four players](films/a.webp)\n<!-- /motion -->');
  expect(html).toContain('<ul class="sheet motions"> <li id="motion-turn">');
  expect(html).toContain(
    'href="/lineup/api/blockgame/render/default/sample-fox/full?shadow=true&amp;motion=turn"',
  );
  expect(html).not.toContain('films');
});
