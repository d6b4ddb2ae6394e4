import { createApp, type Parts } from '../../src/app/create-app.ts';
import { readSettings } from '../../src/app/settings.ts';
import type { HttpServer } from '../../src/http/server.ts';
import { openSharedAssets } from './shared-assets.ts';
import { openSharedDrawing } from './shared-drawing.ts';

/** The service in process, without a log, with the drawing pool and page files of all tests. */
export async function openApp(
  env: Readonly<Record<string, string>> = {},
  parts: Parts = {},
): Promise<HttpServer> {
  const assets = await openSharedAssets();
  const settings = readSettings({ LOG_LEVEL: 'silent', ...env });
  return createApp(settings, { assets, openDrawing: openSharedDrawing, ...parts });
}
