import { AttachmentBuilder, WebhookClient } from 'discord.js';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startChatRelay } from '../support/chat-relay.ts';
import { makeRequest } from '../support/discord-clients.ts';
import { startFakeChatPlatform } from '../support/fake-chat-platform.ts';

const id = '123456789012345678';
const token = 'a-Token_of68letters-a-Token_of68letters-a-Token_of68letters-a-Token_of';
const threadId = '998877665544332211';

const platform = await startFakeChatPlatform();
platform.addWebhook(id, token);
platform.limitTo(500, 2000);
const relay = await startChatRelay(platform.url);
// Nothing but the host is another one.
const webhook = new WebhookClient(
  { id, token },
  { rest: { api: `${relay.origin}/api`, makeRequest } },
);
afterAll(async () => {
  webhook.destroy();
  await relay.close();
  await platform.close();
});
beforeEach(() => {
  platform.calls.length = 0;
});

const lastCall = () => platform.calls.at(-1);

describe('discord.js', () => {
  test('uploads files, and the message comes after them', async () => {
    const large = Buffer.alloc(3 * 1024 * 1024, 'x');
    const sent = await webhook.send({
      content: 'Two files @everyone',
      files: [
        new AttachmentBuilder(Buffer.from('hello'), { name: 'grüße.txt', description: 'a text' }),
        new AttachmentBuilder(large, { name: 'large.bin' }),
      ],
    });
    expect(sent.attachments).toHaveLength(2);
    expect(lastCall()).toMatchObject({
      isComplete: true,
      files: [
        { field: 'files[0]', name: 'grüße.txt', bytes: 5 },
        { field: 'files[1]', name: 'large.bin', bytes: large.length },
      ],
      message: {
        content: 'Two files @everyone',
        attachments: [{ id: '0', description: 'a text' }, { id: '1' }],
        allowed_mentions: { parse: ['users'] },
      },
    });
  });

  test('edits, reads and deletes what it has sent', async () => {
    const sent = await webhook.send({ content: 'first' });
    await webhook.editMessage(sent.id, { content: 'second', threadId });
    expect(lastCall()).toMatchObject({ method: 'PATCH', message: { content: 'second' } });
    expect(lastCall()?.url).toContain(`/messages/${sent.id}?`);
    expect(lastCall()?.url).toContain(`thread_id=${threadId}`);
    expect(await webhook.fetchMessage(sent.id)).toMatchObject({ content: 'second' });
    await webhook.deleteMessage(sent.id);
    expect(lastCall()).toMatchObject({ method: 'DELETE' });
    await expect(webhook.fetchMessage(sent.id)).rejects.toMatchObject({
      status: 404,
      code: 10_008,
    });
    // A message that is gone says nothing of the webhook.
    await webhook.send({ content: 'third' });
  });
});
