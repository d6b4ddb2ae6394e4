import { html } from '../html.ts';
import { docsPath } from '../paths.ts';
import { pageHref, stems } from '../site.ts';
import { topicOf } from '../topics.ts';
import { errorsGuide } from './errors.ts';
import type { Guide } from './guide.ts';
import { limitsGuide } from './limits.ts';
import { motionGuide } from './motion.ts';
import { packageGuide } from './package.ts';
import { scenesGuide } from './scenes.ts';
import { selfHostGuide } from './self-host.ts';

/** Guides by path, in the order in which they are listed. */
export const guides: ReadonlyMap<string, Guide> = new Map([
  ['/docs/scenes', scenesGuide],
  ['/docs/motion', motionGuide],
  ['/docs/package', packageGuide],
  ['/docs/limits', limitsGuide],
  ['/docs/errors', errorsGuide],
  ['/docs/self-host', selfHostGuide],
  ['/docs/roblox', familyGuide('/api/roblox')],
  ['/docs/chat', familyGuide('/api/chat')],
]);

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
