import { hash } from 'node:crypto';
import type { Remembered } from '../../cache/remembered.ts';
import type { Trace } from '../../cache/tiered-load.ts';
import type { Drawing } from '../../drawing/pool.ts';
import {
  widgetVersion,
  type ServerCardOrder,
  type WidgetOptions,
} from '../../drawing/widget-order.ts';
import { LineupError } from '../../errors/lineup-error.ts';
import type { GameServers } from '../../game-servers/game-servers.ts';
import type { ServerStatus } from '../../game-servers/server-status.ts';
import { editions, parseTarget, type Edition } from '../../game-servers/target.ts';
import { strongEtag, type EtagPart } from '../../http/conditional.ts';
import type { StatusAnswer } from './schema.ts';
import { serverCardOf, statusAnswerOf, statusText } from './transform.ts';

export type ServerStatusParts = {
  readonly gameServers: GameServers;
  /** What is known of servers, by edition, host and port. */
  readonly statuses: Pick<Remembered<ServerStatus>, 'get'>;
  readonly drawing: Pick<Drawing, 'serverCard' | 'defaultIcon'>;
  /** Finished pictures by validator. */
  readonly pictures: Pick<Remembered<Uint8Array>, 'get'>;
};

/** A server as the path of a request names it. */
type ServerName = { readonly edition: string; readonly host: string };

type CacheState = 'HIT' | 'MISS';
type IsKnown = (etag: string) => boolean;

export type Said<T> = { readonly cache: CacheState; readonly value: T };

export type Pictured = {
  readonly etag: string;
  readonly cache: CacheState;
  /** It stands in while the server can't be asked, and should not be kept for long. */
  readonly isStandIn: boolean;
  /** `null` when the client holds it already. */
  readonly png: Uint8Array | null;
};

/**
 * Every method throws LineupError: `unknown-route` for an edition that does not exist, `bad-request`
 * and `forbidden-address` for the host, `overloaded`. A server that is offline is no error.
 */
export type ServerStatuses = {
  readonly text: (server: ServerName) => Promise<Said<string>>;
  readonly describe: (server: ServerName) => Promise<Said<StatusAnswer>>;
  readonly icon: (server: ServerName, isKnown: IsKnown) => Promise<Pictured>;
  readonly widget: (
    server: ServerName,
    options: WidgetOptions,
    isKnown: IsKnown,
  ) => Promise<Pictured>;
};

/** Ask the server unless that was done within the last half minute; then say or draw what it said. */
export function createServerStatuses(parts: ServerStatusParts): ServerStatuses {
  const { gameServers, statuses, drawing, pictures } = parts;

  async function find({ edition, host }: ServerName, trace: Trace): Promise<ServerStatus> {
    const known = readEdition(edition);
    try {
      const target = parseTarget(host, known);
      const key = `${known} ${target.host} ${target.port ?? 'usual'}`;
      return await statuses.get(key, () => gameServers.ask(target), trace);
    } catch (error) {
      throw error instanceof LineupError && error.status < 500 ? error.at('path.host') : error;
    }
  }

  async function say<T>(server: ServerName, words: (status: ServerStatus) => T): Promise<Said<T>> {
    const trace: Trace = { asked: false };
    const value = words(await find(server, trace));
    return { cache: cacheState(trace), value };
  }

  async function picture(
    picked: { readonly etag: string; readonly draw: () => Promise<Uint8Array> },
    { trace, isKnown }: { readonly trace: Trace; readonly isKnown: IsKnown },
  ): Promise<Omit<Pictured, 'isStandIn'>> {
    const { etag, draw } = picked;
    const png = isKnown(etag) ? null : await pictures.get(etag, draw, trace);
    return { etag, png, cache: cacheState(trace) };
  }

  return {
    text: (server) => say(server, (status) => statusText(server.host, status)),
    describe: (server) => say(server, (status) => statusAnswerOf(withoutPort(server.host), status)),
    icon: async (server, isKnown) => {
      const trace: Trace = { asked: false };
      const { details } = await find(server, trace);
      const icon = details?.icon ?? null;
      const isStandIn = details === null;
      if (icon === null) {
        const etag = strongEtag(['server-icon', widgetVersion]);
        const drawn = await picture({ etag, draw: drawing.defaultIcon }, { trace, isKnown });
        return { ...drawn, isStandIn };
      }
      const etag = strongEtag(['server-icon', hashOf(icon)]);
      const png = isKnown(etag) ? null : icon;
      return { etag, png, cache: cacheState(trace), isStandIn };
    },
    widget: async (server, options, isKnown) => {
      const trace: Trace = { asked: false };
      const order = serverCardOf(server.host, await find(server, trace), options);
      const draw = () => drawing.serverCard(order);
      const drawn = await picture({ etag: etagOf(order), draw }, { trace, isKnown });
      return { ...drawn, isStandIn: false };
    },
  };
}

function readEdition(text: string): Edition {
  const edition = editions.find((one) => one === text);
  if (edition === undefined) throw new LineupError('unknown-route');
  return edition;
}

function cacheState({ asked }: Trace): CacheState {
  return asked ? 'MISS' : 'HIT';
}

/** The path was parsed before: what follows the last colon outside of brackets is a port. */
function withoutPort(host: string): string {
  return host.replace(/:\d+$/, '');
}

/** Made of everything that the pixels depend on, and of nothing else. */
function etagOf({ server, ...card }: ServerCardOrder): string {
  const shown: EtagPart =
    server === null
      ? null
      : {
          ...server,
          motd: [...server.motd],
          icon: server.icon === null ? null : hashOf(server.icon),
        };
  return strongEtag(['server-card', widgetVersion, card, shown]);
}

function hashOf(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'base64url');
}
