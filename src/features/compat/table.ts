import { formats } from '../../options/render-names.ts';
import { crafatar } from './crafatar.ts';
import { mcHeads } from './mc-heads.ts';
import { minotar } from './minotar.ts';
import { nmsr } from './nmsr.ts';
import type { CompatPicture, CompatQuery, CompatRow, CompatRows } from './picture.ts';
import { starlight } from './starlight.ts';
import { vzge } from './vzge.ts';

/** The compatible services and their hosts. */
export const compatServices = {
  crafatar: 'crafatar.com',
  minotar: 'minotar.net',
  'mc-heads': 'mc-heads.net',
  vzge: 'vzge.me',
  nmsr: 'nmsr.nickac.dev',
  starlight: 'starlightskins.lunareclipse.studio',
} as const satisfies Record<string, string>;

export type CompatService = keyof typeof compatServices;

/** The routes of each service, by name. */
export const compatTable = {
  crafatar,
  minotar,
  'mc-heads': mcHeads,
  vzge,
  nmsr,
  starlight,
} as const satisfies Readonly<Record<CompatService, CompatRows>>;

export function isCompatService(name: string): name is CompatService {
  return Object.hasOwn(compatServices, name);
}

/** The rows by service, each only once. */
export function compatRows(): { readonly service: CompatService; readonly rows: CompatRow[] }[] {
  return Object.keys(compatServices)
    .filter(isCompatService)
    .map((service) => ({ service, rows: [...new Set(Object.values(compatTable[service]))] }));
}

/** Of our formats, and of those of others that become PNG. */
const extensionPattern = new RegExp(`\\.(${formats.join('|')}|jxl|jpe?g|gif|svg)$`, 'i');

/**
 * Parses a path of another service; `null` if it has no such path.
 * @param path decoded, without a leading slash
 * @throws {LineupError} `bad-request`
 */
export function readCompat(
  service: CompatService,
  path: string,
  query: CompatQuery,
): CompatPicture | null {
  const rows = new Map(Object.entries<CompatRow>(compatTable[service]));
  const segments = path.split('/').filter((segment) => segment !== '');
  // Names of two segments first: no service has both `renders` and `renders/head`.
  for (const length of [2, 1]) {
    const name = segments.slice(0, length).join('/').toLowerCase();
    const row = segments.length >= length ? rows.get(name) : undefined;
    if (row !== undefined) return row.read({ ...placesOf(segments.slice(length)), query });
  }
  return null;
}

/** The segments after a name, and the file extension of the last. */
function placesOf(segments: readonly string[]) {
  const last = segments.at(-1) ?? '';
  const extension = extensionPattern.exec(last)?.[1] ?? '';
  const bare = extension === '' ? last : last.slice(0, -extension.length - 1);
  const places = segments.length === 0 ? [] : [...segments.slice(0, -1), bare];
  return { places, extension: extension.toLowerCase() };
}
