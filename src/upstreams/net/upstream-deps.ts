import type { Clock } from '../../common/async/clock.ts';
import type { OpenBucket } from '../../common/async/token-bucket.ts';
import type { OpenCache } from '../../common/cache/open-caches.ts';
import type { UpstreamClient } from './upstream-client.ts';

/** A part of the service that can be degraded while the service runs. */
export type HealthPart = { readonly name: string; readonly isHealthy: () => boolean };

/** Opens a client that is counted, and closed with the app. */
type OpenClient = (
  name: string,
  baseUrl: string,
  options?: { readonly isOperators?: boolean; readonly userAgent?: string },
) => UpstreamClient;

/** What the openers of all upstreams share. */
export type UpstreamDeps = {
  readonly clock: Clock;
  readonly openBucket: OpenBucket;
  readonly openCache: OpenCache;
  readonly openClient: OpenClient;
  /** Receives what /readyz reports. */
  readonly upstreams: HealthPart[];
};
