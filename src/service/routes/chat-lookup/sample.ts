import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GuildWidget, Invite } from '../../../upstreams/discord/cached.ts';

// A made-up server for the documentation, whose examples need no network. No real code contains a
// `_`, and no real id is so short.

export const sampleCode = 'sample_hills';
export const sampleGuildId = '1';

export const sampleInvite: Invite = {
  code: sampleCode,
  guild: {
    id: sampleGuildId,
    name: 'Sunny Hills',
    description:
      'Survival, together, since 2014. Come for the floating islands, stay for the gardeners who look after them.',
    icon: 'icon',
    banner: 'banner',
    splash: null,
    verified: true,
    partnered: false,
    boosts: 14,
    boostTier: 3,
  },
  members: 12_345,
  online: 1234,
  channel: { id: '2', name: 'welcome' },
  expires: null,
};

export const sampleGuild = {
  kind: 'shown',
  id: sampleGuildId,
  name: 'Sunny Hills',
  online: 1234,
  invite: 'https://discord.gg/sample_hills',
} as const satisfies GuildWidget;

export function isSampleGuild(id: string): boolean {
  return id === sampleGuildId;
}

const folder = join(import.meta.dirname, '..', '..', '..', '..', 'samples', 'guild');

/** The pictures of the sample by name. */
export function readSamplePicture(name: string): Uint8Array | null {
  const known = name === 'icon' || name === 'banner';
  return known ? readFileSync(join(folder, `${name}.png`)) : null;
}
