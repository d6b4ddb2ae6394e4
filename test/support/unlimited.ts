import type { OpenBucket } from '../../src/common/async/token-bucket.ts';

/** No limit of calls to upstreams, for tests that make more of them than the limits allow. */
export const unlimited: OpenBucket = () => {
  const taken = Promise.resolve(0);
  return { reserve: () => ({ taken, join: () => {} }), take: () => taken, backOff: () => {} };
};
