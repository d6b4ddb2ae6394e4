import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A proxy to a server on loopback that can delay its responses. */
export type SlowLink = {
  readonly port: number;
  /** The delay of each piece of a response from now on. */
  readonly delay: (byMs: number) => void;
  readonly close: () => Promise<void>;
};

export async function openSlowLink(toPort: number): Promise<SlowLink> {
  let delayMs = 0;
  const ends = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(toPort, '127.0.0.1');
    for (const [end, otherEnd] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end);
      end.on('error', () => {});
      end.on('close', () => {
        ends.delete(end);
        otherEnd.destroy();
      });
    }
    near.on('data', (bytes) => far.write(bytes));
    let sent = Promise.resolve();
    far.on('data', (bytes) => {
      const due = wait(delayMs, undefined, { ref: false });
      // In order, even if the delay was reduced in the meantime.
      sent = Promise.all([sent, due]).then(() => void (near.writable && near.write(bytes)));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    delay: (byMs) => {
      delayMs = byMs;
    },
    close: async () => {
      server.close();
      for (const end of ends) end.destroy();
      await once(server, 'close');
    },
  };
}
