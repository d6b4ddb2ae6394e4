import { catalogue } from '../../../errors/catalogue.ts';
import { codeBlock } from '../code.ts';
import { html } from '../html.ts';
import { paragraphs, plainTable, type Guide } from './guide.ts';

/** Advice by status, so that a new error has some, too. */
const advice: Readonly<Record<number, string>> = {
  400: 'Correct the field that the sentence names. The same request would fail again.',
  404: 'Check the spelling. Unknown names are cached for a minute.',
  405: 'Use a method that `Allow` lists; what is missing on purpose says why.',
  409: 'Wait as long as `Retry-After` says; the first request is still in progress.',
  413: 'Send less: a composition may have 1 MiB, an upload to a webhook 25 MiB.',
  415: 'Send `Content-Type: application/json` (not `text/plain`), and the body uncompressed, without `Content-Encoding: gzip`.',
  422: 'Use a new key for another message.',
  429: 'Wait as long as `Retry-After` says, and cache responses.',
  500: 'Our fault. Tell us the `X-Request-Id`.',
  501: 'The operator of the service has to enable this first.',
  502: 'Mojang, Discord, Roblox or the skin’s host isn’t answering. Try again in a moment, or use `fallback=silhouette`.',
  503: 'Busy right now. Wait as long as `Retry-After` says.',
};

export const errorsGuide: Guide = ({ t }) => [
  {
    id: 'form',
    title: 'Form',
    content: html`${codeBlock(t, JSON.stringify({ detail: 'items[3].type: must be "nick", "url" or "roblox"' }, null, 2), 'An error')}
    ${paragraphs(
      'The text before the colon names the field: `items[3].type` is the `type` of the fourth item of a JSON body (they are counted from 0), `query.height` a parameter, `query.value[1]` the second of a repeated parameter, `query.label.1` the parameter `label.1`, `path.player` a part of the path. If several items of a composition are invalid, all of them are named, separated by `; `.',
      'The status says what kind of error it is; the wording may change. In a browser, paths outside of `/api/` show a page instead.',
    )}`,
  },
  {
    id: 'list',
    title: 'All of them',
    content: plainTable({
      heads: ['Status', 'Default sentence', 'What to do'],
      rows: Object.values(catalogue)
        .toSorted((a, b) => a.status - b.status)
        .map(({ status, sentence }) => [String(status), sentence, advice[status] ?? '']),
    }),
  },
];
