import { motionNames } from '../../engine/figure/motions.ts';
import { codeTabs } from './code.ts';
import { icon, notice, sky } from './controls.ts';
import { dataBlock, html, linked, type Html } from './html.ts';
import { frameHead, layout } from './layout.ts';
import { localeParameter, messagesOf } from './messages/messages.ts';

import { assetHref, href, pageHref, type Site } from './site.ts';
import { withQuery } from '../http/embed.ts';
import type { SizePx } from '../../engine/scenes/layout/sizes.ts';

/** Of a frame with a model, in pixels. */
export const viewSize: SizePx = [360, 480];

/** Parameters of the page itself; all others are options of the model, which says what is wrong with them. */
const ownParameters = ['embed', localeParameter];

export type ViewRequest = {
  readonly player: string;
  /** Query of the page, with its question mark or empty. */
  readonly search: string;
};

type Shown = ReturnType<typeof shownBy>;

/** Paths of all that there is of a model. */
function shownBy({ player, search }: ViewRequest) {
  const options = new URLSearchParams(search);
  for (const name of ownParameters) options.delete(name);
  const asked = (options.get('motion') ?? 'idle').split(',');
  const first = asked.find((one) => motionNames.some((name) => name === one)) ?? 'none';
  const segment = encodeURIComponent(player);
  const page = `/view/${segment}`;
  const model = `/api/blockgame/model/${segment}`;
  const render = '/api/blockgame/render';
  const moving = new URLSearchParams(options);
  moving.set('motion', 'all');
  const still = new URLSearchParams(options);
  still.delete('motion');
  return {
    player,
    options,
    /** The motion that it begins with. */
    first,
    paths: {
      page: withQuery(page, options),
      frame: framePath(page, options),
      model: withQuery(model, moving),
      file: withQuery(`${model}.glb`, moving),
      still: withQuery(`${render}/default/${segment}/full`, added(still, { height: '720' })),
      preview: withQuery(
        `${render}/composition/${segment}`,
        added(still, { scene: 'meadow', size: 'og' }),
      ),
    },
  };
}

/** The same without all that is around the player. */
export function framePath(page: string, options: URLSearchParams): string {
  return `${withQuery(page, options)}${options.size === 0 ? '?' : '&'}embed`;
}

function added(query: URLSearchParams, more: Readonly<Record<string, string>>): URLSearchParams {
  return new URLSearchParams({ ...more, ...Object.fromEntries(query) });
}

/**
 * `/view/{player}`: the page that turns the model of a player. It requests nothing by itself: picture and
 * script do.
 */
export function viewPage(site: Site, request: ViewRequest): Html {
  const { t } = site;
  const shown = shownBy(request);
  const { player, options, paths } = shown;
  return layout(site, {
    title: t('viewTitle', { name: player }),
    description: t('viewDescription', { name: player }),
    path: `/view/${encodeURIComponent(player)}`,
    search: withQuery('', options),
    preview: { image: `${site.baseUrl}${paths.preview}`, alt: player },
    hasStage: true,
    head: html`<meta name="robots" content="noindex" />${viewTags(site)}`,
    main: html`<section class="stage view" ${viewData(site, shown)}>
        ${sky}
        <div class="wrap view-words">
          <h1>${player}</h1>
          <p id="view-hint" hidden>${t('viewHint')}</p>
          ${notice(site, 'view-notice', 'notice')}
        </div>
        ${figure(site, shown)}
      </section>
      <div class="wrap">${useIt(site, shown)}</div>`,
  });
}

