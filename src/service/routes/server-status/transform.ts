import { numberText } from '../../../common/number-text.ts';
import type { ServerCardJob } from '../../../engine/cards/card-jobs.ts';
import { motdHtml, plainText, splitLines } from '../../../upstreams/game-servers/motd/text-run.ts';
import {
  writeSectionCodes,
  type StyledText,
} from '../../../upstreams/game-servers/motd/section-codes.ts';
import {
  stateOf,
  stateWords,
  statusRule,
  type ListedPlayer,
  type QueryDetails,
  type ServerDetails,
  type ServerPlayers,
  type ServerState,
  type ServerStatus,
} from '../../../upstreams/game-servers/server-status.ts';
import type { Edition } from '../../../upstreams/game-servers/target.ts';
import { chosenBadge, type Badge } from '../../../engine/cards/badge.ts';
import { titleFrom } from '../../../engine/options/picture-values.ts';
import type { BadgeQuery, ListedLines, StatusResponse, WidgetQuery } from './schema.ts';

/** Display names of the editions. */
const editionNames = { java: 'Java', bedrock: 'Bedrock' } as const satisfies Record<
  Edition,
  string
>;

/** One line for address bars and chat bots. */
export function statusText(host: string, status: ServerStatus): string {
  const { online, max } = status.details?.players ?? { online: 0, max: 0 };
  const word = stateWords[stateOf(status)];
  return `${word} • ${host} (${editionNames[status.edition]}) • ${online}/${max}`;
}

type ResponseContext = {
  /** As written by the client, without the port. */
  readonly host: string;
  readonly eulaBlocked: boolean | null;
  /** Whether it is cached. */
  readonly isCached: boolean;
};

export function statusResponseOf(status: ServerStatus, context: ResponseContext): StatusResponse {
  const { edition, port, ip, srv, latencyMs, retrievedAtMs, details, query } = status;
  const state = stateOf(status);
  return {
    online: state === 'unknown' ? null : state === 'online',
    offline_reason: status.offlineReason,
    host: context.host,
    port,
    edition,
    brand: details?.brand ?? null,
    ip,
    srv: srv === null ? null : { ...srv },
    latency_ms: latencyMs,
    version: versionResponse(details),
    players: playersResponse(details?.players ?? null, query),
    motd: details === null ? null : motdResponse(details.motd, edition),
    icon: dataUrl(details?.icon ?? null),
    mods: details?.mods ? [...details.mods] : null,
    mods_truncated: details?.modsTruncated ?? null,
    enforces_secure_chat: details?.enforcesSecureChat ?? null,
    eula_blocked: context.eulaBlocked,
    gamemode: details?.gamemode ?? null,
    server_id: details?.serverId ?? null,
    software: query?.software ?? null,
    plugins:
      query === null ? null : query.plugins.map((one) => ({ name: one.id, version: one.version })),
    map: query?.map ?? null,
    retrieved_at: timeText(retrievedAtMs),
    expires_at: timeText(retrievedAtMs + (context.isCached ? statusRule.freshMs : 0)),
  };
}

function versionResponse(details: ServerDetails | null): StatusResponse['version'] {
  if (!details?.version) return null;
  const { name, text, protocol, protocolName } = details.version;
  return { name, ...styledResponse(text), protocol, protocol_name: protocolName };
}

/** The lines of the sample, players and others, in the server's order: some services list them so. */
export function listedLines({ details }: ServerStatus): ListedLines {
  return (details?.players?.listed ?? []).map((line) => playerResponse(line));
}

/** A server may hide its players in the status but report them by the query protocol. */
function playersResponse(
  players: ServerPlayers | null,
  query: QueryDetails | null,
): StatusResponse['players'] {
  if (players === null && (query === null || query.online === null)) return null;
  const sample = players?.sample ?? [];
  return {
    online: players?.online ?? query?.online ?? 0,
    max: players?.max ?? query?.max ?? 0,
    sample: sample.map((one) => playerResponse(one)),
    info: (players?.info ?? []).map((line) => styledResponse(line)),
    list: query === null ? null : query.players.map((text) => playerResponse(listed(text, sample))),
  };
}

/** The query protocol has only names; the sample may have the UUID. */
function listed(text: StyledText, sample: readonly ListedPlayer[]): ListedPlayer {
  const name = plainText(text.runs).trim();
  return { name, text, id: sample.find((one) => one.name === name)?.id ?? null };
}

function playerResponse({ name, id, text }: ListedPlayer) {
  return { name, id, ...styledResponse(text) };
}

function motdResponse(motd: StyledText, edition: Edition) {
  const lines = splitLines(motd.runs).map((runs) =>
    styledResponse({ raw: writeSectionCodes(runs, edition), runs }),
  );
  return { ...styledResponse(motd), lines };
}

function styledResponse({ raw, runs }: StyledText) {
  return { raw, clean: plainText(runs), html: motdHtml(runs) };
}

function dataUrl(png: Uint8Array | null): string | null {
  return png && `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
}

function timeText(ms: number): string {
  return new Date(Math.round(ms)).toISOString();
}

const badgeColors = {
  online: 'brightgreen',
  offline: 'red',
  unknown: 'lightgrey',
} as const satisfies Record<ServerState, string>;

const badgeLabels = {
  players: 'players',
  status: 'server',
  version: 'version',
} as const satisfies Record<NonNullable<BadgeQuery['metric']>, string>;

/** The text of a badge: `3/60`, `online`, `Paper 1.21.4`, or offline. */
export function badgeOf(status: ServerStatus, query: BadgeQuery): Badge {
  const { metric = 'players', timeout: _timeout, ...choices } = query;
  const state = stateOf(status);
  const message = badgeMessage(status.details, metric) ?? state;
  const isVersion = state === 'online' && metric === 'version';
  const color = isVersion ? 'blue' : badgeColors[state];
  return chosenBadge({ label: badgeLabels[metric], message, color, sign: 'cube' }, choices);
}

function badgeMessage(
  details: ServerDetails | null,
  metric: keyof typeof badgeLabels,
): string | null {
  const players = details?.players;
  if (metric === 'players' && players) {
    return `${numberText(players.online)}/${numberText(players.max)}`;
  }
  return metric === 'version' && details?.version?.name ? details.version.name : null;
}

/**
 * The data of the widget; it omits what changes randomly from one status to the next.
 * @throws {LineupError} `bad-request` if the title is too long
 */
export function serverCardOf(
  host: string,
  status: ServerStatus,
  { theme = 'dark', scale = 1, lang = 'en', title: text }: WidgetQuery,
): ServerCardJob {
  const { edition, latencyMs, details } = status;
  const title = titleFrom(text, 'query.title');
  const card = {
    theme,
    scale,
    lang,
    title,
    host: title === '' ? host : '',
    edition: editionNames[edition],
    state: stateOf(status),
    heads: [],
  };
  if (details === null) return { ...card, server: null };
  const { motd, players, version, icon } = details;
  return {
    ...card,
    server: {
      motd: motd.runs,
      players: players === null ? null : { online: players.online, max: players.max },
      version: version === null || version.name === '' ? null : version.name,
      bars: signalBars(latencyMs),
      icon,
    },
  };
}

/** Latency in milliseconds below which so many bars are lit, as in the game's server list. */
const signalSteps = [
  [150, 5],
  [300, 4],
  [600, 3],
  [1000, 2],
] as const;

function signalBars(latencyMs: number | null): number {
  if (latencyMs === null) return 0;
  return signalSteps.find(([belowMs]) => latencyMs < belowMs)?.[1] ?? 1;
}
