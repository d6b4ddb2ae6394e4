import { createHash } from 'node:crypto';
import { PNG } from 'pngjs';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { decodePng } from '../../src/engine/image/decode-png.ts';
import { createMetrics } from '../../src/service/metrics/metrics.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { guildId, startFakeGuildPlatform } from '../support/fake-guild-platform.ts';
import { watchDrawing } from '../support/watched-drawing.ts';
import { openApp } from '../support/open-app.ts';

const drawing = await watchDrawing();

const platform = await startFakeGuildPlatform();
const clock = createFakeClock();
const metrics = createMetrics();
const app = await openApp(
  {
    RATE_LIMIT_MAX: '1000000',
    DISCORD_API_URL: platform.url,
    DISCORD_CDN_URL: platform.picturesUrl,
  },
  { clock, metrics, openDrawing: drawing.open },
);
afterAll(async () => {
  await app.close();
  await Promise.all([platform.close(), drawing.close()]);
});
afterEach(async () => {
  platform.forget();
  // Longer than anything is kept that one test could notice of another.
  await clock.advance(2 * 24 * 3_600_000);
});

const get = (path: string, headers: Record<string, string> = {}) =>
  app.inject({ url: `/api/chat/${path}`, headers });

function picture(widthPx: number, heightPx = widthPx, grey = 200): Uint8Array {
  const png = new PNG({ width: widthPx, height: heightPx });
  png.data.fill(grey);
  return PNG.sync.write(png);
}

const kept = 'public, max-age=900';

/** The name of a picture of a test's own: pictures are cached, and stay with the platform. */
const hashOf = (text: string) => createHash('md5').update(text).digest('hex');

const icon = 'a_0123456789abcdef0123456789abcdef';
const banner = 'fedcba9876543210fedcba9876543210';
const iconPath = `/icons/${guildId}/${icon}.png`;
const bannerPath = `/banners/${guildId}/${banner}.png`;

const noWords = { description: null, icon: null, banner: null };

