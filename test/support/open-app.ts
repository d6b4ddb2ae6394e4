import type { FastifySchema, FastifySchemaCompiler } from 'fastify';
import { createApp, type Parts } from '../../src/service/create-app.ts';
import { readSettings } from '../../src/service/settings.ts';
import type { HttpServer } from '../../src/service/http/server.ts';
import { createValidatorCompiler } from '../../src/common/schemas/validator.ts';
import { openSharedAssets } from './shared-assets.ts';
import { openSharedDrawing } from './shared-drawing.ts';

type Compiler = FastifySchemaCompiler<FastifySchema>;

const compile = createValidatorCompiler();
const compiled = new Map<string, ReturnType<Compiler>>();

/** A schema once for all apps of a process: to compile those of compositions takes as long as some tests. */
const compileOnce: Compiler = (route) => {
  const key = JSON.stringify(route.schema);
  const validate = compiled.get(key) ?? compile(route);
  compiled.set(key, validate);
  return validate;
};

/** The service in process, without a log, with the drawing pool and page files of all tests. */
export async function openApp(
  env: Readonly<Record<string, string>> = {},
  parts: Parts = {},
): Promise<HttpServer> {
  const assets = await openSharedAssets();
  const settings = readSettings({ LOG_LEVEL: 'silent', ...env });
  const app = await createApp(settings, { assets, openDrawing: openSharedDrawing, ...parts });
  return app.setValidatorCompiler(compileOnce);
}
