import { readComponent } from '../../game-servers/motd/component.ts';
import { writeSectionCodes } from '../../game-servers/motd/section-codes.ts';
import type { ServerStatus } from '../../game-servers/server-status.ts';
import { defaultPorts } from '../../game-servers/target.ts';
import { serverCardOf, statusAnswerOf, statusText } from './transform.ts';

// A server that does not exist, for the documentation: what is said and drawn of it goes the way of
// every answer, so that readers see what they will get.

const host = 'play.example.net';

const runs = readComponent([
  { text: 'Sunny Hills', color: 'gold', bold: true },
  { text: ' · survival, together\n', color: 'white' },
  { text: 'New: ', color: 'green' },
  { text: 'the floating islands', color: 'aqua' },
]);

const status: ServerStatus = {
  edition: 'java',
  port: defaultPorts.java,
  srv: null,
  latencyMs: 42,
  retrievedAtMs: Date.UTC(2026, 0, 1, 12),
  details: {
    version: { name: 'Paper 1.21.4', protocol: 769 },
    players: {
      online: 17,
      max: 60,
      sample: [{ name: 'Marigold', id: '5b1f3d1e-7a52-4a0c-9f43-2a8d1c6e9b70' }],
    },
    motd: { raw: writeSectionCodes(runs), runs },
    icon: null,
    mods: null,
    gamemode: null,
    serverId: null,
  },
};

export const sampleText = statusText(host, status);
export const sampleAnswer = statusAnswerOf(host, status);
export const sampleCard = serverCardOf(host, status, { theme: 'dark', scale: 1 });
