/**
 * How much of the machine one client, and all of them, can hold on to. Each number bounds memory or
 * time that costs the client nothing.
 */
export type Bounds = typeof defaultBounds;

const mebibyte = 1024 * 1024;

export const defaultBounds: {
  /** Ten `data:` skins fit (at most about 100 kB each). */
  readonly bodyBytes: number;
  /** Request line and headers together; a `GET` with ten URLs fits. */
  readonly headerBytes: number;
  readonly headersTimeoutMs: number;
  /** Headers and body; a megabyte at 300 kbit/s. */
  readonly requestTimeoutMs: number;
  /** How often those two are looked at. */
  readonly timeoutCheckMs: number;
  /** Silence on a connection with a request under way: longer than any answer may take. */
  readonly silenceTimeoutMs: number;
  /** Longer than the usual minute of proxies, so that it is never we who close under their hands. */
  readonly keepAliveTimeoutMs: number;
  /** Some 15 kB each, idle. */
  readonly connections: number;
  /** Of one client; browsers open six, an office behind one address a few hundred. */
  readonly connectionsPerClient: number;
  /** Requests under way at once, over all clients. */
  readonly requestsUnderWay: number;
  /** Bodies being received or worked on, over all clients … */
  readonly bodyBytesUnderWay: number;
  /** … and of one client. */
  readonly bodyBytesPerClient: number;
} = {
  bodyBytes: mebibyte,
  headerBytes: 16 * 1024,
  headersTimeoutMs: 15_000,
  requestTimeoutMs: 30_000,
  timeoutCheckMs: 5_000,
  silenceTimeoutMs: 60_000,
  keepAliveTimeoutMs: 72_000,
  connections: 10_000,
  connectionsPerClient: 256,
  requestsUnderWay: 1_000,
  bodyBytesUnderWay: 64 * mebibyte,
  bodyBytesPerClient: 12 * mebibyte,
};