describe('an invite as JSON', () => {
  it('describes what it leads to, without people', async () => {
    const boosts = { premium_subscription_count: 14, premium_tier: 9 };
    platform.addInvite('HjJCwm5', {
      guild: { icon, banner, splash: icon, features: ['PARTNERED'], ...boosts },
      expires_at: '2030-01-01T00:00:00+00:00',
    });
    const answer = await get('invite/HjJCwm5');
    expect(answer.json()).toEqual({
      code: 'HjJCwm5',
      url: 'https://discord.gg/HjJCwm5',
      guild: {
        id: guildId,
        name: 'Lantern Harbour',
        description: 'Boats, lamps and a quiet night.',
        icon: `${platform.picturesUrl}${iconPath}?size=256`,
        banner: `${platform.picturesUrl}${bannerPath}?size=1024`,
        verified: false,
        partnered: true,
        boosts: 14,
        boostTier: 3,
      },
      members: 2100,
      online: 300,
      channel: { id: '308323056592486421', name: 'rules' },
      expires: '2030-01-01T00:00:00.000Z',
    });
    expect(answer.body).not.toContain('somebody');
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=30',
      'x-cache': 'MISS',
    });
    expect(platform.calls).toEqual(['GET /api/v10/invites/HjJCwm5?with_counts=true']);
    expect(platform.userAgents[0]).toMatch(/^DiscordBot \(\S+, \S+\)$/);
  });

  it.each([
    ['null', null],
    ['absent', undefined],
  ])('says nothing of what is %s', async (_, none) => {
    const counts = { approximate_member_count: none, approximate_presence_count: none };
    const boosts = { premium_subscription_count: none, premium_tier: none };
    const pictures = { icon: none, banner: none, splash: banner };
    const guild = { ...pictures, ...boosts, description: none, features: none };
    platform.addInvite('bare', { ...counts, guild, type: none, expires_at: none, channel: none });
    const flags = { verified: false, partnered: false, boosts: 0, boostTier: 0 };
    expect((await get('invite/bare')).json()).toEqual({
      code: 'bare',
      url: 'https://discord.gg/bare',
      guild: { id: guildId, name: 'Lantern Harbour', ...flags, ...noWords },
      members: null,
      online: null,
      channel: null,
      expires: null,
    });
    expect((await get('invite/bare/badge')).body).toContain('invited');
  });

  it('is another one for each spelling of its code', async () => {
    const guilds = ['KeLp', 'kelp'].map((name) => {
      platform.addInvite(name, { guild: { name } });
      return name;
    });
    for (const name of guilds) {
      expect((await get(`invite/${name}`)).json().guild.name).toBe(name);
    }
  });

  it.each([
    'https://discord.gg/some-vanity',
    'http://www.discord.gg/some-vanity/',
    'discord.com/invite/some-vanity?event=1',
    'https://discordapp.com/invite/some-vanity#x',
    'https://ptb.discord.com/invite/some-vanity',
  ])('is found by its link: %s', async (link) => {
    platform.addInvite('some-vanity');
    const answer = await get(`invite/${encodeURIComponent(link)}`);
    expect(answer.json()).toMatchObject({ code: 'some-vanity' });
  });

  it.each(['a', 'no code', 'https://example.com/invite/abc', 'abc/../x', 'ab%00cd'])(
    'is a 400 for an invalid code, without a call: %s',
    async (text) => {
      const answer = await get(`invite/${encodeURIComponent(text)}`);
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([400, 'no-store']);
      expect(answer.json().detail).toContain('path.code');
      expect(platform.calls).toEqual([]);
    },
  );

  it.each([1, 2])('is unknown if it leads to people (type %d)', async (type) => {
    platform.addInvite('friends', { type, guild: null });
    expect((await get('invite/friends')).statusCode).toBe(404);
  });

  it('that is unknown is looked up once in five minutes', async () => {
    for (const _ of [1, 2]) expect((await get('invite/nothing')).statusCode).toBe(404);
    expect(platform.calls).toHaveLength(1);
    platform.addInvite('nothing');
    await clock.advance(5 * 60_000);
    expect((await get('invite/nothing')).statusCode).toBe(200);
  });

  it('is looked up once in ten minutes, and counted', async () => {
    platform.addInvite('counted');
    await get('invite/counted');
    const again = await get('invite/counted');
    expect(again.headers['x-cache']).toBe('HIT');
    expect(platform.calls).toHaveLength(1);
    await clock.advance(10 * 60_000);
    await get('invite/counted');
    expect(platform.calls).toHaveLength(2);
    expect(await metrics.text()).toMatch(/upstream="chat look-ups"/);
  });

  it.each([
    ['no JSON', 'Hello'],
    ['no guild id', JSON.stringify({ type: 0, code: 'x', guild: { name: 'x' } })],
    ['a list', '[]'],
  ])('is a 502 for an invalid response: %s', async (_, body) => {
    platform.behave({ kind: 'answer', status: 200, body });
    const answer = await get('invite/garbage');
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([502, ['detail']]);
  });

  it.each([
    [400, 404],
    [401, 502],
    [500, 502],
  ])('and guilds: a %i of the platform is a %i', async (status, expected) => {
    platform.behave({ kind: 'answer', status, body: '{"message":"no","code":0}' });
    for (const path of [`invite/of-${status}`, `guild/${guildId}`]) {
      expect((await get(path)).statusCode, path).toBe(expected);
    }
  });

  it('passes on no path and no script from a response', async () => {
    const instead = { icon: '../../x', banner: 'a?b', name: '<script>' };
    platform.addInvite('evil', {
      guild: instead,
      channel: { id: 'x', name: 1 },
      expires_at: 'soon',
    });
    const { guild, channel, expires } = (await get('invite/evil')).json();
    expect([guild.icon, guild.banner, channel, expires]).toEqual([null, null, null, null]);
    const badge = await get('invite/evil/badge?label=%3Cscript%3E');
    expect(badge.body).not.toContain('<script');
  });
});

