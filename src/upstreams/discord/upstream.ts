import { flag, parseKey, setting, webUrl, wholeNumber } from '../../common/setting-values.ts';
import { defineUpstream } from '../define-upstream.ts';
import { chatCaches } from './cached.ts';
import { createGuildPictures, pictureRules } from './guild-pictures.ts';
import { createInviteClient, inviteRules } from './invite-client.ts';
import { createWebhookSender, maxConnections } from './sender.ts';
import { platformUserAgent } from './webhook.ts';

const discordApiUrl = setting({
  ...webUrl,
  fallback: 'https://discord.com/api/v10',
  help: 'Discord API for the webhook proxy and look-ups of invites',
});

export const chatLookups = defineUpstream({
  settings: {
    discordApiUrl,
    discordCdnUrl: setting({
      ...webUrl,
      fallback: 'https://cdn.discordapp.com',
      help: 'Pictures of guilds: icons, banners, splashes',
    }),
  },
  hosts: ({ discordApiUrl: url, discordCdnUrl }) => ({
    lookups: {
      name: 'chat look-ups',
      url,
      userAgent: platformUserAgent,
      rules: inviteRules,
      /**
       * At most 20 calls in any minute, as the platform blocks an address at about 250 in ten minutes: five
       * at once, then one every four seconds, within which a newcomer gets one.
       */
      pace: { burst: 5, ratePerSecond: 15 / 60, maxWaitMs: 6000 },
    },
    pictures: { name: 'chat pictures', url: discordCdnUrl, rules: pictureRules },
  }),
  caches: chatCaches,
  create: ({ settings, hosts, caches }) => ({
    client: createInviteClient(hosts.lookups),
    invites: caches.invites,
    guilds: caches.guilds,
    loadPicture: createGuildPictures(hosts.pictures, caches.pictures),
    picturesUrl: settings.discordCdnUrl,
  }),
});

/** The webhook proxy; the sender keeps to the limits itself. */
export const chatRelay = defineUpstream({
  settings: {
    discordApiUrl,
    discordRequestsPerSecond: setting({
      parse: wholeNumber(1, 1000),
      fallback: 50,
      allowed: 'a whole number from 1 to 1000',
      help: 'Maximum requests per second of this process to Discord; several instances share 50',
    }),
    webhookQueueKey: setting({
      parse: parseKey,
      fallback: undefined,
      fallbackShown: 'derived from `REDIS_URL`',
      allowed: '32 bytes in base64',
      help: 'Encrypts the tokens of queued webhook messages in Redis',
      secret: true,
    }),
    webhookAllowMassMentions: setting({
      ...flag,
      fallback: false,
      help: 'Allows `@everyone`, `@here` and role mentions in webhook messages',
    }),
  },
  create: ({ settings, deps }) => {
    const { request } = deps.openClient('chat platform', settings.discordApiUrl, {
      userAgent: platformUserAgent,
      maxConcurrent: maxConnections,
    });
    const requestsPerSecond = settings.discordRequestsPerSecond;
    return createWebhookSender({ ...deps, request, requestsPerSecond });
  },
});
