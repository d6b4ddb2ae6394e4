import { LineupError } from '../../../common/errors/lineup-error.ts';
import { crafatar } from './crafatar.ts';
import { crafty } from './crafty.ts';
import { mcapi } from './mcapi.ts';
import { mcHeads, mcheadsOrg } from './mc-heads.ts';
import { mcsrvstat } from './mcsrvstat.ts';
import { mcstatus } from './mcstatus.ts';
import { mineatar } from './mineatar.ts';
import { minepic } from './minepic.ts';
import { minetools } from './minetools.ts';
import { crafthead, cravatar, mineskin, minotar } from './minotar.ts';
import { nmsr } from './nmsr.ts';
import type { CompatResponse, CompatQuery, CompatRow, CompatRows } from './picture.ts';
import { ashcon, playerdb } from './profiles.ts';
import { starlight } from './starlight.ts';
import { vzge } from './vzge.ts';
import { Type } from 'typebox';
import { pictureFormats } from '../../../engine/options/picture-formats.ts';

/** The compatible services and their hosts. */
export const compatServices = {
  crafatar: 'crafatar.com',
  minotar: 'minotar.net',
  'mc-heads': 'mc-heads.net',
  vzge: 'vzge.me',
  visage: 'visage.surgeplay.com',
  nmsr: 'nmsr.nickac.dev',
  starlight: 'starlightskins.lunareclipse.studio',
  crafthead: 'crafthead.net',
  mineskin: 'mineskin.eu',
  cravatar: 'cravatar.eu',
  mineatar: 'api.mineatar.io',
  minepic: 'minepic.org',
  'mcheads-org': 'api.mcheads.org',
  crafty: 'render.crafty.gg',
  playerdb: 'playerdb.co',
  ashcon: 'api.ashcon.app',
  mcsrvstat: 'api.mcsrvstat.us',
  mcstatus: 'api.mcstatus.io',
  mcapi: 'mcapi.us',
  minetools: 'api.minetools.eu',
} as const satisfies Record<string, string>;

export type CompatService = keyof typeof compatServices;

/** The routes of each service, by name. */
export const compatTable = {
  crafatar,
  minotar,
  'mc-heads': mcHeads,
  vzge,
  visage: vzge,
  nmsr,
  starlight,
  crafthead,
  mineskin,
  cravatar,
  mineatar,
  minepic,
  'mcheads-org': mcheadsOrg,
  crafty,
  playerdb,
  ashcon,
  mcsrvstat,
  mcstatus,
  mcapi,
  minetools,
} as const satisfies Readonly<Record<CompatService, CompatRows>>;

/** Those that took any text for a name, and drew a default skin for who does not exist. */
const takingAnyText: ReadonlySet<CompatService> = new Set([
  'minotar',
  'mc-heads',
  'crafthead',
  'mineskin',
  'cravatar',
  'mcheads-org',
]);

export function isCompatService(name: string): name is CompatService {
  return Object.hasOwn(compatServices, name);
}

/** The rows by service, each only once. */
export function compatRows(): { readonly service: CompatService; readonly rows: CompatRow[] }[] {
  return Object.keys(compatServices)
    .filter(isCompatService)
    .map((service) => ({ service, rows: [...new Set(Object.values(compatTable[service]))] }));
}

/** Of our formats, and of those of others; what we have no still picture of becomes PNG. */
const extensions: ReadonlySet<string> = new Set([...pictureFormats, 'jxl', 'jpg', 'jpeg', 'svg']);

/** Segments of the longest name of a route. */
const longestName = 3;

/** What there is of a service, for who asks for anything else. */
function offeredBy(service: CompatService): string {
  const rows = [...new Set(Object.values<CompatRow>(compatTable[service]))];
  const paths = rows.filter((row) => !row.isAbsent).map(({ path }) => path.replace(/\?.*/, ''));
  return `${compatServices[service]} has nothing at this path here. There is ${paths.join(', ')}.`;
}

/**
 * Parses a path of another service.
 * @param path decoded, without a leading slash
 * @throws {LineupError} `bad-request`, or `unknown-route` with the reason
 */
export function readCompat(
  service: CompatService,
  path: string,
  query: CompatQuery,
): CompatResponse {
  const response = readRows(service, path, query);
  if (response === null) throw new LineupError('unknown-route', offeredBy(service));
  return response;
}

function readRows(service: CompatService, path: string, query: CompatQuery): CompatResponse | null {
  const rows = new Map(Object.entries<CompatRow>(compatTable[service]));
  const segments = path.split('/').filter((segment) => segment !== '');
  // Longer names first: no service has both `renders` and `renders/head`.
  for (let length = longestName; length > 0; length -= 1) {
    const name = segments.slice(0, length).join('/').toLowerCase();
    const row = segments.length >= length ? rows.get(name) : undefined;
    if (row === undefined) continue;
    const response = row.read({ ...pathValuesOf(segments.slice(length)), query });
    const isPicture = response?.kind === 'render' || response?.kind === 'skin';
    return isPicture && takingAnyText.has(service) ? { ...response, takesAnyText: true } : response;
  }
  return null;
}

/** The segments after a name, and the file extension of the last. */
function pathValuesOf(segments: readonly string[]) {
  const last = segments.at(-1) ?? '';
  const dot = last.lastIndexOf('.');
  const extension = dot === -1 ? '' : last.slice(dot + 1).toLowerCase();
  const bare = extensions.has(extension) ? last.slice(0, dot) : last;
  const pathValues = segments.length === 0 ? [] : [...segments.slice(0, -1), bare];
  const suffix = last.slice(bare.length);
  return { pathValues, suffix, extension: suffix === '' ? '' : extension };
}

export const compatPath = Type.Object({
  service: Type.String({
    maxLength: 32,
    description: `The service: ${Object.keys(compatServices)
      .map((name) => `\`${name}\``)
      .join(', ')}.`,
  }),
  path: Type.String({
    minLength: 1,
    maxLength: 1024,
    description: 'The path at that service, with its slashes and file extension.',
  }),
});
