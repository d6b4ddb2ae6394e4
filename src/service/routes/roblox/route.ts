import { robloxAvatarRoute } from './avatar-route.ts';
import { robloxGameRoutes } from './games-route.ts';
import { robloxGroupRoutes } from './groups-route.ts';
import type { RobloxDeps } from './responses.ts';
import { robloxUserRoutes } from './users-route.ts';

/** Everything below `/api/roblox/`. */
export const robloxRoutes = (deps: RobloxDeps) => [
  ...robloxUserRoutes(deps),
  robloxAvatarRoute(deps),
  ...robloxGameRoutes(deps),
  ...robloxGroupRoutes(deps),
];
