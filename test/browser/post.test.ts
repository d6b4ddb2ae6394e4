import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { openBrowserWorld } from '../support/browser.ts';
import { startFakeChatPlatform } from '../support/fake-chat-platform.ts';
import { handsOn } from './composer-hands.ts';

// The picture posted to a channel, and a webhook's address that goes nowhere but to the relay.

const id = '223704706495545344';
const token = 'this-is_Secret';
const address = `https://discord.com/api/webhooks/${id}/${token}`;
const platform = await startFakeChatPlatform();
platform.addWebhook(id, token);
const world = await openBrowserWorld({ DISCORD_API_URL: platform.url });
const page = await world.newPage();
/** Every request of the page that has the secret in it. */
const telling: string[] = [];

page.on('request', (request) => {
  const told = [request.url(), request.postData() ?? '', ...Object.values(request.headers())];
  if (told.some((text) => text.includes(token))) {
    telling.push(`${request.method()} ${request.url()}`);
  }
});

afterAll(async () => {
  await world.close();
  await platform.close();
});

beforeEach(async () => {
  platform.behave({ kind: 'normal' });
  await handsOn(page).load('/?value=sample-fox&value=sample-dj&label=&label=&height=64');
  await page.getByText('Post it to your channel').click();
});

afterEach(() => {
  expect(page.mishaps).toEqual([]);
});

const field = () => page.getByLabel('Webhook address');
const notice = (text: string) => page.locator('#post-notice', { hasText: text });

test('the picture is posted with a message, and the webhook’s URL is stored nowhere', async () => {
  const before = page.url();
  await page.getByLabel('Message').fill('Our team, @everyone');
  await field().fill(` ${address} `);
  await page.keyboard.press('Enter');
  await notice('Posted').waitFor();
  const [call] = platform.calls;
  expect(call).toMatchObject({ method: 'POST', status: 200 });
  expect(call?.message).toMatchObject({
    content: 'Our team, @everyone',
    allowed_mentions: { parse: [] },
    attachments: [{ id: 0, description: 'sample-fox and sample-dj side by side' }],
  });
  expect(call?.files).toMatchObject([{ field: 'files[0]', name: 'lineup.png', type: 'image/png' }]);
  expect(telling).toEqual([`POST ${world.origin}/api/chat/webhook/${id}/${token}?wait=true`]);
  const kept = await page.evaluate(`JSON.stringify([
    location.href, history.state, { ...localStorage }, { ...sessionStorage }, document.cookie,
    document.querySelector('#share').textContent, document.documentElement.outerHTML,
  ])`);
  expect(kept).not.toContain(token);
  await expect.poll(() => page.url()).toBe(before);
  // Neither in what the page sends on, nor when it is left and come back to.
  await handsOn(page).redraws(() => page.locator('#pose').selectOption('walking'));
  await expect.poll(() => page.url()).not.toContain(token);
  await page.reload();
  await expect.poll(() => field().inputValue()).toBe('');
});

const errors = [
  [404, {}, 'This webhook doesn’t exist any more'],
  [400, {}, 'Unknown reason'],
  [401, {}, 'This webhook doesn’t exist any more'],
  [500, {}, 'Discord isn’t answering right now'],
  [429, { 'retry-after': '7' }, 'Too many posts to this channel. Try again in 7 s.'],
] as const;
test('an error is explained in words', async () => {
  const button = page.getByRole('button', { name: 'Post', exact: true });
  for (const [status, headers, sentence] of errors) {
    const body = JSON.stringify({ message: 'Unknown reason', code: 50_035, retry_after: 7 });
    const json = { 'content-type': 'application/json' };
    platform.behave({ kind: 'answer', status, body, headers: { ...json, ...headers } });
    // Each of its own: what is gone is known from then on.
    await field().fill(`https://discord.com/api/webhooks/22370470649554${status}/${token}`);
    await button.click();
    // Two in a row are never the same.
    await notice(sentence).waitFor();
    const isWaiting = status === 429;
    await expect.poll(() => button.isDisabled(), { message: `${status}` }).toBe(isWaiting);
  }
});

test('nothing is sent for an address that is no webhook', async () => {
  const before = platform.calls.length;
  await field().fill('https://example.org/api/webhooks/1/secret');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await notice('That isn’t the address of a webhook').waitFor();
  await expect.poll(() => field().getAttribute('aria-invalid')).toBe('true');
  expect(platform.calls).toHaveLength(before);
});
