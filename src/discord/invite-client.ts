import type { OpenBucket } from '../async/token-bucket.ts';
import { LineupError } from '../errors/lineup-error.ts';
import { secondsText } from '../errors/seconds-text.ts';
import { NetError } from '../net/net-error.ts';
import { unavailable } from '../net/unavailable.ts';
import { pathOf, type UpstreamClient, type UpstreamResponse } from '../net/upstream-client.ts';
import { numberIn, recordIn } from './answers.ts';
import type { GuildWidget, Invite } from './cached.ts';
import { readInvite, readWidget } from './invites.ts';

/**
 * Looks up invites and guilds, within one budget that all clients share by turns. Every call rejects with
 * LineupError: `overloaded` (with the seconds) if this client's turn does not come or the platform has asked for
 * a pause, `upstream-failed`, `upstream-timeout`.
 */
export type InviteClient = {
  /** Null: there is no such invite, or it leads to no guild. */
  readonly invite: (code: string, client: string) => Promise<Invite | null>;
  /** Null: there is no such guild. */
  readonly guild: (id: string, client: string) => Promise<GuildWidget | null>;
};

type InviteClientParts = {
  readonly request: UpstreamClient['request'];
  readonly openBucket: OpenBucket;
};

/**
 * At most 20 calls in any minute: five at once, then one every four seconds. The platform blocks an
 * address for a day at about 250 look-ups in ten minutes.
 */
const lookupBudget = { burst: 5, ratePerSecond: 15 / 60 } as const;
/** The longest that a call waits for its turn: a newcomer's comes within four seconds. */
const maxWaitMs = 6000;
const timeoutMs = 4000;
/** A widget with a hundred members, which are ignored, has about 40 kB. */
const maxBytes = 512 * 1024;

/** Used if a refusal has no retry time. */
const backOffMs = { limited: 60_000, shutOut: 3_600_000, most: 86_400_000 } as const;

const widgetDisabled = 50_004;

export function createInviteClient({ request, openBucket }: InviteClientParts): InviteClient {
  const bucket = openBucket(lookupBudget);

  async function ask(path: string, client: string): Promise<UpstreamResponse> {
    const waitMs = await bucket.take(client, maxWaitMs);
    if (waitMs > 0) throw busy(waitMs);
    const response = await request({
      method: 'GET',
      path,
      timeoutMs,
      maxBytes,
      // A call that the platform may have counted is not repeated.
      idempotent: false,
    }).catch((error: unknown) => {
      throw publicError(error);
    });
    const refusedMs = refusalOf(response);
    if (refusedMs === null) return response;
    bucket.backOff(refusedMs);
    throw busy(refusedMs);
  }

  return {
    invite: async (code, client) => {
      const response = await ask(`${pathOf('invites', code)}?with_counts=true`, client);
      return isMissing(response) ? null : read(response, readInvite);
    },
    guild: async (id, client) => {
      const response = await ask(pathOf('guilds', id, 'widget.json'), client);
      if (isMissing(response)) return null;
      if (recordIn(response)?.code === widgetDisabled) return { kind: 'disabled' };
      return read(response, readWidget);
    },
  };
}

function busy(waitMs: number): LineupError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  const wait = secondsText(retryAfterSeconds);
  const detail = `No more look-ups at Discord are possible for now; try again in ${wait}.`;
  return new LineupError('overloaded', detail, { retryAfterSeconds });
}

function publicError(error: unknown): unknown {
  if (!(error instanceof NetError)) return error;
  return error.kind === 'busy' ? busy(1000) : unavailable(error);
}

/**
 * How long the platform, or the network in front of it (error 1015), refuses calls; null: it
 * accepts them. They respond with JSON and pages; a page with 403 also concerns our address.
 */
function refusalOf(response: UpstreamResponse): number | null {
  const { status } = response;
  const isShutOut = status === 403 && recordIn(response) === null;
  if (status !== 429 && !isShutOut) return null;
  const seconds = numberIn(response, 'retry-after') ?? secondsIn(response);
  if (seconds !== null) return Math.min(Math.max(1000, Math.ceil(seconds * 1000)), backOffMs.most);
  return recordIn(response) === null ? backOffMs.shutOut : backOffMs.limited;
}

function secondsIn(response: UpstreamResponse): number | null {
  const seconds = recordIn(response)?.retry_after;
  return typeof seconds === 'number' && seconds >= 0 ? seconds : null;
}

/** As the platform itself states in JSON; an id it rejects (400) does not exist either. */
function isMissing(response: UpstreamResponse): boolean {
  return [400, 404].includes(response.status) && recordIn(response) !== null;
}

function read<T>(response: UpstreamResponse, reader: (value: unknown) => T): T {
  try {
    if (response.status === 200) return reader(recordIn(response));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new LineupError('upstream-failed');
}
