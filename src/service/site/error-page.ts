import type { FastifyRequest } from 'fastify';
import { acceptedNames } from '../http/documents.ts';
import { pageHeaders } from './page-http.ts';
import type { HttpServer } from '../http/server.ts';
import { html, type Html } from './html.ts';
import { messagesOf } from './messages/messages.ts';
import { layout } from './layout.ts';
import { exampleTarget } from './paths.ts';
import { href, pageHref, type Site } from './site.ts';

type ErrorFacts = {
  readonly status: number;
  /** The sentence of the API, in English. */
  readonly detail: string;
  readonly waitSeconds: number;
  /** The player whom a missing path names, if it does. */
  readonly player: string | undefined;
};

/** Tells lost visitors where they are and where to go. */
function errorPage(site: Site, facts: ErrorFacts): Html {
  const { t } = site;
  const { status } = facts;
  const { title, text } = wordsFor(site, facts);
  const ways = [
    ['/', t('compose'), t('lostCompose')],
    ['/docs', t('reference'), t('lostReference')],
    ['/docs/console', t('console'), t('lostConsole')],
  ] as const;
  return layout(site, {
    title,
    description: title,
    path: '',
    main: html`<div class="wrap">
      <h1>${title}</h1>
      ${text} ${status === 404 && (meantPlayer(site, facts.player) ?? sleepingSample(site))}
      <ul class="facts">
        ${ways.map(
          ([path, name, purpose]) =>
            html`<li>
              <h2><a href="${pageHref(site, path)}">${name}</a></h2>
              <p>${purpose}</p>
            </li>`,
        )}
      </ul>
    </div>`,
  });
}

/** The picture that was probably looked for; its place is closed if there is no such player. */
function meantPlayer(site: Site, player: string | undefined): Html | null {
  if (player === undefined) return null;
  const path = href(site, `/${player}.png`);
  return html`<p class="widget">
    <a href="${path}"><img src="${path}?height=320" alt="${player}" height="320" /></a>
  </p>`;
}

/** A sample at night; nothing where there are none. */
function sleepingSample(site: Site): Html | null {
  const sleeper = site.samples.find((name) => name === 'sample-ghost') ?? site.samples[0];
  if (sleeper === undefined) return null;
  const query = { scene: 'night', size: '960x240', labels: 'none', crop: 'full' };
  const picture = exampleTarget('/api/blockgame/render/composition/:players', {
    title: '',
    path: { players: `${sleeper}.webp` },
    query,
  });
  return html`<p class="widget">
    <img src="${href(site, picture)}" alt="" width="960" height="240" />
  </p>`;
}

function lead(text: string): Html {
  return html`<p class="lead">${text}</p>`;
}

/** Falls back to the sentence of the API. */
function wordsFor(
  site: Site,
  { status, detail, waitSeconds, player }: ErrorFacts,
): { readonly title: string; readonly text: Html } {
  const { t } = site;
  const verbatim = html`<p class="lead" lang="en">${detail}</p>`;
  if (status === 404) {
    const path = `/${player}.png`;
    const link = html`<a href="${href(site, path)}">${path}</a>`;
    const [before = '', after = ''] = t('lost404Player', { path: '\n' }).split('\n');
    const hint = player !== undefined && html`<p class="lead">${before}${link}${after}</p>`;
    return { title: t('lost404'), text: html`${lead(t('lost404Text'))}${hint}` };
  }
  if (status === 405) return { title: t('lost405'), text: verbatim };
  if (status === 429) {
    return { title: t('lost429'), text: lead(t('lost429Text', { seconds: waitSeconds })) };
  }
  if (status === 503) return { title: t('lost503'), text: lead(t('lost503Text')) };
  if (status >= 500) return { title: t('lost5xx'), text: lead(t('lost5xxText')) };
  return { title: t('lost4xx'), text: verbatim };
}

/** Sends errors outside of the API as pages to browsers; below `/api/` they stay JSON. */
export function addErrorPages(app: HttpServer, siteFor: (request: FastifyRequest) => Site): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isForPeople =
      request.limitScope === 'pages' && acceptedNames(request.headers.accept).has('text/html');
    if (!isForPeople || reply.statusCode < 400) {
      done(null, payload);
      return;
    }
    const site = siteFor(request);
    const facts = {
      status: reply.statusCode,
      detail: detailOf(payload),
      waitSeconds: Number(reply.getHeader('retry-after') ?? 0),
      player: /^\/(\w{1,25})\/?(?:[?#]|$)/.exec(request.url)?.[1],
    };
    void reply.headers(pageHeaders).header('vary', 'accept, accept-language');
    void reply.header('content-language', messagesOf(site.locale).tag);
    void reply.header('content-type', 'text/html; charset=utf-8').removeHeader('content-length');
    done(null, errorPage(site, facts).markup);
  });
}

function detailOf(payload: unknown): string {
  try {
    const body: unknown = JSON.parse(String(payload));
    const hasDetail = typeof body === 'object' && body !== null && 'detail' in body;
    return hasDetail && typeof body.detail === 'string' ? body.detail : '';
  } catch {
    return '';
  }
}
