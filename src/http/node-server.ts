import { createServer, type Server } from 'node:http';
import type { Bounds } from './bounds.ts';
import type { RequestHandler } from './quick-lane.ts';

/** The server of Node under Fastify, with the bounds of time and size that it keeps by itself. */
export function createNodeServer(bounds: Bounds, handle: RequestHandler): Server {
  const server = createServer(
    {
      headersTimeout: bounds.headersTimeoutMs,
      requestTimeout: bounds.requestTimeoutMs,
      keepAliveTimeout: bounds.keepAliveTimeoutMs,
      connectionsCheckingInterval: bounds.timeoutCheckMs,
      maxHeaderSize: bounds.headerBytes,
      // A missing `Host` is refused by us, in the form of every other error.
      requireHostHeader: false,
      // Or else the second of two would be dropped unseen, and with it what a proxy may have gone by.
      joinDuplicateHeaders: true,
    },
    handle,
  );
  return server.setTimeout(bounds.silenceTimeoutMs);
}
