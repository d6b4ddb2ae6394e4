import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';

/** Fastify tells of each new server on this channel, before any route is added. */
const channel = 'fastify.initialization';

/** What `open` opens, with all routes that it has. */
export async function collectRoutes<App extends { ready: () => PromiseLike<unknown> }>(
  open: () => Promise<App>,
): Promise<{ readonly app: App; readonly routes: readonly RouteOptions[] }> {
  const routes: RouteOptions[] = [];
  const collect = (message: unknown) => {
    if (!isInitialization(message)) return;
    message.fastify.addHook('onRoute', (route) => void routes.push(route));
  };
  subscribe(channel, collect);
  try {
    const app = await open();
    await app.ready();
    return { app, routes };
  } finally {
    unsubscribe(channel, collect);
  }
}

function isInitialization(
  message: unknown,
): message is { readonly fastify: Pick<FastifyInstance, 'addHook'> } {
  return isRecord(message) && isRecord(message.fastify);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
