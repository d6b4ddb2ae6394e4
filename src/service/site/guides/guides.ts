import { readFileSync } from 'node:fs';
import { html, type Html } from '../html.ts';
import { docsPath } from '../paths.ts';
import { pageHref, type Site, stems, topicOf } from '../site.ts';
import { markdown } from './markdown.ts';

type GuideSection = {
  /** Anchor of the heading. */
  readonly id: string;
  readonly title: string;
  readonly content: Html;
};

/** The sections of a page about more than one operation; its title is a `Topic`. */
export type Guide = (site: Site) => readonly GuideSection[];

/** The guides that are a file of `docs/` of the same name. */
export const guideNames = ['scenes', 'motion', 'package', 'limits', 'errors', 'self-host'] as const;

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
