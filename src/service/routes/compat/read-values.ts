import { badRequest, LineupError } from '../../../common/errors/lineup-error.ts';
import type { Crop } from '../../../engine/figure/camera/crops.ts';
import { formats, type Format } from '../../../engine/image/formats.ts';
import type { BoxPx } from '../../../engine/options/spec.ts';
import type { SheetForm } from '../player-info/service.ts';
import type {
  CompatFigure,
  CompatPicture,
  CompatQuery,
  CompatRequest,
  CompatRow,
  CompatRows,
  Looks,
} from './define-service.ts';

// Helpers for the rows of services that show players.

/** Longest side, whatever that of the original: it bounds the cost of a picture. */
export const maxPx = 1024;

export type Range = { readonly min: number; readonly max: number; readonly standard: number };

/**
 * A number that the original refused if it was out of bounds.
 * @throws {LineupError} `bad-request`
 */
export function strictNumber(text: string | undefined, name: string, range: Range): number {
  if (text === undefined || text === '') return range.standard;
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= range.min && value <= range.max) return value;
  throw badRequest(`query.${name}: must be a whole number from ${range.min} to ${range.max}`);
}

/** A number that the original clamped to its bounds, with a default for invalid text. */
export function clampedNumber(text: string | undefined, { min, max, standard }: Range): number {
  const value = /^\d+(?:\.\d+)?$/.test(text ?? '') ? Math.round(Number(text)) : standard;
  return Math.min(max, Math.max(min, value));
}

/** A number for which the original took its default if it was out of bounds. */
export function numberOrDefault(text: string | undefined, { min, max, standard }: Range): number {
  const value = /^\d{1,6}$/.test(text ?? '') ? Number(text) : standard;
  return value >= min && value <= max ? value : standard;
}

/** Default view of the original, in its own degrees. */
export type Angles = { readonly yaw: number; readonly pitch: number };

type RequestedAngles = { readonly [Axis in 'yaw' | 'pitch' | 'roll']?: string | undefined };

/**
 * Converts angles of the original, which has another default view, and whose pitch falls as the camera
 * rises.
 * @param requested invalid angles are ignored
 */
export function turnedFrom(own: Angles, requested: RequestedAngles) {
  const pitch = own.pitch - angle(requested.pitch, 90, own.pitch);
  return {
    yaw: around(angle(requested.yaw, 180, own.yaw) - own.yaw),
    pitch: Math.min(90, Math.max(-90, pitch)),
    roll: angle(requested.roll, 180, 0),
  };
}

/** Normalizes an angle to −180 to 180 degrees. */
export function around(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}

function angle(text: string | undefined, max: number, standard: number): number {
  const value = /^[-+]?\d{1,4}(?:\.\d{1,6})?$/.test(text ?? '') ? Number(text) : standard;
  return Math.min(max, Math.max(-max, value));
}

type Name = keyof CompatQuery;

/** Whether a switch is present, with any value. */
export function isThere(query: CompatQuery, ...names: readonly Name[]): boolean {
  return names.some((name) => query[name] !== undefined);
}

/** Whether a switch is on: present, and not `false` or `0`. */
export function isOn(query: CompatQuery, name: Name): boolean {
  const text = query[name]?.toLowerCase();
  return text !== undefined && text !== 'false' && text !== '0';
}

/** Whether a switch is on unless it says otherwise. */
export function isOnByDefault(query: CompatQuery, name: Name): boolean {
  return query[name] === undefined || isOn(query, name);
}

/** The entries of a list of features to omit: `no=shadow,overlay`. */
export function withoutOf(query: CompatQuery, ...names: readonly Name[]): ReadonlySet<string> {
  const lists = names.map((name) => query[name] ?? '');
  return new Set(lists.join(',').toLowerCase().split(','));
}

/** The requested arms; by default the player’s own. */
export function modelOf(query: CompatQuery): RenderOptions {
  const named = query.model?.toLowerCase();
  const has = (name: 'slim' | 'alex' | 'wide' | 'steve') =>
    query[name] !== undefined || named === name;
  if (has('slim') || has('alex')) return { model: 'slim' };
  return has('wide') || has('steve') || named === 'classic' ? { model: 'classic' } : {};
}

/** The format for a file extension: the same, or PNG for unsupported ones. */
export function formatOf(extension: string | undefined): Format {
  return formats.find((format) => format === extension) ?? 'png';
}

type RenderOptions = CompatFigure['options'];

export function square(sizePx: number): BoxPx {
  return { widthPx: sizePx, heightPx: sizePx };
}

const [steve, alex] = [
  '31f477eb1a7beee631c2ca64d06f8f68fa93a3386d04452ab27f43acdf1b60cb',
  '46acd06e8483b176e8ea39fc12fe105eb3a2a4970f5100057e9d84d4b60bdfa7',
];

/** Other services' names of the game's two oldest skins, with their textures. */
const defaults: ReadonlyMap<string, string> = new Map([
  ['char', steve],
  ['x-steve', steve],
  ['x-alex', alex],
]);

/** The services that know Bedrock players take a bare XUID, also after a dot or four zeros. */
const xuidPattern = /^(?:\.|0{4})?(253\d{13})$/;

/** A player's name at another service in our own terms. */
export function playerOf(name: string): string {
  const [, xuid] = xuidPattern.exec(name) ?? [];
  if (xuid !== undefined) return `xuid:${xuid}`;
  return defaults.get(name.toLowerCase()) ?? name;
}

/** Size and options of a picture. */
type Drawing = RenderOptions & {
  readonly heightPx: number;
  /** Without it only the height is fixed. */
  readonly widthPx?: number;
  /** Replaces an unknown player, if given … */
  readonly instead?: string | undefined;
  /** … and whether a default skin does then, as at the original service. */
  readonly hasFallback?: boolean | undefined;
  /** The URL of a skin to draw instead. */
  readonly skinUrl?: string | undefined;
};

