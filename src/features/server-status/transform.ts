import type { ServerCardOrder, WidgetOptions } from '../../drawing/widget-order.ts';
import { motdHtml } from '../../game-servers/motd/html.ts';
import { plainText } from '../../game-servers/motd/text-run.ts';
import {
  statusRule,
  type ServerDetails,
  type ServerStatus,
} from '../../game-servers/server-status.ts';
import type { Edition } from '../../game-servers/target.ts';
import type { StatusAnswer } from './schema.ts';

/** What the editions are called. */
const editionNames = { java: 'Java', bedrock: 'Bedrock' } as const satisfies Record<
  Edition,
  string
>;

/** One line for address bars and chat bots (service contract, section 2.3). */
export function statusText(host: string, { edition, details }: ServerStatus): string {
  const { online, max } = details?.players ?? { online: 0, max: 0 };
  const word = details === null ? 'Offline' : 'Online';
  return `${word} • ${host} (${editionNames[edition]}) • ${online}/${max}`;
}

/** @param host as the client wrote it, without the port */
export function statusAnswerOf(host: string, status: ServerStatus): StatusAnswer {
  const { edition, port, srv, latencyMs, retrievedAtMs, details } = status;
  return {
    online: details !== null,
    host,
    port,
    edition,
    srv: srv === null ? null : { ...srv },
    latency_ms: latencyMs,
    ...(details === null ? unknownDetails : detailsOf(details)),
    retrieved_at: timeText(retrievedAtMs),
    expires_at: timeText(retrievedAtMs + statusRule.freshMs),
  };
}

type DetailFields = Omit<
  StatusAnswer,
  'online' | 'host' | 'port' | 'edition' | 'srv' | 'latency_ms' | 'retrieved_at' | 'expires_at'
>;

const unknownDetails: DetailFields = {
  version: null,
  players: null,
  motd: null,
  icon: null,
  mods: null,
  gamemode: null,
  server_id: null,
};

function detailsOf(details: ServerDetails): DetailFields {
  const { version, players, motd, icon, mods, gamemode, serverId } = details;
  return {
    version,
    players: players === null ? null : { ...players, sample: [...players.sample] },
    motd: { raw: motd.raw, clean: plainText(motd.runs), html: motdHtml(motd.runs) },
    icon: icon === null ? null : `data:image/png;base64,${Buffer.from(icon).toString('base64')}`,
    mods: mods === null ? null : [...mods],
    gamemode,
    server_id: serverId,
  };
}

function timeText(ms: number): string {
  return new Date(Math.round(ms)).toISOString();
}

/** The widget's view of a server: nothing in it changes from one question to the next by chance. */
export function serverCardOf(
  host: string,
  { edition, latencyMs, details }: ServerStatus,
  options: WidgetOptions,
): ServerCardOrder {
  const card = { ...options, host, edition: editionNames[edition] };
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

/** Milliseconds below which so many bars are lit; the steps of the game's own list of servers. */
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
