import type { ServiceRules, RateLimitPace } from '../net/service-client.ts';

/** Calls to account services: up to two for a player, within five seconds; textures are free. */
export const paces = {
  /** At most the 200 in two minutes that Mojang accepts from an address: unofficial, as others found. */
  names: { ratePerSecond: 1.25, burst: 50, maxWaitMs: 3000 },
  /** At most 400 in ten seconds, likewise. */
  profiles: { ratePerSecond: 30, burst: 100, maxWaitMs: 1000 },
  /** Other services publish no limits; this is for all calls to one of them. */
  others: { ratePerSecond: 10, burst: 50, maxWaitMs: 1000 },
} as const satisfies Record<string, RateLimitPace>;

/** Where Mojang's accounts and Bedrock players are looked up. */
export const officialUrls = {
  mojangApiUrl: 'https://api.minecraftservices.com',
  mojangSessionUrl: 'https://sessionserver.mojang.com',
  mojangTexturesUrl: 'https://textures.minecraft.net',
  geyserApiUrl: 'https://api.geysermc.org',
} as const;

/** A signed profile is 2 kB, a Bedrock skin with its textures 3 kB. */
const maxJsonBytes = 64 * 1024;

/** How all hosts of account services are called. */
export const accountRules = (serviceName: string): ServiceRules => ({
  serviceName,
  request: { timeoutMs: 5000, maxBytes: maxJsonBytes },
  meanings: {
    200: 'found',
    204: 'none',
    404: 'none',
    // Mojang sends both for too many requests; continuing makes the ban longer.
    403: 'refused',
    429: 'refused',
    '4xx': 'invalid',
  },
  backOffMsOf: ({ headers }) => {
    const seconds = headers['retry-after'] ?? '';
    return /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1000 : 0;
  },
});