/** A figure of this player, in a picture of exactly this size. */
export function drawn(player: string, looks: Looks, drawing: Drawing): CompatPicture {
  const { heightPx, widthPx, instead, hasFallback = true, skinUrl, ...options } = drawing;
  const box = widthPx === undefined ? null : { widthPx, heightPx };
  // Ears make flat pictures larger than at most services, whose faces have an exact size.
  const exact: RenderOptions = isFlat(looks) ? { ears: 'none' } : {};
  const height = box === null ? heightPx : heightFor(looks, heightPx, options);
  const figureOf = (name: string, isLast: boolean): CompatFigure => {
    const own = playerOf(name);
    // The arms of the default skin that it may mean.
    const arms: RenderOptions = own === alex ? { model: 'slim' } : {};
    const fallback = isLast && hasFallback ? 'default' : 'none';
    return {
      looks,
      box,
      player: own,
      options: { ...exact, ...options, height, ...arms, fallback },
    };
  };
  const first = figureOf(player, instead === undefined);
  const others = instead === undefined ? [] : [figureOf(instead, true)];
  return { kind: 'render', player: first.player, attempts: [{ ...first, skinUrl }, ...others] };
}

/** Rows of texels in a flat picture, which is drawn at a multiple of them. */
const texelRows = { full: 32, bust: 16, face: 8 } as const satisfies Record<Crop, number>;

function isFlat([type]: Looks): boolean {
  return type === 'front' || type === 'back';
}

/** The height that is drawn for a picture of this height. */
function heightFor(looks: Looks, heightPx: number, options: RenderOptions): number {
  const rows = isFlat(looks) ? texelRows[looks[1]] : 1;
  // With its outline it then fits without being resized, which would blur it.
  const minPx = Math.max(16, heightPx - 2 * (options.outline_width ?? 0));
  return Math.min(Math.ceil(minPx / rows) * rows, maxPx);
}

type SheetOptions = {
  readonly form?: SheetForm;
  readonly isDownload?: boolean;
  /** Replace an unknown player; see `CompatPicture`. */
  readonly others?: readonly (string | null)[];
};

/** The sheet of a player. */
export function sheet(
  player: string,
  { form = 'original', isDownload = false, others = [] }: SheetOptions = {},
): CompatPicture {
  const own = playerOf(player);
  const instead = others.map((other) => other && playerOf(other));
  return { kind: 'skin', player: own, form, isDownload, attempts: [own, ...instead] };
}

/** What a picture of another service shows. */
export type Look = Pick<CompatRow, 'aliases' | 'shows'> & { readonly looks: Looks };

/** What several services show. */
export const views = {
  face: { shows: 'the face, flat', looks: ['front', 'face'] },
  flatBust: { shows: 'head and chest, flat', looks: ['front', 'bust'] },
  flat: { shows: 'the figure, flat', looks: ['front', 'full'] },
  back: { shows: 'the figure from behind, flat', looks: ['back', 'full'] },
  isometric: { shows: 'the figure, isometric', looks: ['isometric', 'full'] },
  isometricHead: { shows: 'the head, isometric', looks: ['isometric_head', 'full'] },
  figure: { shows: 'the figure', looks: ['default', 'full'] },
  bust: { shows: 'head and chest', looks: ['default', 'bust'] },
  head: { shows: 'the head', looks: ['head', 'full'] },
} as const satisfies Readonly<Record<string, Look>>;

type PictureRow = Pick<CompatRow, 'after' | 'size' | 'subjectIn'> &
  Pick<Drawing, 'hasFallback'> & { readonly draw: (request: CompatRequest) => Drawing };

/** A path with a player for a picture. */
export function pictureRow({ looks, draw, hasFallback, ...row }: Look & PictureRow): CompatRow {
  return {
    ...row,
    read: (player, request) => drawn(player, looks, { hasFallback, ...draw(request) }),
  };
}

/** Pictures that differ in a few facts only, by name. */
export function pictureRows<Facts extends Look>(
  facts: Readonly<Record<string, Facts>>,
  rowOf: (facts: Facts) => PictureRow,
): CompatRows {
  const rows = Object.entries(facts).map(([name, look]): [string, CompatRow] => {
    const { aliases = [], shows, looks } = look;
    return [name, pictureRow({ aliases, shows, looks, ...rowOf(look) })];
  });
  return Object.fromEntries(rows);
}

/** The sheet; an unknown player has the default skin. */
export function sheetRow(
  options: Omit<SheetOptions, 'others'> = {},
  /** Replaces an unknown player before that, if given in the query. */
  insteadOf: (query: CompatQuery) => string | undefined = () => undefined,
): CompatRow {
  const form = options.form === 'processed' ? ' as the game uses it' : '';
  return {
    shows: `the skin sheet${form}${options.isDownload ? ', to be saved' : ''}`,
    size: 'as it is',
    read: (player, { query }) => {
      const instead = insteadOf(query);
      const others = instead === undefined ? [null] : [instead, null];
      return sheet(player, { ...options, others });
    },
  };
}

export const capeRow: CompatRow = {
  shows: 'the cape; 404 for who has none',
  size: 'as it is',
  read: (player) => ({ kind: 'cape', player: playerOf(player) }),
};

/** A path that the original has and that is not served here. */
export function notOffered(why: string, after = ''): CompatRow {
  return {
    after,
    shows: `not offered: ${why}`,
    isAbsent: true,
    subjectIn: () => '',
    read: () => {
      throw new LineupError('unknown-route', `This is not offered here: ${why}.`);
    },
  };
}
