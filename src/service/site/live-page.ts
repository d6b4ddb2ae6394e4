import { isCompositionOfOne } from '../../engine/options/one-player.ts';
import { html, type Html } from './html.ts';
import { messagesOf } from './messages/locales.ts';
import { assetHref, href, type Site } from './site.ts';
import { oembedHref } from './page-headers.ts';

/** What a live page shows, and how often it looks for something new. */
const shows = {
  card: {
    refreshSeconds: 30,
    target: ({ edition, host, query }: LiveTarget) => {
      if (!query.has('theme')) query.set('theme', 'transparent');
      query.set('max_age', '30');
      return `/api/blockgame/server/${edition}/${encodeURIComponent(host)}/widget`;
    },
  },
  lineup: {
    refreshSeconds: 30,
    target: ({ edition, host }: LiveTarget) =>
      `/api/blockgame/server/${edition}/${encodeURIComponent(host)}/lineup`,
  },
  // Without an extension, so that the query may name any format, and a composition of one where an option
  // asks for it. It moves unless the query says otherwise.
  player: {
    refreshSeconds: 300,
    target: ({ player, query }: LiveTarget) => {
      if (!query.has('motion')) query.set('motion', 'turn');
      const name = encodeURIComponent(player);
      return isCompositionOfOne(`?${query.toString()}`)
        ? `/api/blockgame/render/composition/${name}`
        : `/api/blockgame/render/default/${name}/full`;
    },
  },
} as const;

type LiveTarget = {
  readonly edition: string;
  readonly host: string;
  readonly player: string;
  /** The options of the picture. */
  readonly query: URLSearchParams;
};

export type LiveRequest = Pick<LiveTarget, 'edition' | 'host'> & { readonly search: string };

/** A transparent page for stream overlays and frames: nothing but a picture that stays up to date. */
export function livePage(site: Site, { edition, host, search }: LiveRequest): Html {
  const query = new URLSearchParams(search);
  const player = query.get('player') ?? '';
  const requested = query.get('show') === 'lineup' ? 'lineup' : 'card';
  const { refreshSeconds, target } = shows[player === '' ? requested : 'player'];
  for (const name of ['show', 'player']) query.delete(name);
  const path = target({ edition, host, player, query });
  const source = href(site, query.size === 0 ? path : `${path}?${query.toString()}`);
  const name = query.get('title') || player || host;
  const page = `/live/${edition}/${encodeURIComponent(host)}${search}`;
  return html`<!doctype html>
    <html lang="${messagesOf(site.locale).tag}">
      <head>
        <meta charset="utf-8" />
        <title>${name}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <link
          rel="alternate"
          type="application/json+oembed"
          href="${oembedHref(site, page)}"
          title="${name}"
        />
        <link rel="stylesheet" href="${assetHref(site, 'live.css')}" />
        <script src="${assetHref(site, 'live.js')}" type="module"></script>
        <noscript><meta http-equiv="refresh" content="${refreshSeconds}" /></noscript>
      </head>
      <body>
        <img id="live" src="${source}" alt="${name}" data-refresh="${refreshSeconds}" />
      </body>
    </html> `;
}
