import type { Clock } from './async/clock.ts';
import { createClientShare } from './limits/client-share.ts';
import { cacheShares, type OpenCache } from './cache/open-caches.ts';
import type { SwrCache } from './cache/swr-cache.ts';
import { chatCacheRules } from './chat/cached.ts';
import { createGuildPictures } from './chat/guild-pictures.ts';
import { createInviteClient } from './chat/invite-client.ts';
import { platformUserAgent } from './chat/webhook.ts';
import type { Drawing } from './drawing/pool.ts';
import { createChatLookups, type ChatLookups } from './features/chat-lookup/service.ts';
import type { UpstreamClient } from './net/upstream-client.ts';
import type { Settings } from './settings.ts';

type Parts = {
  readonly clock: Clock;
  readonly version: string;
  readonly openCache: OpenCache;
  /** Opens a client that is counted, and closed with the app. */
  readonly openClient: (
    name: string,
    baseUrl: string,
    options?: { readonly userAgent: string },
  ) => Pick<UpstreamClient, 'request'>;
  readonly drawing: Drawing;
  readonly pictures: SwrCache<Uint8Array>;
};

/** Share of the 20 look-ups a minute, so that no client uses up all of them. */
const clientShare = { maxLookups: 10, things: 'invites or servers' } as const;

/** Opens the Discord look-ups with all their parts, which close with the app. */
export function openChatLookups(settings: Settings, parts: Parts): ChatLookups {
  const { clock, version, openCache, drawing, pictures, openClient } = parts;
  const upstream = openClient('chat look-ups', settings.discordApiUrl, {
    userAgent: platformUserAgent(settings.publicUrl ?? 'https://lineup.invalid', version),
  });
  const admit = createClientShare(clock.nowMs, clientShare);
  const picturesUrl = settings.discordCdnUrl;
  return createChatLookups({
    client: createInviteClient({ request: upstream.request, clock }),
    invites: openCache(chatCacheRules.invites, cacheShares.chatLookups / 2, { admit }),
    guilds: openCache(chatCacheRules.guilds, cacheShares.chatLookups / 2, { admit }),
    loadPicture: createGuildPictures({
      request: openClient('chat pictures', picturesUrl).request,
      cache: openCache(chatCacheRules.pictures, cacheShares.chatPictures),
    }),
    picturesUrl,
    drawing,
    pictures,
  });
}
