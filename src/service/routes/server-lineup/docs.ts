import { upstreamErrors } from '../../../common/errors/catalogue.ts';
import { editions } from '../../../upstreams/game-servers/target.ts';
import type { RouteDocs } from '../../site/route-docs.ts';

export const lineupDocs: RouteDocs = {
  id: 'getServerLineup',
  summary: 'The players online on a game server as one picture',
  description: [
    'A banner that stays up to date: the players whom the server lists as online, at most ten, on a meadow, each in a pose of their own (`render_type=varied`), with the host as title and `12 of 100 online` below it. All options of a composition are available.',
    'If nobody is online or the server lists no players, the scene is empty. If it is offline, it is night there, and one sample skin sleeps. A listed player without an account is drawn as a grey figure.',
  ],
  errors: ['forbidden-address', 'unknown-route', ...upstreamErrors],
  caching: 'status',
  choices: { edition: editions },
  examples: [
    {
      title: 'A server that is offline',
      path: { edition: 'java', host: 'offline.invalid' },
      size: { widthPx: 1920, heightPx: 480 },
    },
  ],
};
