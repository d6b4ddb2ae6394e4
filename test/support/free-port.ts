import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that Linux and macOS give to connections and to whoever listens at any port. */
const lowest = 20_000;
const end = 32_768;

/**
 * A port of 127.0.0.1 that nothing listens at now, for programs that can't be told to take any. Only
 * who asks for it by its number can take it before they do.
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
