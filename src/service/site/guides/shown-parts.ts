import { readFileSync } from 'node:fs';
import { heldItems } from '../../../engine/figure/held-items/held-items.ts';
import { motionNames } from '../../../engine/figure/motions.ts';
import { renderTypeNames } from '../../../engine/figure/render-types.ts';
import { arrangementNames } from '../../../engine/scenes/layout/arrangements.ts';
import { rarityNames } from '../../../engine/scenes/layout/cards.ts';
import { sceneNames } from '../../../engine/scenes/layout/sizes.ts';
import { breakable, codeBlock } from '../code.ts';
import { thumbnail, wordsOf } from '../front/pickers.ts';
import { html, type Html } from '../html.ts';
import { href, type Site } from '../site.ts';

const licence = readFileSync(new URL('../../../../LICENSE', import.meta.url), 'utf8').trim();

const trio = '/api/blockgame/render/composition/sample-fox+sample-astronaut+sample-knight';
const single = '/api/blockgame/render/default';

/** All choices of a kind as pictures, each linking to its request. */
type Sheet = {
  readonly className: string;
  readonly choices: readonly string[];
  /** The request, with `*` in place of the choice. */
  readonly target: string;
  readonly picture: (site: Site, choice: string, target: string) => Html;
};

/** By what the anchors of its pictures begin with. */
const sheets: Readonly<Record<string, Sheet>> = {
  scenes: {
    className: 'scenes large',
    choices: sceneNames,
    target: `${trio}.png?scene=*`,
    picture: drawn('&format=webp&size=704x370', [352, 185]),
  },
  arrangements: {
    className: 'arrangements',
    choices: arrangementNames,
    target: `${trio}+sample-wizard+sample-princess.png?arrangement=*`,
    picture: (site, choice) => thumbnail(site, 'arrangements', choice),
  },
  poses: {
    className: 'poses',
    choices: renderTypeNames,
    target: '/api/blockgame/render/*/sample-fox/full?shadow=true',
    picture: (site, choice) => thumbnail(site, 'poses', choice),
  },
  things: {
    className: 'things large',
    choices: heldItems,
    target: `${single}/sample-knight/full?shadow=true&hold=*`,
    picture: drawn('&format=webp&height=320', [112, 160]),
  },
  cards: {
    className: 'things large',
    choices: rarityNames,
    target: '/api/blockgame/render/composition/sample-fox.png?as=card&rarity=*',
    picture: drawn('&format=webp&size=300x420', [150, 210]),
  },
  motion: {
    className: 'motions',
    choices: motionNames,
    target: `${single}/sample-fox/full?shadow=true&motion=*`,
    picture: animated,
  },
};

/** What the site shows instead of what a guide has between markers of this name. */
export const shownParts: ReadonlyMap<string, (site: Site) => Html> = new Map([
  ...Object.entries(sheets).map(
    ([name, one]) => [name, (site: Site) => sheet(site, name, one)] as const,
  ),
  ['overlay-player', () => overlay(`${single}/sample-fox/full?motion=walk`, [167, 256])],
  ['overlay-team', () => overlay(`${trio}?scene=meadow&size=og&motion=wave`, [600, 315])],
  ['licence', ({ t }: Site) => codeBlock(t, licence, 'The licence')],
]);

function sheet(site: Site, name: string, one: Sheet): Html {
  const { className, choices, target, picture } = one;
  return html`<ul class="sheet ${className}">
    ${choices.map((choice) => {
      const url = href(site, target.replace('*', choice));
      return html`<li id="${name}-${choice}">
        <a href="${url}"
          >${picture(site, choice, url)}${breakable(choice, /(?<=_)/)}<span class="unseen">
            (${wordsOf(choice)})</span
          ></a
        >
      </li> `;
    })}
  </ul>`;
}

/** Choices that show what they are only when they are large; a picture has twice the pixels of its place. */
function drawn(query: string, [widthPx, heightPx]: readonly [number, number]): Sheet['picture'] {
  return (_site, _choice, target) =>
    html`<img
      src="${target + query}"
      alt=""
      width="${widthPx}"
      height="${heightPx}"
      loading="lazy"
    />`;
}

/** What is on the page of an overlay. */
function overlay(picture: string, [widthPx, heightPx]: readonly [number, number]): Html {
  return html`<div class="live picture">
    <img
      src="${picture}&frame=0"
      data-moving="${picture}"
      alt=""
      width="${widthPx}"
      height="${heightPx}"
      loading="lazy"
    />
  </div>`;
}

/** The first frame; the script brings the film. */
function animated(_site: Site, _choice: string, target: string): Html {
  return html`<img
    src="${target}&frame=0"
    data-moving="${target}"
    alt=""
    height="256"
    loading="lazy"
  />`;
}
