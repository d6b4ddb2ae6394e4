import { exampleFigure } from '../example.ts';
import { html, prose, type Html } from '../html.ts';
import { layout } from '../layout.ts';
import { exampleTarget, docsPath } from '../paths.ts';
import { hasRoute, href, pageHref, type Site, stems, topicOf } from '../site.ts';
import { composer } from './composer.ts';
import { compositionPath, type Lineup } from './lineup.ts';
import { gallery, renderPath } from './gallery.ts';
import { rowDescription, rowTitle } from './row.ts';
import { serverCard, widgetPath } from './server-card.ts';

/** The front page: the composer first, then links to further reading. */
export function frontPage(site: Site, lineup: Lineup | null = null): Html {
  const hasStage = hasRoute(site, compositionPath);
  return layout(site, {
    hasStage,
    title: lineup === null ? null : rowTitle(site.t, lineup),
    description: lineup === null ? site.t('frontDescription') : rowDescription(site.t, lineup),
    path: '/',
    ...(lineup !== null && { row: lineup }),
    head: html`${
      site.publicUrl !== undefined && html`<meta name="public-url" content="${site.baseUrl}" />`
    }`,
    main: html`${hasStage && composer(site, lineup)} ${hasRoute(site, renderPath) && gallery(site)}
    ${hasRoute(site, widgetPath) && serverCard(site)} ${inCode(site)} ${scripts(site)}
    ${facts(site)} ${readOn(site)}`,
  });
}

function inCode(site: Site): Html | null {
  const route = site.routes.find(
    ({ path, method }) => path === compositionPath && method === 'POST',
  );
  const example = route?.docs.examples[0];
  if (route === undefined || example === undefined) return null;
  return html`<section class="wrap" aria-labelledby="code">
    <h2 id="code">${site.t('oneRequest')}</h2>
    <p class="lead">${site.t('oneRequestLead')}</p>
    ${exampleFigure(site, route, example)}
  </section>`;
}

/** Names in many scripts; a picture, because not every reader has the fonts. */
const names = [
  ['sample-fox', 'きつね'],
  ['sample-ghost', '유령 👻'],
  ['sample-diver', 'غوّاص'],
  ['sample-panda', '熊猫'],
  ['sample-knight', 'อัศวิน'],
  ['sample-gardener', 'माली 🌻'],
] as const;

/** Where the names of six players in a row would be five pixels high. */
const narrow = '(max-width: 40rem)';

function scripts(site: Site): Html | null {
  const areSamples = names.every(([value]) => site.samples.includes(value));
  if (!hasRoute(site, compositionPath) || !areSamples) return null;
  const query = {
    value: names.map(([value]) => value),
    label: names.map(([, label]) => label),
    crop: 'bust',
    height: 260,
  };
  const target = (more: object): string =>
    href(site, exampleTarget(compositionPath, { title: '', query: { ...query, ...more } }));
  return html`<section class="wrap" aria-labelledby="scripts">
    <h2 id="scripts">${site.t('everyName')}</h2>
    <p class="lead">${site.t('everyNameLead')}</p>
    <div class="halves">
      <picture
        ><source
          media="${narrow}"
          srcset="${target({ arrangement: 'rows' })}"
          width="523"
          height="271" />
        <img
          src="${target({})}"
          alt="${site.t('everyNameAlt')}"
          width="1612"
          height="290"
          loading="lazy"
      /></picture>
    </div>
  </section>`;
}

function facts({ limits, t }: Site): Html {
  const promises = [
    [t('factEmbed'), t('factEmbedText')],
    [t('factCache'), t('factCacheText')],
    [t('factFair'), t('factFairText', { count: limits.api })],
    [t('factRun'), t('factRunText')],
  ] as const;
  const items = promises.map(
    ([title, text]) =>
      html`<li>
        <h3>${title}</h3>
        <p>${prose(text)}</p>
      </li>`,
  );
  return html`<section class="wrap" aria-labelledby="facts">
    <h2 id="facts">${t('goodToKnow')}</h2>
    <ul class="facts">
      ${items}
    </ul>
  </section>`;
}

function readOn(site: Site): Html {
  const cards = [...stems(site.routes).keys()].map((stem) => {
    const { title, lead } = topicOf(stem, site.locale);
    return html`<li class="card">
      <h3><a href="${pageHref(site, docsPath(stem))}">${title}</a></h3>
      <p>${prose(lead)}</p>
    </li>`;
  });
  return html`<section class="wrap" aria-labelledby="read-on">
    <h2 id="read-on">${site.t('readOn')}</h2>
    <ul class="topics small">
      ${cards}
    </ul>
  </section>`;
}
