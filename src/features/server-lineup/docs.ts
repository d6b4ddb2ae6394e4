import { editions } from '../../game-servers/target.ts';
import type { RouteDocs } from '../docs/route-docs.ts';

export const lineupDocs: RouteDocs = {
  id: 'getServerLineup',
  summary: 'Who is online on a game server, as one picture',
  description: [
    'The players that the server names as online, at most ten, on a meadow, with the host as title and `12 of 100 online` below it: a banner that stays true. All options of a composition are options here.',
    'Where nobody is online, the server names nobody, or it is offline, the scene has its text and one sample, asleep. A player who is listed but has no account is a grey figure.',
  ],
  errors: [
    'forbidden-address',
    'unknown-route',
    'upstream-failed',
    'upstream-timeout',
    'overloaded',
  ],
  caching: 'render',
  hasValidator: true,
  choices: { edition: editions },
  examples: [
    {
      title: 'A server that is offline',
      path: { edition: 'java', host: 'offline.invalid' },
      query: { scene: 'night' },
      size: { widthPx: 1920, heightPx: 480 },
    },
  ],
};
