import type { ExampleValue } from '../../http/route-docs.ts';
import { exampleTarget } from '../paths.ts';

// The state of the composer, and its query. Pure, without Node: the script of the pages uses it as
// well.

/** A player in the form. */
export type Item = {
  readonly value: string;
  /** Empty for the player's own name. */
  readonly label: string;
  /** Draws no name at all. */
  readonly isNameless?: boolean;
  /** Options of this player only; the others are those of all. */
  readonly own?: Own;
};

export type Look = {
  readonly renderType: string;
  readonly crop: string;
  readonly heightPx: number;
  /** Whether names are shown below the players. */
  readonly hasNames: boolean;
  /** All other options of the picture that differ from their default. */
  readonly options: Options;
};

export type Lineup = { readonly items: readonly Item[]; readonly look: Look };

const word = /^[a-z_]{1,24}$/;
const yesOrNo = /^(?:true|false)$/;
const degrees = /^-?\d{1,3}(?:\.\d+)?$/;
const colour = /^#?[\da-f]{3,8}$/i;
const heading = /^.{1,80}$/su;

// Invalid options are dropped, because readers could not correct them on the page.
export const optionForms = {
  as: /^(?:card|advancement)$/,
  rarity: /^(?:common|rare|epic|legendary|#?[\da-f]{3,8})$/i,
  scene: word,
  arrangement: word,
  facing: word,
  size: /^(?:[a-z-]{2,11}|\d{2,4}[x×]\d{2,4})$/i,
  title: heading,
  subtitle: heading,
  labels: word,
  overlay: word,
  outline: colour,
  outline_width: /^(?:[1-9]|1[0-6])$/,
  background: /^#?[\da-f]{3,8}(?:,#?[\da-f]{3,8})?$/i,
  angle: degrees,
  shadow: yesOrNo,
  cape: yesOrNo,
  motion: word,
  journey: yesOrNo,
  hold: word,
  hold_left: word,
  ears: /^(?:auto|none|deadmau5)$/,
  model: /^(?:classic|slim)$/,
  mirror: yesOrNo,
  yaw: degrees,
  pitch: degrees,
  gap: /^(?:\d{1,2}|1\d\d|2[0-4]\d|25[0-6])$/,
  fallback: /^(?:none|default|silhouette)$/,
} as const satisfies Record<string, RegExp>;
export type OptionName = keyof typeof optionForms;
type Options = Readonly<Partial<Record<OptionName, string>>>;

export const ownForms = {
  caption: /^.{1,64}$/su,
  render_type: word,
  crop: word,
  model: optionForms.model,
  overlay: word,
  cape: yesOrNo,
  motion: word,
  /** In the compact form. */
  pose: /^[a-z_]+:[\d,.;:a-z_-]{5,240}$/,
  hold: word,
  hold_left: word,
  ears: optionForms.ears,
  yaw: degrees,
  pitch: degrees,
  mirror: yesOrNo,
  scale: /^(?:0\.[5-9]\d*|1(?:\.[0-5]\d*)?)$/,
  type: /^(?:nick|url|roblox)$/,
} as const satisfies Record<string, RegExp>;
type OwnName = keyof typeof ownForms;
export type Own = Readonly<Partial<Record<OwnName, string>>>;

/** Item fields that are not strings in JSON. */
const jsonNumbers: ReadonlySet<string> = new Set(['yaw', 'pitch', 'scale']);
const jsonBooleans: ReadonlySet<string> = new Set(['mirror', 'cape']);

export const compositionPath = '/api/blockgame/render/composition';
export const defaultLook: Look = {
  renderType: 'default',
  crop: 'full',
  heightPx: 512,
  hasNames: true,
  options: {},
};

// Longer URLs are truncated by some programs and proxies.
export const longestUrl = 8000;
/** Animations have no taller players. */
const tallestMovingPx = 512;
const ownMovingPx = 256;

/** The filled items, with their index in the form. */
export function taken(items: readonly Item[]): { item: Item; index: number }[] {
  return items
    .map((item, index) => ({ item: { ...item, value: item.value.trim() }, index }))
    .filter(({ item }) => item.value !== '');
}

/** The query of the picture, without defaults. */
export function lineupQuery({ items, look }: Lineup): Record<string, ExampleValue> {
  const filled = taken(items).map(({ item }) => item);
  return {
    value: filled.map(({ value }) => value),
    ...labelQuery(filled.map((item) => labelOf(item, look.hasNames))),
    ...ownQuery(filled),
    ...lookQuery({ items, look }),
  };
}

/** The label to request; `null` for the account's own name. */
function labelOf({ label, isNameless }: Item, hasNames: boolean): string | null {
  if (!hasNames || (label === '' && isNameless === true)) return '';
  return label === '' ? null : label;
}

/** The n-th label belongs to the n-th value; if there are gaps, labels are given by index. */
function labelQuery(labels: readonly (string | null)[]): Record<string, ExampleValue> {
  const given = labels.flatMap((label, index) => (label === null ? [] : [{ label, index }]));
  if (given.length === 0) return {};
  const hasGaps = given.some(({ index }, position) => index !== position);
  if (!hasGaps) return { label: given.map(({ label }) => label) };
  return Object.fromEntries(given.map(({ label, index }) => [`label.${index}`, label]));
}

function ownQuery(items: readonly Item[]): Record<string, ExampleValue> {
  return Object.fromEntries(
    items.flatMap((item, index) => ownOf(item).map(([name, value]) => [`${name}.${index}`, value])),
  );
}

/** The options of an item. Nobody says which arms a file has, so that they are looked at. */
function ownOf({ value, own = {} }: Item): (readonly [name: string, value: string])[] {
  const isFile = /^data:/i.test(value);
  return Object.entries(isFile ? { model: 'auto', ...own } : own);
}

/** The height of the players in the file. An animation of which nothing is said is smaller than a still. */
export function fileHeightPx(lineup: Lineup): number {
  const { heightPx } = lineup.look;
  if (!isMoving(lineup)) return heightPx;
  return heightPx === defaultLook.heightPx ? ownMovingPx : Math.min(heightPx, tallestMovingPx);
}

function lookQuery(lineup: Lineup): Record<string, ExampleValue> {
  const { renderType, crop, options } = lineup.look;
  const maxPx = isMoving(lineup) ? tallestMovingPx : Number.POSITIVE_INFINITY;
  const heightPx = Math.min(lineup.look.heightPx, maxPx);
  return {
    ...(renderType !== defaultLook.renderType && { render_type: renderType }),
    ...(crop !== defaultLook.crop && { crop }),
    ...(heightPx !== defaultLook.heightPx && { height: heightPx }),
    ...inOrder(options),
  };
}

/** Always the same, whoever has put them together: two queries are of one picture if they are equal. */
function inOrder(options: Options): Record<string, string> {
  const values = new Map(Object.entries(options));
  return Object.fromEntries(
    Object.keys(optionForms).flatMap((name) => {
      const value = values.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

export type LineupRequest = {
  readonly method: string;
  readonly url: string;
  readonly body?: unknown;
};

/** Whether somebody moves, so that the picture is an animation. */
export function isMoving({ items, look }: Lineup): boolean {
  const all = [look.options.motion, ...taken(items).map(({ item }) => item.own?.motion)];
  return all.some((motion = 'none') => motion !== 'none');
}

/**
 * The request for the picture: by URL if that is not too long, otherwise with JSON.
 * @param more further options of the file: its format, or which frame of an animation
 */
export function lineupRequest(
  base: string,
  lineup: Lineup,
  more: Readonly<Record<string, ExampleValue>> = {},
): LineupRequest {
  const { items, look } = lineup;
  const target = (query: Record<string, ExampleValue>): string =>
    `${base}${exampleTarget(compositionPath, { title: '', query: { ...query, ...more } })}`;
  const url = target(lineupQuery(lineup));
  if (url.length <= longestUrl) return { method: 'GET', url };
  return {
    method: 'POST',
    url: target(lookQuery(lineup)),
    body: taken(items).map(({ item }) => bodyItem(item, look.hasNames)),
  };
}

function bodyItem(item: Item, hasNames: boolean): Record<string, unknown> {
  const label = labelOf(item, hasNames);
  const own = ownOf(item).map(([name, value]) => [name, asJson(name, value)] as const);
  return {
    value: item.value,
    ...(label !== null && { label }),
    ...Object.fromEntries(own),
  };
}

function asJson(name: string, value: string): unknown {
  if (jsonNumbers.has(name)) return Number(value);
  return jsonBooleans.has(name) ? value === 'true' : value;
}

/** As many as a picture may have. */
export const maxItems = 10;

/** Whether a picture is a thing of its own shape, such as a card. */
export function isThing({ options }: Look): boolean {
  return options.as !== undefined;
}

/** Whether a picture has a background and edges of its own instead of only figures. */
export function isFramed({ options }: Look): boolean {
  const { scene = 'none', size, title, subtitle, background, arrangement = 'row', as } = options;
  const extras = [size, title, subtitle, background, as];
  return scene !== 'none' || arrangement !== 'row' || extras.some((one) => one !== undefined);
}
