import { cacheShares } from '../common/cache/open-caches.ts';
import type { SwrCache } from '../common/cache/swr-cache.ts';
import { chatCacheRules } from '../upstreams/discord/cached.ts';
import { createGuildPictures } from '../upstreams/discord/guild-pictures.ts';
import { createInviteClient } from '../upstreams/discord/invite-client.ts';
import { platformUserAgent } from '../upstreams/discord/webhook.ts';
import { createChatLookups, type ChatLookups } from './routes/chat-lookup/service.ts';
import type { UpstreamDeps } from '../upstreams/net/upstream-deps.ts';
import type { Settings } from './settings.ts';
import type { Drawing } from './queue/drawing.ts';

type Parts = Omit<UpstreamDeps, 'upstreams'> & {
  readonly version: string;
  readonly drawing: Drawing;
  readonly pictures: SwrCache<Uint8Array>;
};

/** Opens the Discord look-ups with all their parts, which close with the app. */
export function openChatLookups(settings: Settings, parts: Parts): ChatLookups {
  const { clock, openBucket, version, openCache, drawing, pictures, openClient } = parts;
  const upstream = openClient('chat look-ups', settings.discordApiUrl, {
    userAgent: platformUserAgent(settings.publicUrl ?? 'https://lineup.invalid', version),
  });
  const picturesUrl = settings.discordCdnUrl;
  return createChatLookups({
    client: createInviteClient({ client: upstream, clock, openBucket }),
    invites: openCache(chatCacheRules.invites, cacheShares.chatLookups / 2),
    guilds: openCache(chatCacheRules.guilds, cacheShares.chatLookups / 2),
    loadPicture: createGuildPictures({
      client: openClient('chat pictures', picturesUrl),
      clock,
      cache: openCache(chatCacheRules.pictures, cacheShares.chatPictures),
    }),
    picturesUrl,
    drawing,
    pictures,
  });
}
