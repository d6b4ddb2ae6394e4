import { readFileSync } from 'node:fs';
import { html, type Html } from '../html.ts';
import { docsPath } from '../paths.ts';
import { pageHref, type Site, stems, topicOf } from '../site.ts';
import { Marked, type RendererObject, type Tokens } from 'marked';
import { breakable, codeBlock } from '../code.ts';
import { facts } from './facts.ts';
import { shownParts } from './shown-parts.ts';

type GuideSection = {
  /** Anchor of the heading. */
  readonly id: string;
  readonly title: string;
  readonly content: Html;
};

/** The sections of a page about more than one operation; its title is a `Topic`. */
export type Guide = (site: Site) => readonly GuideSection[];

/** The guides that are a file of `docs/` of the same name. */
export const guideNames = [
  'scenes',
  'motion',
  'models',
  'overlays',
  'package',
  'limits',
  'errors',
  'self-host',
] as const;

/** Guides by path, in the order in which they are listed. */
export const guides: ReadonlyMap<string, Guide> = new Map([
  ...guideNames.map((name) => [`/docs/${name}`, guideOf(name)] as const),
  ['/docs/roblox', familyGuide('/api/roblox')],
  ['/docs/chat', familyGuide('/api/chat')],
]);

/** What the site shows of a file: its sections, up to where only readers of the repository go on. */
export function shownSections(text: string): readonly string[] {
  const [shown = ''] = text.split('<!-- Only in the repository from here -->');
  return shown.split(/^## /m).slice(1);
}

function guideOf(name: string): Guide {
  const file = new URL(`../../../../docs/${name}.md`, import.meta.url);
  const sections = shownSections(readFileSync(file, 'utf8'));
  return (site) =>
    sections.map((section) => {
      const [title = ''] = section.split('\n', 1);
      const [, id = title.toLowerCase().replaceAll(' ', '-')] =
        /^<!-- #(\S+) -->$/m.exec(section) ?? [];
      return { id, title, content: markdown(site, section.slice(title.length)) };
    });
}

/** All endpoints of one platform, by reference page. */
function familyGuide(stem: string): Guide {
  return (site) =>
    [...stems(site.routes).keys()]
      .filter((one) => one.startsWith(`${stem}/`))
      .map((one) => {
        const { title, lead } = topicOf(one, site.locale);
        const path = docsPath(one);
        return {
          id: path.replace('/docs/', ''),
          title,
          content: html`<p>${lead}</p>
            <p><a href="${pageHref(site, path)}">${site.t('reference')}: ${title}</a></p>`,
        };
      });
}

/** What examples in guides call the service; on the site it is its own base URL. */
const exampleBase = 'https://lineup.example';

/** A text of `docs/` as a part of a page. Its facts are those of this service; markup in it is not passed on. */
export function markdown(site: Site, text: string): Html {
  const filled = text.replaceAll(/<!-- ([\w-]+) -->[^]*?<!-- \/\1 -->/g, (_whole, name: string) =>
    shownParts.has(name) ? `<!-- ${name} -->` : (facts.get(name)?.(site) ?? ''),
  );
  const marked = new Marked({ renderer: rendererFor(site) });
  return { markup: marked.parse(filled, { async: false }) };
}

function rendererFor(site: Site): RendererObject {
  return {
    html: ({ text }) =>
      shownParts.get(/^<!-- (\S+) -->/.exec(text)?.[1] ?? '')?.(site).markup ?? '',
    code: ({ text, lang }) => code(site, text, lang).markup,
    // They lead to files of the repository, which the site does not have.
    link({ tokens }) {
      return this.parser.parseInline(tokens);
    },
    table({ header, rows }) {
      const shown = ({ tokens }: Tokens.TableCell): Html => {
        const [first, ...others] = tokens;
        // Names of settings are long.
        if (first?.type === 'codespan' && others.length === 0 && /^\w+$/.test(first.text))
          return breakable(first.text, /(?<=_)/);
        return { markup: this.parser.parseInline(tokens) };
      };
      return plainTable(
        header.map(({ text }) => text),
        rows.map((row) => row.map(shown)),
      ).markup;
    },
  };
}

/** With a label after its language (`sh With npm`) it can be copied. */
function code({ t, baseUrl }: Site, text: string, info = ''): Html {
  const [, label = ''] = /^\S+ (.+)/.exec(info) ?? [];
  const shown = text.replaceAll(exampleBase, baseUrl);
  return label === '' ? html`<pre><code>${shown}</code></pre>` : codeBlock(t, shown, label);
}

/**
 * The first cell is the header of its row. With explicit roles: on narrow screens rows are displayed as
 * blocks, which removes the implicit ones.
 */
function plainTable(heads: readonly string[], rows: readonly (readonly Html[])[]): Html {
  return html`<table class="stacks" role="table" aria-label="${heads.join(', ')}">
    <thead role="rowgroup">
      <tr role="row">
        ${heads.map((head) => html`<th scope="col" role="columnheader">${head}</th>`)}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map(
        ([first = null, ...others]) =>
          html`<tr role="row">
            <th scope="row" role="rowheader">${first}</th>
            ${others.map((cell, at) => html`<td role="cell" data-head="${heads[at + 1] ?? ''}">${cell}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}
