import type { RouteDocs } from '../../src/service/http/route-docs.ts';
import { collectRoutes } from './collect-routes.ts';
import { openApp } from './open-app.ts';

/** Everything that the routes say of themselves. */
export async function readDocs(): Promise<readonly RouteDocs[]> {
  const { app, routes } = await collectRoutes(openApp);
  await app.close();
  const docs = routes.flatMap(({ config }) => config?.docs ?? []);
  return [...new Set(docs)];
}
