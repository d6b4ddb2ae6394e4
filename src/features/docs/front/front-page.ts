import { exampleFigure } from '../example.ts';
import { html, prose, type Html } from '../html.ts';
import { layout } from '../layout.ts';
import { exampleTarget, docsPath } from '../paths.ts';
import { hasRoute, href, stems, type Site } from '../site.ts';
import { topicOf } from '../topics.ts';
import { composer } from './composer.ts';
import { compositionPath, type Lineup } from './lineup.ts';
import { gallery, renderPath } from './gallery.ts';
import { rowNames } from './row.ts';
import { serverCard, widgetPath } from './server-card.ts';

const description =
  'Free API that draws Minecraft players: up to ten skins side by side in one transparent picture, single players in many poses, server status, no account.';

/** The front page: everything to play with, then where to read on. */
export function frontPage(site: Site, lineup: Lineup | null = null): Html {
  return layout(site, {
    title: lineup === null ? null : rowNames(lineup),
    description,
    path: '/',
    ...(lineup !== null && { row: lineup }),
    head: html`${
      site.publicUrl !== undefined && html`<meta name="public-url" content="${site.baseUrl}" />`
    }`,
    main: html`${hasRoute(site, compositionPath) && composer(site, lineup)}
    ${hasRoute(site, renderPath) && gallery(site)} ${hasRoute(site, widgetPath) && serverCard(site)}
    ${inCode(site)} ${scripts(site)} ${facts(site)} ${readOn(site)}`,
  });
}

function inCode(site: Site): Html | null {
  const route = site.routes.find(
    ({ path, method }) => path === compositionPath && method === 'POST',
  );
  const example = route?.docs?.examples[0];
  if (route === undefined || example === undefined) return null;
  return html`<section class="wrap" aria-labelledby="code">
    <h2 id="code">One request</h2>
    <p class="lead">Post a list, get a PNG. Nothing to sign up for.</p>
    ${exampleFigure(site, route, example)}
  </section>`;
}

/** Names in many scripts: drawn, because not every reader's machine has letters for them. */
const names = [
  ['sample-fox', 'きつね'],
  ['sample-ghost', '유령 👻'],
  ['sample-diver', 'غوّاص'],
  ['sample-panda', '熊猫'],
  ['sample-knight', 'อัศวิน'],
  ['sample-gardener', 'माली 🌻'],
] as const;

function scripts(site: Site): Html | null {
  const isAtHand = names.every(([value]) => site.samples.includes(value));
  if (!hasRoute(site, compositionPath) || !isAtHand) return null;
  const query = {
    value: names.map(([value]) => value),
    label: names.map(([, label]) => label),
    crop: 'bust',
    height: 260,
  };
  const target = href(site, exampleTarget(compositionPath, { title: '', query }));
  return html`<section class="wrap" aria-labelledby="scripts">
    <h2 id="scripts">Every name fits</h2>
    <p class="lead">
      Latin, Greek, Cyrillic, Vietnamese, Chinese, Japanese, Korean, Arabic, Hebrew, Thai,
      Devanagari and emoji, with fonts that come along. Readable on light and on dark.
    </p>
    <div class="halves">
      <img
        src="${target}"
        alt="Six players with names in Japanese, Korean, Arabic, Chinese, Thai and Hindi"
        width="1612"
        height="290"
        loading="lazy"
      />
    </div>
  </section>`;
}

function facts({ limits }: Site): Html {
  const promises = [
    [
      'Yours to embed',
      'A plain `GET` gives the same picture, so an `<img>`, a README or a chat bot can use it as it is.',
    ],
    [
      'Made to be cached',
      'Strong `ETag`s, fifteen minutes of `max-age`, and a 304 takes nothing from your limit.',
    ],
    [
      'Fair',
      `${limits.api} requests a minute for everyone, and answers that say in plain words what went wrong and when to come back.`,
    ],
    [
      'Yours to run',
      'One process, no database, every setting optional. The sample skins work without any network.',
    ],
  ] as const;
  const items = promises.map(
    ([title, text]) =>
      html`<li>
        <h3>${title}</h3>
        <p>${prose(text)}</p>
      </li>`,
  );
  return html`<section class="wrap" aria-labelledby="facts">
    <h2 id="facts">Good to know</h2>
    <ul class="facts">
      ${items}
    </ul>
  </section>`;
}

function readOn(site: Site): Html {
  const cards = [...stems(site.routes).keys()].map((stem) => {
    const { title, lead } = topicOf(stem);
    return html`<li class="card">
      <h3><a href="${href(site, docsPath(stem))}">${title}</a></h3>
      <p>${prose(lead)}</p>
    </li>`;
  });
  return html`<section class="wrap" aria-labelledby="read-on">
    <h2 id="read-on">Read on</h2>
    <ul class="topics small">
      ${cards}
    </ul>
  </section>`;
}
