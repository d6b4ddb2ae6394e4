import { sampleGuildId, sampleInvite } from './sample.ts';
import type { GuildAnswer, InviteAnswer } from './schema.ts';
import { inviteAnswerOf } from './transform.ts';

// Responses for the sample: the examples of the reference.

export const sampleInviteAnswer: InviteAnswer = inviteAnswerOf(sampleInvite, '');

export const sampleGuildAnswer: GuildAnswer = {
  id: sampleGuildId,
  name: sampleInvite.guild.name,
  online: sampleInvite.online ?? 0,
  invite: `https://discord.gg/${sampleInvite.code}`,
};
