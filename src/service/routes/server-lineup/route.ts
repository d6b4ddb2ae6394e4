import { hash } from 'node:crypto';
import { stateOf, type ServerStatus } from '../../../upstreams/game-servers/server-status.ts';
import { contextOf } from '../../http/conditional.ts';
import { defineRoute, pictureResponse } from '../../http/define-route.ts';
import { bannerEmbed } from '../../http/embed.ts';
import type { ServerStatuses } from '../server-status/service.ts';
import { closedObject, oneOf } from '../../../common/schemas/fields.ts';
import { editions, serverPath } from '../../../upstreams/game-servers/target.ts';
import { Type, type Static } from 'typebox';
import { groupFields } from '../../../engine/options/request-schemas.ts';
import type { Place } from '../../../engine/options/spec.ts';
import { langField } from '../../../engine/cards/palette.ts';
import {
  countText,
  nobodyString,
  onlineText,
  stateStringsOf,
  type InviteLang,
} from '../../../engine/cards/strings.ts';
import { maxCrowd } from '../../../engine/entry/crowd.ts';
import { arrangementNames } from '../../../engine/scenes/layout/arrangements.ts';
import { upstreamErrors } from '../../../common/errors/lineup-error.ts';
import type { Composed, Compose } from '../composition/service.ts';
import { contentTypes } from '../../../engine/options/picture-formats.ts';

type ServerLineupDeps = {
  readonly statusOf: ServerStatuses['status'];
  readonly compose: Compose;
  /** Names of the samples; the first sleeps if nobody is online. */
  readonly samples: () => readonly string[];
};

const { as: _as, rarity: _rarity, ...lineupFields } = groupFields;

/**
 * The options of a composition, with other defaults, and the language of the text below the title; a server is
 * no card.
 */
const lineupQuery = closedObject({
  ...lineupFields,
  arrangement: Type.Optional(
    oneOf(arrangementNames, { description: 'How the group stands, as in a composition.' }),
  ),
  lang: langField('picture'),
});

const place: Place = (option, item) =>
  item === undefined ? `query.${option}` : `players[${item}]`;

/** A banner of the players online on a server. */
export const serverLineupRoutes = ({ statusOf, compose, samples }: ServerLineupDeps) => [
  defineRoute({
    path: '/api/blockgame/server/:edition/:host/lineup',
    id: 'getServerLineup',
    summary: 'The players online on a game server as one picture',
    description: [
      'A banner that stays up to date: the players whom the server lists as online, at most ten, on a meadow, each in a pose of their own (`render_type=varied`), with the host as title and `12 of 100 online` below it. All options of a composition are available; `lang` is the language of that text, and of its numbers.',
      'If nobody is online, there is a campfire, and `Be the first` below the title. If the server names nobody, up to nine grey figures are seen from behind, and a sign says how many more there are. If it is offline, it is night there, and one sample skin sleeps. A listed player without an account is drawn as a grey figure.',
    ],
    errors: ['forbidden-address', 'unknown-route', ...upstreamErrors],
    caching: 'status',
    choices: { edition: editions },
    examples: [
      {
        title: 'A server that is offline',
        path: { edition: 'java', host: 'offline.invalid' },
        size: { widthPx: 1920, heightPx: 480 },
        isScene: true,
      },
    ],
    params: serverPath,
    query: lineupQuery,
    response: pictureResponse('The players online, as one picture.', contentTypes),
    embed: bannerEmbed,
    handler: async (request, client, reply) => {
      const { params, query } = request;
      const found = await statusOf(params, client);
      const [sleeper] = samples();
      const lineup = lineupOf(params.host, found.status, { query, sleeper });
      // The players have as much time as the server had.
      const drawn = await compose({ ...lineup, place }, contextOf(request, reply));
      const { etag, cache, policy, bytes, format } = drawn;
      return {
        bytes,
        etag,
        cache: found.cache === 'HIT' ? cache : found.cache,
        policy: stateOf(found.status) === 'unknown' || policy === 'never' ? 'never' : 'status',
        file: { name: params.host, type: 'lineup', format },
      };
    },
  }),
];

/** Maximum number of players in a picture. */
const maxPlayers = 10;

/** A valid account name, perhaps with Floodgate's dot; servers also list text lines. */
const accountName = /^(?:\w{1,25}|\.\w{1,16})$/;

/**
 * The players that a server lists as online, by day. If it is offline, a sleeping sample at night; if
 * nobody is there, a campfire; if nobody is named, a crowd seen from behind; if nobody knows, the empty place.
 * @param sleeper the sample that sleeps, if there is one
 */
export function lineupOf(
  host: string,
  status: ServerStatus,
  {
    query: { lang = 'en', ...query },
    sleeper,
  }: { readonly query: Static<typeof lineupQuery>; readonly sleeper: string | undefined },
): Omit<Composed, 'place'> {
  const sample = status.details?.players?.sample ?? [];
  const names = [...new Set(sample.map(({ name }) => name))].filter((name) =>
    accountName.test(name),
  );
  // Whole, whatever the crop: a part of somebody who lies there is a heap of limbs.
  const pose = { label: '', render_type: 'sleeping', crop: 'full' } as const;
  const asleep = sleeper === undefined ? [] : [{ ...pose, value: sleeper }];
  const state = stateOf(status);
  const players = names.slice(0, maxPlayers).map((value) => ({ value }));
  const online = status.details?.players?.online ?? null;
  const icon = status.details?.icon ?? null;
  const crowd = players.length > 0 ? 0 : Math.min(online ?? 0, maxCrowd);
  const hasFire = online === 0 && players.length === 0;
  return {
    items: state === 'offline' ? asleep : players,
    crowd,
    props: {
      hasFire,
      sign: crowd === maxCrowd && online! > crowd ? `+${countText(lang, online! - crowd)}` : '',
      flag: icon && { revision: hash('sha256', icon), png: icon },
    },
    options: {
      ...query,
      scene: query.scene ?? (state === 'offline' ? 'night' : 'meadow'),
      render_type: query.render_type ?? 'varied',
      size: query.size ?? 'banner',
      // A host name may have 253 characters, a title 80.
      title: query.title ?? (host.length > 80 ? `${host.slice(0, 79)}…` : host),
      subtitle: query.subtitle ?? (hasFire ? nobodyString(lang) : countOf(status, lang)),
      // A listed player without an account is still drawn.
      fallback:
        query.fallback === undefined || query.fallback === 'none' ? 'silhouette' : query.fallback,
    },
  };
}

function countOf(status: ServerStatus, lang: InviteLang): string {
  const players = status.details?.players;
  if (!players) return stateStringsOf(lang, stateOf(status)).state;
  return onlineText(lang, players.online, players.max);
}
