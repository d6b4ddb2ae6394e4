import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Server as RakNetServer } from 'jsp-raknet';
import minecraftProtocol from 'minecraft-protocol';

// Records the bytes that real game servers send, as fixtures of the tests:
//   cd scripts/record-game-servers && npm install && node record.mjs
// A conversation is a list of steps: what the client sends, what then comes, as hex digits.

const folder = join(import.meta.dirname, '..', '..', 'test', 'fixtures', 'game-servers');
/** A reply is whole when nothing more came for this long. */
const quietMs = 300;

/** Handshake (address "127.0.0.1", port 25565, next state: status) and status request; then a ping. */
const modern = ['1300ffffffff0f093132372e302e302e3163dd010100', '090100000000075bcd15'];
const legacy = [`fe01fa000b${utf16('MC|PingHost')}00194a0009${utf16('127.0.0.1')}000063dd`];
/** Unconnected ping: time, magic, id of the client. */
const bedrock = ['01000000000000000100ffff00fefefefefdfdfdfd12345678000000000000002a'];

function utf16(text) {
  return Buffer.from(text, 'utf16le').swap16().toString('hex');
}

async function recordTcp(port, questions) {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const steps = [];
  for (const send of questions) {
    const chunks = [];
    const keep = (chunk) => chunks.push(chunk);
    socket.on('data', keep);
    socket.write(Buffer.from(send, 'hex'));
    await once(socket, 'data');
    await delay(quietMs);
    socket.off('data', keep);
    steps.push({ send, receive: Buffer.concat(chunks).toString('hex') });
  }
  socket.destroy();
  return steps;
}

async function recordUdp(port, questions) {
  const socket = createSocket('udp4');
  const steps = [];
  for (const send of questions) {
    socket.send(Buffer.from(send, 'hex'), port, '127.0.0.1');
    const [receive] = await once(socket, 'message');
    steps.push({ send, receive: receive.toString('hex') });
  }
  socket.close();
  return steps;
}

function write(name, fixture) {
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(fixture, null, 2)}\n`);
}

async function recordJava() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  const server = minecraftProtocol.createServer({
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
  const program = 'minecraft-protocol 1.54';
  write('java-modern', { program, steps: await recordTcp(port, modern) });
  write('java-legacy', { program, steps: await recordTcp(port, legacy) });
  server.close();
}

async function recordBedrock() {
  const advertisement = {
    motd: '§bBlue Bedrock',
    name: 'Second line',
    protocol: 766,
    version: '1.21.50',
    players: { online: 4, max: 40 },
    gamemode: 'Creative',
    serverId: '',
    toString() {
      const { motd, name, protocol, version, players, gamemode, serverId } = this;
      const fields = [motd, protocol, version, players.online, players.max, serverId];
      return `${['MCPE', ...fields, name, gamemode].join(';')};`;
    },
  };
  const server = new RakNetServer('127.0.0.1', 0, advertisement);
  await server.listen();
  const steps = await recordUdp(server.socket.address().port, bedrock);
  write('bedrock', { program: 'jsp-raknet 2.2', serverId: server.serverId.toString(), steps });
  server.close();
}

await recordJava();
await recordBedrock();
process.exit(0);
