import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that Linux and macOS assign to connections and to listeners on port 0. */
const lowest = 20_000;
const end = 32_768;

/**
 * A port of 127.0.0.1 that is free now, for programs that can't choose one themselves. Only a
 * program that requests it by number could take it first.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, end);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
