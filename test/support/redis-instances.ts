import type { HttpServer } from '../../src/service/http/server.ts';
import { addNotch, startWorld, type World, type WorldOptions } from './composition-world.ts';
import { until } from './redis-server.ts';

/** Of the one player that the account service knows. */
export const notch = '/api/blockgame/render/head/Notch/full?height=32';

export type Instances = {
  readonly world: World;
  readonly one: HttpServer;
  readonly other: HttpServer;
};

/**
 * Two instances of the service with one Redis, both connected; with long timeouts by default,
 * because the test machine may be busy.
 */
export async function startInstances(
  redisUrl: string,
  { env, parts = { redisTimeoutMs: 5000 }, ...rest }: WorldOptions,
): Promise<Instances> {
  const world = await startWorld({ ...rest, parts, env: { REDIS_URL: redisUrl, ...env } });
  addNotch(world);
  const both = { one: world.app, other: await world.openApp() };
  for (const app of Object.values(both)) await until(() => hasRedis(app));
  return { world, ...both };
}

/** Whether an instance is ready, including Redis. */
export async function hasRedis(app: HttpServer): Promise<boolean> {
  return (await app.inject('/readyz')).json<{ degraded: string[] }>().degraded.length === 0;
}
