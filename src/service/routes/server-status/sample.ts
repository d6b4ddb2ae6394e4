import { defaultPorts } from '../../../upstreams/game-servers/target.ts';
import { readComponent } from '../../../upstreams/game-servers/motd/component.ts';
import { type ServerStatus, blankDetails } from '../../../upstreams/game-servers/server-status.ts';
import {
  readStyledLine,
  writeSectionCodes,
} from '../../../upstreams/game-servers/motd/section-codes.ts';
import { statusText, statusResponseOf, serverCardOf, badgeOf } from './transform.ts';

// A made-up server for the documentation; its responses and pictures are made by the same code as
// real ones.

const host = 'play.example.net';

const runs = readComponent([
  { text: 'Sunny Hills', color: 'gold', bold: true },
  { text: ' · survival, together\n', color: 'white' },
  { text: 'New: ', color: 'green' },
  { text: 'the floating islands', color: 'aqua' },
]);

const version = 'Paper 1.21.4';

const player = 'Marigold';

const status: ServerStatus = {
  edition: 'java',
  port: defaultPorts.java,
  ip: '203.0.113.7',
  srv: null,
  latencyMs: 42,
  retrievedAtMs: Date.UTC(2026, 0, 1, 12),
  offlineReason: null,
  query: null,
  details: {
    ...blankDetails,
    version: {
      name: version,
      text: readStyledLine(version, 'java'),
      protocol: 769,
      protocolName: '1.21.4',
    },
    players: {
      online: 17,
      max: 60,
      sample: [
        {
          name: player,
          id: '5b1f3d1e-7a52-4a0c-9f43-2a8d1c6e9b70',
          text: readStyledLine(player, 'java'),
        },
      ],
      info: [readStyledLine('§7and 16 more', 'java')],
      listed: [],
    },
    motd: { raw: writeSectionCodes(runs, 'java'), runs },
    enforcesSecureChat: true,
  },
};

export const sampleText = statusText(host, status);

export const sampleResponse = statusResponseOf(status, {
  host,
  eulaBlocked: false,
  isCached: true,
});

export const sampleCard = serverCardOf(host, status, { theme: 'dark', scale: 1 });

export const sampleBadge = badgeOf(status, {});
