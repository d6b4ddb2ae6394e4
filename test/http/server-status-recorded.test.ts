import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { pingLegacy, readLegacyStatus } from '../../src/upstreams/game-servers/java/legacy-ping.ts';
import { startFakeBedrockServer, startFakeJavaServer } from '../support/fake-game-server.ts';
import { openServerStatusWorld } from '../support/fake-game-server-world.ts';

// What servers that other people wrote have sent, byte for byte (minecraft-protocol, jsp-raknet), sent
// again from real sockets: what our own fakes get wrong in the same way as we do, shows here.

type Step = { readonly send: string; readonly receive: string };
type Recording = { readonly serverId?: string; readonly steps: readonly Step[] };

const base = '/api/blockgame/server';

const world = await openServerStatusWorld();
afterAll(() => world.close());

function recording(name: string): Recording {
  const file = join(import.meta.dirname, '..', 'fixtures', 'game-servers', `${name}.json`);
  return JSON.parse(readFileSync(file, 'utf8'));
}

function bytesOf({ steps }: Recording, index: number): Buffer {
  return Buffer.from(steps[index]?.receive ?? '', 'hex');
}

/** Sends the status once it was asked for in whole, and a ping back as the server did. */
async function replayModern() {
  const recorded = recording('java-modern');
  // The server gave the ping back as it came, and so does this one, with the ping of ours.
  expect(recorded.steps[1]?.receive).toBe(recorded.steps[1]?.send);
  const pingBytes = bytesOf(recorded, 1).length;
  let isStatusSent = false;
  return startFakeJavaServer((socket, received) => {
    const [handshakeBytes = 0] = received;
    const requestBytes = 1 + handshakeBytes + 2;
    if (!isStatusSent && received.length >= requestBytes) {
      isStatusSent = true;
      socket.write(bytesOf(recorded, 0));
    }
    const ping = received.subarray(requestBytes);
    if (ping.length >= pingBytes) socket.write(ping);
  });
}

test('a Java server of minecraft-protocol is understood', async () => {
  const server = await replayModern();
  const response = await world.app.inject(`${base}/java/127.0.0.1:${server.port}/status`);
  expect(response.json()).toMatchObject({
    online: true,
    port: server.port,
    version: { name: '1.21.4', protocol: 769 },
    players: { online: 0, max: 77, sample: [] },
    motd: {
      clean: 'Green and bold',
      html: '<span style="color:#55ff55">Green</span> and <span style="font-weight:bold">bold</span>',
    },
    icon: null,
    latency_ms: expect.any(Number),
  });
  await server.close();
});

test('it is understood by the legacy ping', async () => {
  const recorded = recording('java-legacy');
  let isSent = false;
  const server = await startFakeJavaServer((socket) => {
    if (!isSent) socket.write(bytesOf(recorded, 0));
    isSent = true;
  });
  const socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  const reply = await pingLegacy(socket, {
    addressee: { host: '127.0.0.1', port: server.port },
    nowMs: () => performance.now(),
    signal: AbortSignal.timeout(30_000),
  });
  socket.destroy();
  expect(readLegacyStatus(reply.text)).toMatchObject({
    version: { name: '1.21.4', protocol: 769 },
    players: { online: 0, max: 77 },
    motd: { raw: '§aGreen§r and §lbold' },
  });
  await server.close();
});

test('a Bedrock server of jsp-raknet is understood', async () => {
  const recorded = recording('bedrock');
  const server = await startFakeBedrockServer((question) => {
    const pong = bytesOf(recorded, 0);
    // The time of the ping, which the server sends back.
    question.copy(pong, 1, 1, 9);
    return [pong];
  });
  const response = await world.app.inject(`${base}/bedrock/127.0.0.1:${server.port}/status`);
  expect(response.json()).toMatchObject({
    online: true,
    edition: 'bedrock',
    version: { name: '1.21.50', protocol: 766 },
    players: { online: 4, max: 40 },
    motd: { raw: '§bBlue Bedrock\nSecond line', clean: 'Blue Bedrock\nSecond line' },
    gamemode: 'Creative',
    server_id: recorded.serverId,
  });
  await server.close();
});
