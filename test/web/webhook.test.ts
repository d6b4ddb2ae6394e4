import { expect, test } from 'vitest';
import { readWebhook, relayPath } from '../../web/script/webhook.ts';

const id = '223704706495545344';
const token = '3d89bb7572e0fb30d8128367b3b1b44fecd1726de135cbe28a41f8b2f777c372ba29-_';

test.each([
  [`https://discord.com/api/webhooks/${id}/${token}`, null],
  [` https://ptb.discord.com/api/webhooks/${id}/${token}/ \n`, null],
  [`https://canary.discord.com/api/v10/webhooks/${id}/${token}?wait=false`, null],
  [`https://DISCORDAPP.com/api/webhooks/${id}/${token}?thread_id=${id}`, id],
  [`https://discord.com/api/webhooks/${id}/${token}?thread_id=1%2F..`, null],
])('%s is a webhook', (text, thread) => {
  expect(readWebhook(text)).toEqual({ id, token, thread });
});

test.each([
  '',
  'https://discord.com',
  `http://discord.com/api/webhooks/${id}/${token}`,
  `https://discord.com.example/api/webhooks/${id}/${token}`,
  `https://example.org/?https://discord.com/api/webhooks/${id}/${token}`,
  `https://discord.com/api/webhooks/${id}/`,
  `https://discord.com/api/webhooks/12/${token}`,
  `https://discord.com/api/webhooks/${id}/${token}/messages/1`,
  `https://discord.com/api/webhooks/${id}/../${token}`,
  `https://discord.com/api/webhooks/${id}/${'a'.repeat(129)}`,
])('%j is no webhook', (text) => {
  expect(readWebhook(text)).toBe(null);
});

test('is posted through this service, into its thread', () => {
  expect(relayPath({ id, token, thread: null })).toBe(`/api/chat/webhook/${id}/${token}?wait=true`);
  expect(relayPath({ id, token, thread: '7' })).toMatch(/\?wait=true&thread_id=7$/);
});
