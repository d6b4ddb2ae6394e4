import { arrangementNames, sceneNames, sizes } from '../../drawing/render-names.ts';
import { html, prose, type Html } from './html.ts';
import { layout } from './layout.ts';
import { docsPath, stemOf } from './paths.ts';
import { href, type Site } from './site.ts';

const compositionPath = '/api/blockgame/render/composition';

/** Of each picture, as it is drawn: twice what it is shown at. */
const shown = { widthPx: 480, heightPx: 252 } as const;
const mostPlayers = 5;

/** Every scene and arrangement in a picture of its own, each an address to copy. */
export function scenesPage(site: Site): Html {
  return layout(site, {
    title: 'Scenes and arrangements',
    description: 'Every place a group can stand in, and every way it can stand.',
    path: '/docs/scenes',
    main: html`<div class="wrap">
      <h1>Scenes and arrangements</h1>
      <p class="lead">
        ${prose('Where a group stands, and how. All of it are options of a composition: `scene`, `arrangement`, `facing`, `size`, `title`, `labels` and more.')}
        <a href="${href(site, docsPath(stemOf(compositionPath)))}">All options</a>
      </p>
      ${section(site, 'Scenes', { names: sceneNames, queryOf: (name) => `scene=${name}` })}
      ${section(site, 'Arrangements', {
        names: arrangementNames,
        queryOf: (name) => `scene=meadow&arrangement=${name}&facing=centre`,
      })}
      <section class="plain" aria-labelledby="sizes">
        <h2 id="sizes">Sizes</h2>
        <ul>
          ${Object.entries(sizes).map(
            ([name, [widthPx, heightPx]]) =>
              html`<li><code>size=${name}</code>: ${widthPx}×${heightPx}</li>`,
          )}
        </ul>
      </section>
    </div>`,
  });
}

type Choice = {
  readonly names: readonly string[];
  readonly queryOf: (name: string) => string;
};

function section(site: Site, title: string, { names, queryOf }: Choice): Html {
  const id = title.toLowerCase();
  const players = site.samples.slice(0, mostPlayers).join('+');
  const cards = names.map((name) => {
    const address = `/${players}.png?${queryOf(name)}`;
    const { widthPx, heightPx } = shown;
    const src = href(site, `${address}&labels=none&size=${widthPx}x${heightPx}`);
    return html`<li class="card topic">
      <h3><a href="${href(site, address)}">${name}</a></h3>
      <div class="live picture">
        <img
          src="${src}"
          width="${widthPx / 2}"
          height="${heightPx / 2}"
          loading="lazy"
          alt="Five players, ${queryOf(name).replaceAll('&', ', ')}"
        />
      </div>
    </li>`;
  });
  return html`<section class="plain" aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    <ul class="topics small">
      ${cards}
    </ul>
  </section>`;
}
