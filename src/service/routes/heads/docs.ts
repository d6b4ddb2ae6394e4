import { upstreamErrors } from '../../../common/errors/catalogue.ts';
import type { RouteDocs } from '../../site/route-docs.ts';

export const headsDocs: RouteDocs = {
  id: 'drawHeads',
  summary: 'Many faces in one picture',
  description: [
    'Up to 100 flat faces in a grid without gaps, for lists of members: a page with 300 of them needs three requests.',
    'The same address with the ending `.json` returns the position of each face, with the CSS `background-position` that shows it: `…/heads.json?value=Notch&value=jeb_`.',
    'A player who is not known, or cannot be looked up right now, is drawn as a grey figure and listed in `X-Fallback`.',
  ],
  errors: upstreamErrors.filter((code) => code === 'overloaded'),
  caching: 'render',
  hasValidator: true,
  headers: { 'X-Fallback': 'Indices of the players that were drawn grey.' },
  examples: [
    {
      title: 'Six faces in two rows',
      query: {
        value: [
          'sample-fox',
          'sample-knight',
          'sample-wizard',
          'sample-punk',
          'sample-robot',
          'sample-panda',
        ],
        columns: 3,
        height: 64,
      },
      size: { widthPx: 192, heightPx: 128 },
    },
  ],
};
