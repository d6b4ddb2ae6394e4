import { isCompositionOfOne } from '../../engine/options/composition-query.ts';
import { html, type Html } from './html.ts';
import { messagesOf } from './messages/locales.ts';
import { assetHref, href, type Site } from './site.ts';
import { oembedHref } from './page-headers.ts';

/** How often a page looks for something new. */
const refreshSeconds = { server: 30, players: 300 } as const;

type ServerRequest = {
  readonly edition: string;
  readonly host: string;
  /** Query of the page, with its question mark or empty. */
  readonly search: string;
};

/** A server, or one player in its place: `/live/java/play.example.org`. */
export function liveServerPage(site: Site, { edition, host, search }: ServerRequest): Html {
  const query = new URLSearchParams(search);
  const [player, show] = [query.get('player') ?? '', query.get('show')];
  for (const name of ['show', 'player']) query.delete(name);
  const path = `/live/${edition}/${encodeURIComponent(host)}${search}`;
  if (player !== '') return playersPage(site, { path, players: [player], query });
  const stem = `/api/blockgame/server/${edition}/${encodeURIComponent(host)}`;
  const isLineup = show === 'lineup';
  if (!isLineup) {
    if (!query.has('theme')) query.set('theme', 'transparent');
    query.set('max_age', '30');
  }
  return page(site, {
    path,
    name: query.get('title') || host,
    source: `${stem}/${isLineup ? 'lineup' : 'widget'}${queryOf(query)}`,
    refresh: refreshSeconds.server,
    ping: `${stem}/ping`,
  });
}

type PlayersRequest = { readonly players: readonly string[]; readonly search: string };

/** Players without a server: `/live/players/Notch+jeb_`. */
export function livePlayersPage(site: Site, { players, search }: PlayersRequest): Html {
  const path = `/live/players/${segmentOf(players)}${search}`;
  return playersPage(site, { path, players, query: new URLSearchParams(search) });
}

type PlayersTarget = {
  readonly path: string;
  readonly players: readonly string[];
  readonly query: URLSearchParams;
};

/**
 * Without an extension, so that the query may name any format. One player is a composition of one where an
 * option asks for it, and moves unless the query says otherwise.
 */
function playersPage(site: Site, { path, players, query }: PlayersTarget): Html {
  const isAlone = players.length === 1;
  if (isAlone && !query.has('motion')) query.set('motion', 'turn');
  const segment = segmentOf(players);
  const isFigure = isAlone && !isCompositionOfOne(`?${query.toString()}`);
  const picture = isFigure ? `default/${segment}/full` : `composition/${segment}`;
  return page(site, {
    path,
    name: query.get('title') || players.join(', '),
    source: `/api/blockgame/render/${picture}${queryOf(query)}`,
    refresh: refreshSeconds.players,
  });
}

function segmentOf(players: readonly string[]): string {
  return players.map((player) => encodeURIComponent(player)).join('+');
}

function queryOf(query: URLSearchParams): string {
  return query.size === 0 ? '' : `?${query.toString()}`;
}

type LivePage = {
  /** With its query. */
  readonly path: string;
  readonly name: string;
  /** Path and query of the picture. */
  readonly source: string;
  readonly refresh: number;
  /** Path that says whether its server is online. */
  readonly ping?: string;
};

/** How a page for frames begins, whose colours are light, so that the frame is transparent. @param path its own */
export function frameHead(site: Site, title: string, path: string): Html {
  return html`<meta charset="utf-8" />
    <title>${title}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <meta name="color-scheme" content="light" />
    <link
      rel="alternate"
      type="application/json+oembed"
      href="${oembedHref(site, path)}"
      title="${title}"
    />`;
}

/** A transparent page for stream overlays and frames: nothing but a picture that stays up to date. */
function page(site: Site, { path, name, source, refresh, ping }: LivePage): Html {
  return html`<!doctype html>
    <html lang="${messagesOf(site.locale).tag}">
      <head>
        ${frameHead(site, name, path)}
        <link rel="stylesheet" href="${assetHref(site, 'live.css')}" />
        <script src="${assetHref(site, 'live.js')}" type="module"></script>
        <noscript><meta http-equiv="refresh" content="${refresh}" /></noscript>
      </head>
      <body>
        <main>
          <h1>
            <img
              id="live"
              src="${href(site, source)}"
              alt="${name}"
              data-refresh="${refresh}"
              ${ping !== undefined && html` data-ping="${href(site, ping)}"`}
            />
          </h1>
        </main>
      </body>
    </html> `;
}
