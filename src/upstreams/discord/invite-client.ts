import type { Clock } from '../../common/async/clock.ts';
import type { OpenBucket } from '../../common/async/token-bucket.ts';
import { readJson } from '../net/read-json.ts';
import { createServiceClient, openRateLimit, type ServiceRules } from '../net/service-client.ts';
import { pathOf, type UpstreamClient } from '../net/upstream-client.ts';
import { numberIn, recordIn } from './responses.ts';
import type { GuildWidget } from './cached.ts';
import { isRecord } from './json.ts';
import { readInvite, readWidget } from './invites.ts';
import { secondsText } from '../../common/errors/lineup-error.ts';

export type InviteClient = ReturnType<typeof createInviteClient>;

type InviteClientParts = {
  readonly client: Pick<UpstreamClient, 'request'>;
  readonly clock: Clock;
  readonly openBucket: OpenBucket;
};

/**
 * At most 20 calls in any minute, as the platform blocks an address at about 250 in ten minutes: five
 * at once, then one every four seconds, within which a newcomer gets one.
 */
const pace = { burst: 5, ratePerSecond: 15 / 60, maxWaitMs: 6000 } as const;

/** Used if a refusal has no retry time. */
const backOffMs = { limited: 60_000, shutOut: 3_600_000, max: 86_400_000 } as const;

const widgetDisabled = 50_004;
const anyRecord = { Check: isRecord };

const rules: ServiceRules = {
  serviceName: 'Discord',
  request: {
    timeoutMs: 4000,
    // A widget with a hundred members, which are ignored, has about 40 kB.
    maxBytes: 512 * 1024,
    // A call that the platform may have counted is not repeated.
    idempotent: false,
  },
  meanings: { 200: 'found', 429: 'spent' },
  meaningOf: (response) => {
    const record = recordIn(response);
    if (record?.code === widgetDisabled) return 'found';
    // The platform responds with JSON; a page with 403 is its network shutting our address out.
    if (record === null) return response.status === 403 ? 'spent' : undefined;
    // An id it rejects (400) does not exist either.
    return [400, 404].includes(response.status) ? 'none' : undefined;
  },
  backOffMsOf: (response) => {
    const record = recordIn(response);
    const seconds = numberIn(response, 'retry-after') ?? secondsIn(record?.retry_after);
    if (seconds === null) return record === null ? backOffMs.shutOut : backOffMs.limited;
    return Math.min(Math.max(1000, Math.ceil(seconds * 1000)), backOffMs.max);
  },
  breaker: null,
  busy: (seconds) =>
    `No more look-ups at Discord are possible for now; try again in ${secondsText(seconds)}.`,
};

/**
 * Looks up invites and guilds within one rate limit, which clients share fairly. Rejects with LineupError:
 * `overloaded` (with the seconds) without a token, `upstream-failed`, `upstream-timeout`.
 */
export function createInviteClient({ client, clock, openBucket }: InviteClientParts) {
  const rateLimit = openRateLimit(openBucket, pace);
  const service = createServiceClient(rules, { name: 'chat look-ups', client, clock, rateLimit });
  const get = <T>(path: string, one: string, read: (value: Record<string, unknown>) => T) =>
    service.call({ path, clients: [one], read: (bytes) => read(readJson(anyRecord, bytes)) });
  return {
    /** Null: there is no such invite, or it leads to no guild. */
    invite: (code: string, one: string) =>
      get(`${pathOf('invites', code)}?with_counts=true`, one, readInvite),
    /** Null: there is no such guild. */
    guild: (id: string, one: string) =>
      get(pathOf('guilds', id, 'widget.json'), one, (value): GuildWidget =>
        value.code === widgetDisabled ? { kind: 'disabled' } : readWidget(value),
      ),
  };
}

function secondsIn(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 ? value : null;
}
