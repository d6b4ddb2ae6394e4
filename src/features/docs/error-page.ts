import type { FastifyRequest } from 'fastify';
import { pageHeaders } from './page-headers.ts';
import type { HttpServer } from '../../http/server.ts';
import { html, type Html } from './html.ts';
import { layout } from './layout.ts';
import { href, type Site } from './site.ts';

/** Says to people who are lost where they are, and where to go from there. */
function errorPage(site: Site, status: number, detail: string): Html {
  const title = titles[status] ?? (status >= 500 ? 'Something broke' : 'That didn’t work');
  return layout(site, {
    title,
    description: detail,
    path: '',
    main: html`<div class="wrap">
      <h1>${title}</h1>
      <p class="lead">${detail}</p>
      <ul class="facts">
        <li>
          <h2><a href="${href(site, '/')}">Compose</a></h2>
          <p>Up to ten players in one picture.</p>
        </li>
        <li>
          <h2><a href="${href(site, '/docs')}">Reference</a></h2>
          <p>Every endpoint, with live examples.</p>
        </li>
        <li>
          <h2><a href="${href(site, '/docs/console')}">API console</a></h2>
          <p>Fill in a request, send it, see the picture.</p>
        </li>
      </ul>
    </div>`,
  });
}

const titles: Readonly<Record<number, string>> = {
  404: 'Nobody is here',
  405: 'That doesn’t work here',
  429: 'One moment',
  503: 'Busy right now',
};

/** Errors outside of the API become pages where a browser asks; below `/api/` they stay JSON. */
export function addErrorPages(app: HttpServer, siteFor: (request: FastifyRequest) => Site): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { accept = '' } = request.headers;
    const isForPeople = request.limitScope === 'pages' && accept.includes('text/html');
    if (!isForPeople || reply.statusCode < 400) {
      done(null, payload);
      return;
    }
    void reply.headers(pageHeaders).header('vary', 'Accept');
    void reply.header('content-type', 'text/html; charset=utf-8').removeHeader('content-length');
    done(null, errorPage(siteFor(request), reply.statusCode, detailOf(payload)).markup);
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
