import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { Server as RakNetServer } from 'jsp-raknet';
import minecraftProtocol, { type Server as MinecraftServer } from 'minecraft-protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pingLegacy } from '../../src/game-servers/java/legacy-ping.ts';
import { readLegacyStatus } from '../../src/game-servers/java/legacy-status.ts';
import {
  openServerStatusWorld,
  type ServerStatusWorld,
} from '../support/fake-game-server-world.ts';

// Servers that other people wrote: what our own fakes get wrong in the same way as we do, shows here.

const base = '/api/blockgame/server';
let world: ServerStatusWorld;

beforeAll(async () => {
  world = await openServerStatusWorld();
});
afterAll(() => world.close());

describe('a Java server of minecraft-protocol', () => {
  let server: MinecraftServer;
  let port = 0;

  beforeAll(async () => {
    port = await freePort();
    server = minecraftProtocol.createServer({
      'online-mode': false,
      host: '127.0.0.1',
      // 0 is taken for "none given" there.
      port,
      version: '1.21.4',
      motd: '§aGreen§r and §lbold',
      maxPlayers: 77,
      // It complains of what follows the first two bytes of a legacy ping, and answers.
      hideErrors: true,
    });
    await once(server, 'listening');
  });

  afterAll(async () => {
    const closed = once(server, 'close');
    server.close();
    await closed;
  });

  it('is understood', async () => {
    const answer = await world.app.inject(`${base}/java/127.0.0.1:${port}/status`);
    expect(answer.json()).toMatchObject({
      online: true,
      port,
      version: { name: '1.21.4', protocol: 769 },
      players: { online: 0, max: 77, sample: [] },
      motd: {
        clean: 'Green and bold',
        html: '<span style="color:#55ff55">Green</span> and <span style="font-weight:bold">bold</span>',
      },
      icon: null,
    });
    expect(answer.json()).toHaveProperty('latency_ms', expect.any(Number));
  });

  it('is one line of text', async () => {
    const answer = await world.app.inject(`${base}/java/127.0.0.1:${port}/status-text`);
    expect(answer.body).toBe(`Online • 127.0.0.1:${port} (Java) • 0/77`);
  });

  it('is understood the older way', async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const reply = await pingLegacy(socket, {
      addressee: { host: '127.0.0.1', port },
      nowMs: () => performance.now(),
      signal: AbortSignal.timeout(4000),
    });
    socket.destroy();
    expect(readLegacyStatus(reply.text)).toMatchObject({
      version: { name: '1.21.4', protocol: 769 },
      players: { online: 0, max: 77 },
      motd: { raw: '§aGreen§r and §lbold' },
    });
  });
});

describe('a Bedrock server of jsp-raknet', () => {
  it('is understood', async () => {
    const advertisement = {
      motd: '§bBlue Bedrock',
      name: 'Second line',
      protocol: 766,
      version: '1.21.50',
      players: { online: 4, max: 40 },
      gamemode: 'Creative',
      serverId: '',
      toString(): string {
        const { motd, name, protocol, version, players, gamemode, serverId } = this;
        const fields = [motd, protocol, version, players.online, players.max, serverId];
        return `${['MCPE', ...fields, name, gamemode].join(';')};`;
      },
    };
    const server = new RakNetServer('127.0.0.1', 0, advertisement);
    await server.listen();
    const { port } = server.socket.address();
    const answer = await world.app.inject(`${base}/bedrock/127.0.0.1:${port}/status`);
    expect(answer.json()).toMatchObject({
      online: true,
      edition: 'bedrock',
      version: { name: '1.21.50', protocol: 766 },
      players: { online: 4, max: 40 },
      motd: { raw: '§bBlue Bedrock\nSecond line', clean: 'Blue Bedrock\nSecond line' },
      gamemode: 'Creative',
      server_id: server.serverId.toString(),
    });
    server.close();
  });
});

async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
