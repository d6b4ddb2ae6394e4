import { badRequest, LineupError } from '../../../common/errors/lineup-error.ts';
import type { SheetForm } from '../player-info/service.ts';
import type {
  CompatResponse,
  CompatFigure,
  CompatPicture,
  CompatQuery,
  CompatRender,
  CompatRequest,
  CompatRow,
  CompatRows,
  Look,
  Looks,
} from './picture.ts';
import { formats, type Format } from '../../../engine/image/formats.ts';
import type { Crop } from '../../../engine/figure/camera/crops.ts';
import type { BoxPx } from '../../../engine/options/spec.ts';

// Helpers for the rows of the table.

/** Bounds of a side in pixels, whatever those of the original: they bound the cost of a picture. */
export const bounds = { minPx: 1, maxPx: 1024 } as const;

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

type RequestedAngles = Readonly<Record<'yaw' | 'pitch' | 'roll', string | undefined>>;

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
  const named = query['model']?.toLowerCase();
  if (isThere(query, 'slim', 'alex') || named === 'slim' || named === 'alex') {
    return { model: 'slim' };
  }
  const isClassic = isThere(query, 'wide', 'steve') || named === 'wide' || named === 'steve';
  return isClassic || named === 'classic' ? { model: 'classic' } : {};
}

/** The format for a file extension: the same, or PNG for unsupported ones. */
export function formatOf(extension: string): Format {
  return formats.find((format) => format === extension) ?? 'png';
}

/** Rows of texels in a flat picture, which is drawn at a multiple of them. */
const texelRows = { full: 32, bust: 16, face: 8 } as const satisfies Record<Crop, number>;

type RenderOptions = CompatRender['options'];

/** A figure in a picture of exactly this size. */
export function boxed(looks: Looks, box: BoxPx, options: RenderOptions): CompatRender {
  const [type, crop] = looks;
  const rows = type === 'front' || type === 'back' ? texelRows[crop] : 1;
  // With its outline it then fits without being resized, which would blur it.
  const rimPx = 2 * (options.outline_width ?? 0);
  const minPx = Math.max(16, box.heightPx - rimPx);
  const height = Math.min(Math.ceil(minPx / rows) * rows, bounds.maxPx);
  return { looks, box, options: { ...options, height } };
}

/** A figure of this height, with the resulting width. */
export function high(looks: Looks, height: number, options: RenderOptions): CompatRender {
  return { looks, box: null, options: { ...options, height } };
}

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

type DrawnOptions = {
  /** The URL of a skin to draw instead. */
  readonly skinUrl?: string | undefined;
  /** Whether a default skin replaces an unknown player, as at the original service. */
  readonly hasFallback?: boolean;
  /** Replaces an unknown player before that, if given. */
  readonly instead?: string | undefined;
};

/** A figure of this player. */
export function drawn(
  player: string,
  render: CompatRender,
  { hasFallback = true, instead, skinUrl }: DrawnOptions = {},
): CompatPicture {
  const fallback = hasFallback ? 'default' : 'none';
  const first = figureOf(player, render, instead === undefined ? fallback : 'none');
  const others = instead === undefined ? [] : [figureOf(instead, render, fallback)];
  const figure = skinUrl === undefined ? first : { ...first, skinUrl };
  return { kind: 'render', player: first.player, attempts: [figure, ...others] };
}

/** A figure of a player by the original's name, with the arms of the default skin that it may mean. */
function figureOf(name: string, render: CompatRender, fallback: 'default' | 'none'): CompatFigure {
  const player = playerOf(name);
  const arms: RenderOptions = player === alex ? { model: 'slim' } : {};
  return { ...render, player, options: { ...render.options, ...arms, fallback } };
}

/** The sheet of a player. @param others replace an unknown player; see `CompatPicture` */
export function sheet(
  player: string,
  form: SheetForm,
  { isDownload = false, others = [] }: SheetOptions = {},
): CompatPicture {
  const own = playerOf(player);
  const instead = others.map((other) => other && playerOf(other));
  return { kind: 'skin', player: own, form, isDownload, attempts: [own, ...instead] };
}

type SheetOptions = {
  readonly isDownload?: boolean;
  readonly others?: readonly (string | null)[];
};

/** Reads paths with a player and nothing after it. */
export function ofPlayer(
  read: (player: string, request: CompatRequest) => CompatResponse,
): CompatRow['read'] {
  return (request) => {
    const [player, ...rest] = request.pathValues;
    return player === undefined || rest.length > 0 ? null : read(player, request);
  };
}

/** Ignores everything in a path after the player. */
export function loose(strict: CompatRow): CompatRow {
  return {
    ...strict,
    read: (request) => strict.read({ ...request, pathValues: request.pathValues.slice(0, 1) }),
  };
}

type SheetRowOptions = {
  readonly form?: SheetForm;
  readonly isDownload?: boolean;
  /** Replaces an unknown player, if given in the query. */
  readonly insteadOf?: (request: CompatRequest) => string | undefined;
};

/** A path with a player for the sheet; an unknown player has the default skin. */
export function sheetRow(
  path: string,
  { form = 'original', isDownload = false, insteadOf }: SheetRowOptions = {},
): CompatRow {
  const how = `${form === 'processed' ? ' as the game uses it' : ''}${isDownload ? ', to be saved' : ''}`;
  return {
    path,
    shows: `the skin sheet${how}`,
    size: 'as it is',
    read: ofPlayer((player, request) => {
      const instead = insteadOf?.(request);
      const others = instead === undefined ? [null] : [instead, null];
      return sheet(player, form, { isDownload, others });
    }),
  };
}

/** A path that the original has and that is not served here. */
export function notOffered(path: string, why: string): CompatRow {
  return {
    path,
    shows: `not offered: ${why}`,
    size: '–',
    isAbsent: true,
    read: () => {
      throw new LineupError('unknown-route', `This is not offered here: ${why}.`);
    },
  };
}

/** The same for a cape. */
export function capeRow(path: string): CompatRow {
  return {
    path,
    shows: 'the cape; 404 for who has none',
    size: 'as it is',
    read: ofPlayer((player) => ({ kind: 'cape', player: playerOf(player) })),
  };
}

/** A row by each of its names. */
export function namedRows<OwnLook extends Look>(
  looks: readonly OwnLook[],
  rowOf: (look: OwnLook) => CompatRow,
): CompatRows {
  const named = looks.flatMap((look) => {
    const row = rowOf(look);
    return look.names.map((name) => [name, row] as const);
  });
  return Object.fromEntries(named);
}
