import type { Clock } from '../../common/async/clock.ts';
import type { SwrCache } from '../../common/cache/swr-cache.ts';
import { createPictureService } from '../../engine/entry/picture-service.ts';
import type { HealthPart } from '../../upstreams/define-upstream.ts';
import { loadHeadSkins } from '../../upstreams/players/find-figure.ts';
import type { SampleFolder } from '../../upstreams/players/sample-folder.ts';
import type { Upstreams } from '../../upstreams/upstreams.ts';
import type { ChatRelay } from './chat-webhook/service.ts';
import type { HttpServer } from '../http/server.ts';
import { createFilms } from '../pictures/films.ts';
import { respondWith } from '../pictures/respond.ts';
import type { Drawing } from '../queue/drawing.ts';
import { createDrawer } from './chat-lookup/draw.ts';
import { createFinder } from './chat-lookup/find.ts';
import { chatLookupRoutes } from './chat-lookup/route.ts';
import { chatWebhookRoutes } from './chat-webhook/route.ts';
import { compatRoutes } from './compat/route.ts';
import { compositionRoutes } from './composition/route.ts';
import { createCompose } from './composition/service.ts';
import { headsRoutes } from './heads/route.ts';
import { healthRoutes } from './health/route.ts';
import { oembedRoutes } from './oembed/route.ts';
import { playerInfoRoutes } from './player-info/route.ts';
import { createPlayerInfo } from './player-info/service.ts';
import { modelRoutes } from './player-model/route.ts';
import { progressRoutes } from './progress/route.ts';
import { renderRoutes } from './player-render/route.ts';
import { createRenderer } from './player-render/service.ts';
import { renderTypesRoutes } from './render-types/route.ts';
import { robloxRoutes } from './roblox/route.ts';
import { serverLineupRoutes } from './server-lineup/route.ts';
import { serverStatusRoutes } from './server-status/route.ts';
import { createServerStatuses } from './server-status/service.ts';

type RouteDeps = {
  readonly app: HttpServer;
  readonly upstreams: Upstreams;
  readonly health: readonly HealthPart[];
  readonly chat: ChatRelay;
  readonly samples: SampleFolder;
  readonly drawing: Drawing;
  /** Finished pictures by validator. */
  readonly pictures: SwrCache<Uint8Array>;
  readonly clock: Clock;
  /** Waits until the event loop has time. */
  readonly loopTime: (() => Promise<void>) | undefined;
};

/** Creates the services, and the routes that use them. */
export function allRoutes(deps: RouteDeps) {
  const { upstreams, chat, samples, drawing, pictures } = deps;
  const { roblox, chatLookups } = upstreams;
  const { players } = upstreams.players;
  const films = createFilms(deps.clock);
  const pictureDeps = {
    ...upstreams.players,
    drawing,
    pictures: createPictureService({
      players,
      drawing,
      respond: (picture, request) => respondWith({ ...picture, pictures, films }, request),
    }),
  };
  const compose = createCompose({ ...pictureDeps, roblox });
  const renderer = createRenderer(pictureDeps);
  const info = createPlayerInfo({ players, drawing, pictures });
  const statuses = createServerStatuses({
    ...deps,
    ...upstreams.gameServers,
    headSkins: (heads, context) => loadHeadSkins(players, heads, context),
  });
  const routes = [
    ...compositionRoutes(compose),
    ...renderTypesRoutes(),
    ...progressRoutes(films),
    ...headsRoutes(pictureDeps),
    ...renderRoutes(renderer),
    ...modelRoutes(renderer),
    ...playerInfoRoutes(info),
    ...serverStatusRoutes(statuses),
    ...compatRoutes({ ...deps, renderer, info, statuses, players }),
    ...robloxRoutes({ roblox, drawing, pictures }),
    ...serverLineupRoutes({ statusOf: statuses.status, compose, samples: samples.stems }),
    ...chatWebhookRoutes({ ...chat, loopTime: deps.loopTime }),
    ...chatLookupRoutes({
      find: createFinder(chatLookups),
      draw: createDrawer({ ...deps, ...chatLookups }),
      picturesUrl: chatLookups.picturesUrl,
    }),
  ];
  return [...healthRoutes(deps.app, deps.health), ...routes, ...oembedRoutes(routes)];
}
