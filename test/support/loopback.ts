import { once } from 'node:events';
import type { Server } from 'node:http';

export type Loopback = {
  readonly port: number;
  readonly origin: string;
  /** Ends all connections, too. */
  readonly close: () => Promise<void>;
};

/** Makes a server listen at a free port of this machine. */
export async function listenOnLoopback(server: Server): Promise<Loopback> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return {
    port: address.port,
    origin: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
