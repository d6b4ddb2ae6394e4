import type { ExampleValue } from '../http/route-docs.ts';
import { codeTabs, overlayPanel, type Overlay } from './code.ts';
import { cardSize } from '../http/embed.ts';
import { html, type Html } from './html.ts';
import { cardLang, cardThemes } from './front/server-card.ts';
import { notice } from './controls.ts';
import { layout } from './layout.ts';
import { localeParameter } from './messages/messages.ts';
import { exampleTarget } from './paths.ts';
import { assetHref, href, pageHref, type Site } from './site.ts';
import { snippet, snippetsIn } from './snippets.ts';
import { embedLanguages, type ShownRequest } from './shown-request.ts';

const editionNames = { java: 'Minecraft (Java)', bedrock: 'Minecraft (Bedrock)' } as const;

export type ServerPageRequest = {
  readonly edition: keyof typeof editionNames;
  /** As in the path; valid. */
  readonly host: string;
  /** Query of the page, with its question mark or empty: `theme` of the card. */
  readonly search: string;
};

type Paths = ReturnType<typeof pathsOf>;

/** Paths of all that there is of a server; its pictures are in the language of the page. */
function pathsOf({ edition, host }: ServerPageRequest, theme: string, lang: string) {
  const picture = (path: string, query: Record<string, ExampleValue>): string =>
    exampleTarget(path, { title: '', query: { ...query, ...(lang !== '' && { lang }) } });
  const segment = encodeURIComponent(host);
  const stem = `/api/blockgame/server/${edition}/${segment}`;
  return {
    page: `/server/${edition}/${segment}`,
    facts: `${stem}/status`,
    // Whoever looks at a server wants to see it go offline within a minute or so.
    card: picture(`${stem}/widget`, { theme, max_age: 60 }),
    lineup: picture(`${stem}/lineup`, {}),
    preview: picture(`${stem}/lineup`, { size: 'og' }),
    badge: `${stem}/badge`,
    text: `${stem}/status-text`,
  };
}

/** What the page of a server is called. */
export const serverTitle = (edition: keyof typeof editionNames, host: string): string =>
  `${host} · ${editionNames[edition]}`;

/**
 * `/server/{edition}/{host}`: the page of a server, to be shared. It requests nothing from the server
 * by itself: pictures and script do.
 */
export function serverPage(site: Site, request: ServerPageRequest): Html {
  const { t } = site;
  const { edition, host, search } = request;
  const requested = new URLSearchParams(search).get('theme');
  const [theme] = cardThemes.find(([name]) => name === requested) ?? cardThemes[0];
  const paths = pathsOf(request, theme, cardLang(site));
  const alt = t('whoIsOnline', { host });
  return layout(site, {
    title: serverTitle(edition, host),
    description: t('serverPageDescription', { host }),
    path: paths.page,
    preview: { image: `${site.baseUrl}${paths.preview}`, alt },
    head: html`<meta name="robots" content="noindex" />
      <script src="${assetHref(site, 'server-page.js')}" type="module"></script>`,
    main: html`<div
      class="wrap server-page"
      id="server-page"
      data-host="${host}"
      data-edition="${edition}"
      data-facts="${href(site, paths.facts)}"
      data-compose="${pageHref(site, '/')}"
    >
      <p class="quiet">${editionNames[edition]}</p>
      <div class="server-head">
        <h1>${host}</h1>
        <button type="button" class="button primary" id="copy-address" hidden>
          ${t('copyAddress')}
        </button>
      </div>
      <p class="status-line">
        <span id="server-state"></span> <span class="quiet" id="server-age"></span>
      </p>
      ${notice(site, 'server-notice')}
      <div id="server-result">
        ${pictures(site, { host, paths, themes: themeLinks(site, theme) })}
        <h2>${t('useIt')}</h2>
        ${embedTabs(site, request, paths)}
      </div>
    </div>`,
  });
}

type Shown = { readonly host: string; readonly paths: Paths; readonly themes: Html };

/** The card with who is online beside it, which the script adds, and the line-up. */
function pictures(site: Site, { host, paths, themes: choice }: Shown): Html {
  const { t } = site;
  return html`<div class="server-now">
      <div>
        <p class="widget">
          <img
            id="server-card"
            src="${href(site, paths.card)}"
            alt="${t('statusOf', { host })}"
            width="600"
            height="138"
          />
        </p>
        ${choice}
      </div>
      <section class="card" aria-labelledby="who">
        <h2 id="who">${t('whoOnline')}</h2>
        <ul class="online" id="server-names" aria-labelledby="who" hidden></ul>
        <p class="hint" id="server-nobody">${t('asking')}</p>
        <p class="actions">
          <a class="button" id="server-compose" hidden>${t('lineUpOnline')}</a>
        </p>
      </section>
    </div>
    <p class="widget">
      <img
        id="server-lineup"
        src="${href(site, paths.lineup)}"
        alt="${t('whoIsOnline', { host })}"
        width="1920"
        height="480"
        loading="lazy"
      />
    </p>`;
}

function themeLinks({ t, locale, isLocaleChosen }: Site, chosen: string): Html {
  const links = cardThemes.map(([theme, key]) => {
    const query = { theme, ...(isLocaleChosen && { [localeParameter]: locale }) };
    return html`<a
      class="chip"
      href="${exampleTarget('', { title: '', query })}"
      ${theme === chosen && html` aria-current="true"`}
      >${t(key)}</a
    >`;
  });
  return html`<nav class="actions" aria-label="${t('theme')}">
    <span aria-hidden="true">${t('theme')}</span>${links}
  </nav>`;
}

/** How to use it: the id of a panel ends with its key, which tabs remember. */
function embedTabs(site: Site, { edition, host }: ServerPageRequest, paths: Paths): Html {
  const { t, baseUrl } = site;
  const picture = (path: string, alt: string, size?: ShownRequest['size']): ShownRequest => ({
    method: 'GET',
    url: `${baseUrl}${path}`,
    answer: 'picture',
    fileName: 'server.png',
    alt,
    ...(size && { size }),
  });
  const status = t('statusOf', { host });
  const card = picture(paths.card, status, { widthPx: 600, heightPx: 138 });
  const lineup = picture(paths.lineup, t('onlineOn', { host }));
  const live = `${baseUrl}/live/${edition}/${encodeURIComponent(host)}`;
  const frame = `<iframe src="${live}" width="600" height="138" title="${html`${status}`.markup}" style="border:0;color-scheme:light"></iframe>`;
  const overlays: readonly Overlay[] = [
    { title: t('card'), url: live, sizePx: cardSize },
    { title: t('lineup'), url: `${live}?show=lineup`, sizePx: [960, 240] },
  ];
  const embeds = [
    ...snippetsIn(embedLanguages, card),
    ['badge', t('badge'), snippet('markdown', picture(paths.badge, status))],
    ['lineup', t('lineup'), snippet('html', lineup)],
    ['overlay', t('overlayTab'), overlayPanel(site, overlays)],
    ['frame', t('liveFrame'), frame],
    ['url', t('imageLink'), `${baseUrl}${paths.card}`],
    ['text', t('statusText'), `${baseUrl}${paths.text}`],
    ['page', t('linkToPage'), `${baseUrl}${paths.page}`],
  ] as const;
  return codeTabs(t, { title: t('waysToEmbed'), prefix: 'embed' }, embeds);
}