describe('a guild', () => {
  it('is described as in its widget, without members', async () => {
    platform.addWidget(guildId);
    const answer = await get(`guild/${guildId}`);
    expect(answer.json()).toEqual({
      id: guildId,
      name: 'Lantern Harbour',
      online: 42,
      invite: 'https://discord.gg/harbour',
    });
    expect(answer.headers.etag).toBeDefined();
  });

  it('links only to the platform', async () => {
    platform.addWidget(guildId, { instant_invite: 'javascript:alert(1)' });
    expect((await get(`guild/${guildId}`)).json().invite).toBeNull();
  });

  it('with its widget off is a 404 that says where to switch it on', async () => {
    platform.disableWidget(guildId);
    const answer = await get(`guild/${guildId}`);
    expect(answer.statusCode).toBe(404);
    expect(answer.json().detail).toContain('Server Settings, Engagement, Enable Server Widget');
    const badge = await get(`guild/${guildId}/badge`);
    expect([badge.statusCode, badge.headers['content-type']]).toEqual([404, 'image/svg+xml']);
    expect(badge.body).toContain('widget is off');
    expect(platform.calls).toHaveLength(1);
  });

  it('that is unknown is a 404; an impossible id is not even looked up', async () => {
    expect((await get(`guild/${guildId}`)).statusCode).toBe(404);
    expect((await get(`guild/${guildId}/badge`)).body).toContain('unknown server');
    expect((await get('guild/12345678901234')).statusCode).toBe(404);
    expect((await get('guild/abc')).statusCode).toBe(400);
    expect(platform.calls).toHaveLength(1);
    // The very first ids.
    platform.addWidget('123456789012345');
    expect((await get('guild/123456789012345')).statusCode).toBe(200);
  });

  it('has a card without an icon', async () => {
    platform.addWidget(guildId);
    const card = await get(`guild/${guildId}/widget?scale=2&theme=light`);
    const { widthPx, heightPx } = decodePng(card.rawPayload);
    expect([widthPx, heightPx]).toEqual([1200, 320]);
    expect(platform.pictureCalls).toEqual([]);
  });
});

it('pictures have a name to be saved under, and errors none', async () => {
  platform.addInvite('named');
  platform.addWidget(guildId);
  const names = await Promise.all(
    ['invite/named/icon', 'invite/named/widget', `guild/${guildId}/widget`, 'invite/none/icon'].map(
      async (path) => (await get(path)).headers['content-disposition'],
    ),
  );
  expect(names).toEqual([
    'inline; filename="named-icon.png"',
    'inline; filename="named-widget.png"',
    `inline; filename="${guildId}-widget.png"`,
    undefined,
  ]);
});

describe('an icon', () => {
  it('is the platform’s still picture, identified by its name', async () => {
    platform.addInvite('pictured', { guild: { icon } });
    platform.addPicture(iconPath, picture(128));
    const first = await get('invite/pictured/icon?size=128');
    expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'image/png']);
    expect(decodePng(first.rawPayload).widthPx).toBe(128);
    expect(platform.pictureCalls).toEqual([`GET /cdn${iconPath}?size=128`]);
    const etag = first.headers.etag ?? '';
    const second = await get('invite/pictured/icon?size=128', { 'if-none-match': etag });
    expect([second.statusCode, second.body]).toEqual([304, '']);
    expect((await get('invite/pictured/icon?size=128')).headers['x-cache']).toBe('HIT');
    expect(platform.pictureCalls).toHaveLength(1);
    await get('invite/pictured/icon?size=256');
    expect(platform.pictureCalls.at(-1)).toBe(`GET /cdn${iconPath}?size=256`);
  });

  it.each([
    ['there is none', 404, kept],
    ['it may not be seen', 403, kept],
    ['it is no picture', Buffer.from('GIF89a'), kept],
    ['it is wider than it was asked for', picture(257, 10), kept],
    ['it is higher than it was asked for', picture(10, 257), kept],
    ['its host fails', 500, 'no-store'],
    ['its host is busy', 429, 'no-store'],
  ])('is the initials if %s', async (what, page, policy) => {
    const own = hashOf(what);
    const path = `invite/lettered-${own}/icon`;
    platform.addInvite(`lettered-${own}`, { guild: { icon: own } });
    platform.addPicture(`/icons/${guildId}/${own}.png`, page);
    const answer = await get(path);
    const { widthPx, data } = decodePng(answer.rawPayload);
    expect([answer.statusCode, widthPx, data[3]]).toEqual([200, 256, 255]);
    expect(answer.headers['cache-control']).toBe(policy);
    // Only what is missing for good stays missing.
    platform.addPicture(`/icons/${guildId}/${own}.png`, picture(32));
    await clock.advance(60_000);
    const again = await get(path);
    expect(decodePng(again.rawPayload).widthPx).toBe(policy === kept ? 256 : 32);
    expect(again.headers).toMatchObject({
      'cache-control': kept,
      'x-cache': policy === kept ? 'HIT' : 'MISS',
    });
  });
});

