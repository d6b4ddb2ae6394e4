import { codeBlock } from '../code.ts';
import { shownNumber } from '../field.ts';
import { html } from '../html.ts';
import { paragraphs, plainTable, type Guide } from './guide.ts';

// Headers about one client, which must not reach others through a cache.
const personal = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Cache',
  'X-Request-Id',
];

const nginx = `proxy_cache_path /var/cache/lineup keys_zone=lineup:10m max_size=2g inactive=1d;

location /api/ {
  proxy_pass http://127.0.0.1:8080;
  proxy_set_header Host $host;
  proxy_set_header X-Forwarded-For $remote_addr;
  proxy_set_header X-Forwarded-Host $host;
  proxy_set_header X-Forwarded-Proto $scheme;
  proxy_cache lineup;
  proxy_cache_revalidate on;
  proxy_cache_lock on;
  proxy_cache_use_stale error timeout updating http_502 http_503;
${personal.map((name) => `  proxy_hide_header ${name};`).join('\n')}
}`;

const varnish = `sub vcl_backend_response {
  if (bereq.url ~ "^/api/" && beresp.status == 200) {
    set beresp.grace = 1d;
    set beresp.keep = 1d;
  }
${personal.map((name) => `  unset beresp.http.${name};`).join('\n')}
}`;

/** The limits, and how to need fewer requests. */
export const limitsGuide: Guide = ({ t, limits }) => [
  {
    id: 'limits',
    title: 'Limits',
    content: html`${plainTable({
      heads: ['Requests to', 'A minute, per IP address'],
      rows: [
        ['everything below `/api/`', shownNumber(limits.api)],
        ['`POST /api/chat/webhook/…`', shownNumber(limits.webhook)],
        ['webhooks with `GET`, `PATCH` and `DELETE`', shownNumber(limits.webhook)],
        ['pages such as this one', '600'],
      ],
    })}
    ${paragraphs(
      'A minute begins with your first request. `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset` (Unix seconds) come with every response. Beyond the limit you get a 429 whose `Retry-After` says how many seconds to wait.',
      'A 304 is free, and you still get it when the limit is used up. IPv6 addresses count by their /64 network.',
      'What is not cached is looked up at Mojang, Roblox or Discord, which accept only so many look-ups. While more are waiting, clients take turns: whoever has had the fewest lately comes next. What has no turn in time is a 503 with `Retry-After`; what is cached is still served.',
    )}`,
  },
  {
    id: 'caching',
    title: 'Caching',
    content: html`${plainTable({
      heads: ['Response', 'Cache-Control'],
      rows: [
        ['pictures, cards, badges, profiles', '`public, max-age=900`'],
        ['cards of game servers', 'the same, or `max_age` of the request: 30 to 900'],
        ['text, JSON, icon, badge, line-up of game servers', '`public, max-age=30`'],
        ['Roblox games and Discord as text or JSON', '`public, max-age=30`'],
        ['errors', '`no-store`'],
      ],
    })}
    ${paragraphs(
      'Send the `ETag` of a cached response as `If-None-Match`: if it is unchanged you get a 304, which does not count. `X-Cache: HIT` says that nothing had to be drawn or looked up.',
      'The `ETag` of a picture changes when the player changes their skin. Unknown query parameters of a `GET` are ignored and listed in `X-Ignored-Query`, so a cache-buster makes no new picture; those of webhooks likewise, whatever the method.',
    )}`,
  },
  {
    id: 'nginx',
    title: 'Behind nginx',
    content: html`${paragraphs(
      'One cache in front keeps a busy site within the limit. Set `TRUST_PROXY=1`, or all your visitors count as one client.',
    )}
    ${codeBlock(t, nginx, 'nginx')}`,
  },
  {
    id: 'varnish',
    title: 'Behind Varnish',
    content: codeBlock(t, varnish, 'Varnish'),
  },
  {
    id: 'cdn',
    title: 'Behind a CDN',
    content: paragraphs(
      'Every response says how long it may be cached, so “respect origin headers” is all that a CDN needs. Keep the whole query in the cache key. The order of parameters makes no difference to this service, but may to a CDN.',
    ),
  },
];
