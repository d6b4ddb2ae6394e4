import { breakable } from '../code.ts';
import { thumbnail, wordsOf } from '../front/thumbnails.ts';
import { html, type Html } from '../html.ts';
import type { PictureSize } from '../route-docs.ts';
import { href, type Site } from '../site.ts';
import { paragraphs, plainTable, type Guide } from './guide.ts';
import { arrangementNames } from '../../../engine/scenes/layout/arrangements.ts';
import { renderTypeNames } from '../../../engine/figure/render-types.ts';
import { sceneNames, sizes } from '../../../engine/scenes/layout/sizes.ts';
import { heldItemNames } from '../../../engine/figure/held-item-names.ts';

const composition = '/api/blockgame/render/composition';
const trio = 'sample-fox+sample-astronaut+sample-knight';

type Kind = Parameters<typeof thumbnail>[1];

/** All choices of a kind as pictures, each linking to itself. */
function contactSheet(
  site: Site,
  kind: Kind,
  {
    names,
    target,
  }: { readonly names: readonly string[]; readonly target: (name: string) => string },
): Html {
  return html`<ul class="sheet ${kind}">
    ${names.map(
      (name) =>
        html`<li id="${kind}-${name}">
          <a href="${href(site, target(name))}"
            >${thumbnail(site, kind, name)}${breakable(name, /(?<=_)/)}<span class="unseen">
              (${wordsOf(name)})</span
            ></a
          >
        </li> `,
    )}
  </ul>`;
}

type Shown = {
  readonly names: readonly string[];
  readonly target: (name: string) => string;
  /** The picture on the page: larger than a thumbnail, smaller than the target. */
  readonly source: (name: string) => string;
  /** Displayed; the picture has twice as many pixels. */
  readonly size: PictureSize;
};

/** Choices that only show what they are if they are large, each drawn by its request. */
function gallery(site: Site, kind: string, { names, target, source, size }: Shown): Html {
  return html`<ul class="sheet ${kind} large">
    ${names.map(
      (name) =>
        html`<li id="${kind}-${name}">
          <a href="${href(site, target(name))}"
            ><img
              src="${href(site, source(name))}"
              alt=""
              width="${size.widthPx}"
              height="${size.heightPx}"
              loading="lazy"
            />${breakable(name, /(?<=_)/)}<span class="unseen"> (${wordsOf(name)})</span></a
          >
        </li> `,
    )}
  </ul>`;
}

const scene = (name: string): string => `${composition}/${trio}.png?scene=${name}`;
const heldItem = (name: string): string =>
  `/api/blockgame/render/default/sample-knight/full?hold=${name}`;

const sizeRows = Object.entries(sizes).map(([name, [width, height]]) => [
  `\`${name}\``,
  `${width}×${height}`,
]);

const ofCompositions: Guide = (site) => [
  {
    id: 'scenes',
    title: 'Scenes',
    content: html`${paragraphs('`scene=` of a composition.')}
    ${gallery(site, 'scenes', {
      names: sceneNames,
      target: scene,
      source: (name) => `${scene(name)}&format=webp&size=704x370`,
      size: { widthPx: 352, heightPx: 185 },
    })}`,
  },
  {
    id: 'arrangements',
    title: 'Arrangements',
    content: html`${paragraphs('`arrangement=` of a composition.')}
    ${contactSheet(site, 'arrangements', {
      names: arrangementNames,
      target: (name) =>
        `${composition}/${trio}+sample-wizard+sample-princess.png?arrangement=${name}`,
    })}`,
  },
  {
    id: 'poses',
    title: 'Poses',
    content: html`${paragraphs(
      '`render_type=` of a composition, `render_type.2=` of its third player, `{render_type}` of a single render. `varied` gives each player a standing pose of their own, always the same. In a scene all are seen from the same height, and `sleeping` and `dead` lie along the ground, unless the item has a `yaw` or `pitch`.',
    )}
    ${contactSheet(site, 'poses', {
      names: renderTypeNames,
      target: (name) => `/api/blockgame/render/${name}/sample-fox/full`,
    })}`,
  },
];

const ofPictures: Guide = (site) => [
  {
    id: 'things',
    title: 'Things in hands',
    content: html`${paragraphs(
      '`hold=` and `hold_left=` of a render or composition, `hold.2=` of its third player. Flat poses and Roblox users hold nothing; `archer`, `reading` and `dungeons` hold what they tell of.',
    )}
    ${gallery(site, 'things', {
      names: heldItemNames.filter((name) => name !== 'none'),
      target: heldItem,
      source: (name) => `${heldItem(name)}&format=webp&height=320`,
      size: { widthPx: 112, heightPx: 160 },
    })}`,
  },
  {
    id: 'sizes',
    title: 'Sizes',
    content: html`${paragraphs(
      '`size=` of a composition, or your own such as `800x400`: the group is as large as it fits. Names are omitted if they would be unreadable: smaller than a fiftieth of the height or than 8 pixels where the picture is shown 520 pixels wide, most of them cut, or at the cost of more than half of the size of the figures. A `server-list` picture shows busts without names unless `crop` or `labels` say otherwise.',
    )}
    ${plainTable({ heads: ['Name', 'Pixels'], rows: sizeRows })}`,
  },
];

export const scenesGuide: Guide = (site) => [...ofCompositions(site), ...ofPictures(site)];