describe('a card', () => {
  const there = picture(20);

  it.each([
    [500, there, 'no-store'],
    [there, 500, 'no-store'],
    [500, 500, 'no-store'],
    [404, 500, 'no-store'],
    [500, 404, 'no-store'],
    [404, there, kept],
    [there, 404, kept],
  ])('is drawn without what is missing (case %#)', async (...[icons, banners, policy]) => {
    const own = hashOf(JSON.stringify([icons, banners]));
    const of = (page: unknown) => (page === there ? own : null);
    platform.addInvite('whole', { guild: { icon: own, banner: own } });
    platform.addInvite('rest', { guild: { icon: of(icons), banner: of(banners) } });
    platform.addPicture(`/icons/${guildId}/${own}.png`, icons);
    platform.addPicture(`/banners/${guildId}/${own}.png`, banners);
    const card = await get('invite/whole/widget');
    expect([card.statusCode, card.headers['cache-control']]).toEqual([200, policy]);
    expect(card.rawPayload.equals((await get('invite/rest/widget')).rawPayload)).toBe(true);
    const second = await get('invite/whole/widget');
    expect(second.headers['cache-control']).toBe(policy);
  });

  it('has icon and banner, and is drawn once', async () => {
    platform.addInvite('carded', { guild: { icon, banner } });
    platform.addPicture(iconPath, picture(256));
    platform.addPicture(bannerPath, picture(1024, 576));
    const first = await get('invite/carded/widget');
    expect(first.headers).toMatchObject({ 'content-type': 'image/png', 'x-cache': 'MISS' });
    expect(decodePng(first.rawPayload).widthPx).toBe(600);
    const second = await get('invite/carded/widget');
    expect([second.headers['x-cache'], second.headers.etag]).toEqual(['HIT', first.headers.etag]);
    const known = { 'if-none-match': first.headers.etag ?? '' };
    expect((await get('invite/carded/widget', known)).statusCode).toBe(304);
  });

  it('takes the splash where there is no banner', async () => {
    platform.addInvite('splashed', { guild: { splash: banner } });
    platform.addPicture(`/splashes/${guildId}/${banner}.png`, picture(1024, 576));
    await get('invite/splashed/widget');
    expect(platform.pictureCalls).toEqual([`GET /cdn/splashes/${guildId}/${banner}.png?size=1024`]);
  });

  it.each(['theme=blue', 'scale=3', 'lang=xx'])('refuses %s', async (query) => {
    expect((await get(`invite/sample_hills/widget?${query}`)).statusCode).toBe(400);
  });
});

describe('a badge', () => {
  it.each([
    ['', '2,100 members'],
    ['?metric=online', '300 online'],
    ['?metric=online&label=Harbour', 'Harbour'],
  ])('%s says %s', async (query, words) => {
    platform.addInvite('badged');
    const badge = await get(`invite/badged/badge${query}`);
    expect(badge.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=900',
    });
    expect(badge.body).toContain(words);
  });

  it('is drawn even if there is nothing to report', async () => {
    const missing = await get('invite/unheard-of/badge');
    expect([missing.statusCode, missing.headers['content-type']]).toEqual([404, 'image/svg+xml']);
    expect(missing.headers['cache-control']).toBe('no-store');
    expect(missing.body).toContain('unknown invite');
    platform.behave({ kind: 'reset' });
    const failed = await get('invite/unheard/badge');
    expect([failed.statusCode, failed.headers['content-type']]).toEqual([502, 'image/svg+xml']);
    const mistaken = await get('invite/x/badge');
    expect([mistaken.statusCode, mistaken.headers['content-type']]).toEqual([
      400,
      'application/json',
    ]);
  });
});

it('the sample needs no platform', async () => {
  platform.behave({ kind: 'reset' });
  for (const path of ['', '/icon', '/widget', '/badge']) {
    expect((await get(`invite/sample_hills${path}`)).statusCode, path).toBe(200);
  }
  for (const path of ['', '/widget', '/badge']) {
    expect((await get(`guild/1${path}`)).statusCode, path).toBe(200);
  }
  expect([platform.calls, platform.pictureCalls]).toEqual([[], []]);
});