/** `?embed`: nothing but the player and what moves them, transparent, for a frame in somebody's page. */
export function viewFrame(site: Site, request: ViewRequest): Html {
  const { t } = site;
  const shown = shownBy(request);
  const { script, tag } = messagesOf(site.locale);
  return html`<!doctype html>
    <html lang="${tag}" data-base="${site.basePath}">
      <head>
        ${frameHead(site, t('viewTitle', { name: shown.player }), shown.paths.page)}
        <link rel="stylesheet" href="${assetHref(site, 'style.css')}" />
        ${viewTags(site)}
      </head>
      <body class="view-frame">
        <main class="view" ${viewData(site, shown)}>
          <h1 class="unseen">${shown.player}</h1>
          <p class="unseen" id="view-hint" hidden>${t('viewHint')}</p>
          ${figure(site, shown)} ${notice(site, 'view-notice', 'notice')}
        </main>
        <div id="announcer" class="unseen" role="status" aria-live="polite"></div>
        ${dataBlock('messages', script)}
      </body>
    </html> `;
}

function viewTags(site: Site): Html {
  return html`<link rel="stylesheet" href="${assetHref(site, 'view.css')}" />
    <script src="${assetHref(site, 'view-page.js')}" type="module"></script>`;
}

function viewData(site: Site, { first, paths }: Shown): Html {
  return html`id="view" data-model="${href(site, paths.model)}" data-first="${first}"
  data-failed="${site.t('viewFailed')}"`;
}

/** The picture, and the canvas that replaces it; below them what moves the player, for the script. */
function figure(site: Site, { player, paths }: Shown): Html {
  const { t, wordsFor } = site;
  const motions = ['none', ...motionNames].map(
    (name) =>
      html`<button type="button" class="chip" data-motion="${name}" aria-pressed="false">
        ${wordsFor(`motion_${name}`, name)}
      </button>`,
  );
  return html`<div class="view-figure">
      <i class="view-ground" aria-hidden="true"></i>
      <img id="view-still" src="${href(site, paths.still)}" alt="${player}" fetchpriority="high" />
      <canvas
        id="view-canvas"
        role="application"
        tabindex="0"
        aria-label="${t('viewTitle', { name: player })}"
        aria-describedby="view-hint"
        hidden
      ></canvas>
    </div>
    <div class="view-bar" id="view-bar" hidden>
      <button type="button" class="chip view-icon" id="view-pause">
        <span>${icon('pause')}<span class="unseen">${t('pause')}</span></span>
        <span>${icon('play')}<span class="unseen">${t('play')}</span></span>
      </button>
      <div class="view-motions" role="group" aria-label="${t('motion')}">${motions}</div>
      <button type="button" class="chip view-icon" id="view-reset" title="${t('viewReset')}">
        ${icon('reset')}<span class="unseen">${t('viewReset')}</span>
      </button>
    </div>`;
}

/** The file, the picture, and how to put it on a page. */
function useIt(site: Site, { player, options, paths }: Shown): Html {
  const { t, baseUrl } = site;
  const [width, height] = viewSize;
  const title = html`${t('viewTitle', { name: player })}`.markup;
  const source = html`${baseUrl}${paths.frame}`.markup;
  // A frame is transparent only where its colours are those of the page in it, which is light.
  const frame = `<iframe src="${source}" width="${width}" height="${height}" title="${title}" style="border:0;color-scheme:light"></iframe>`;
  const compose = withQuery('/', new URLSearchParams([['value', player], ...options]));
  return html`<h2 class="view-use">${t('useIt')}</h2>
    <p class="actions">
      <a class="button primary" href="${href(site, paths.file)}" download
        >${icon('download')} ${t('viewFile')}</a
      >
      <a class="button" href="${href(site, paths.still)}">${t('viewPicture')}</a>
      <a class="button" href="${href(site, compose)}">${t('viewCompose')}</a>
    </p>
    ${codeTabs(t, { title: t('waysToEmbedView'), prefix: 'view' }, [
      ['frame', t('viewFrame'), frame],
      ['page', t('linkToPage'), `${baseUrl}${paths.page}`],
      ['model', t('viewModel'), `${baseUrl}${paths.model}`],
    ])}
    <p class="hint">${linked(t('viewGuide'), pageHref(site, '/docs/models'))}</p>`;
}
