import { sizes, type SizePx } from '../../engine/scenes/layout/sizes.ts';

/** An address that a route has. */
export type EmbedAddress = {
  /** As it was written, without the path of the service. */
  readonly path: string;
  /** The parameters of the path, decoded. */
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly query: URLSearchParams;
  /** The language of the page there. */
  readonly locale: string;
};

/** What an address shows: a picture, or a page in a frame. */
export type Shown = {
  readonly title: string;
  readonly size: SizePx;
  /** The path and query of the picture or page, in this size or the nearest that there is. */
  readonly targetOf: (size: SizePx) => string;
  readonly isFrame?: true;
};

/** How a route is embedded by those who read oEmbed; `null` if there is nothing to see. */
export type Embed = (address: EmbedAddress) => Shown | null;

export const cardSize: SizePx = [600, 138];

export const cardEmbed: Embed = (address) => card(address, cardSize);

export const inviteEmbed: Embed = (address) => card(address, [600, 160]);

/** A card, which has no other sizes. */
function card({ path, params, query }: EmbedAddress, [width, height]: SizePx): Shown {
  const scale = query.get('scale') === '2' ? 2 : 1;
  return {
    title: query.get('title') || lastOf(params),
    size: [width * scale, height * scale],
    targetOf: () => withQuery(path, query),
  };
}

/** A picture of a size that is an option, called as its path ends. */
export const bannerEmbed: Embed = (address) => sized(address, lastOf(address.params), 'banner');

/** A picture of these players. */
export const playersEmbed =
  (valuesOf: (address: EmbedAddress) => readonly string[]): Embed =>
  (address) =>
    sized(address, namesIn(valuesOf(address)), 'og');

/** The parameter that says what is shown. */
function lastOf(params: EmbedAddress['params']): string {
  return Object.values(params).at(-1) ?? '';
}

/** As many as a picture shows. */
const maxNames = 10;

function namesIn(values: readonly string[]): string {
  const names = values.slice(0, maxNames).filter((name) => name !== '');
  return names.map((name) => (/^(?:https?|data):/i.test(name) ? '…' : name)).join(', ');
}

/** The players of a segment: `Notch+jeb_`. */
export function listOf(players = ''): readonly string[] {
  return players.split(/[+,]/);
}

/** A picture whose size is an option. */
export function sized(
  { path, query }: Pick<EmbedAddress, 'path' | 'query'>,
  name: string,
  standard: 'og' | 'banner',
): Shown {
  const named = query.get('size') ?? standard;
  const [, width, height] = /^([1-9]\d{1,3})[x×]([1-9]\d{1,3})$/i.exec(named) ?? [];
  const known = new Map<string, SizePx>(Object.entries(sizes)).get(named.toLowerCase());
  const own = width === undefined ? known : ([Number(width), Number(height)] as const);
  return {
    title: query.get('title') || name,
    size: own ?? sizes[standard],
    targetOf: ([widthPx, heightPx]) => {
      const smaller = new URLSearchParams(query);
      // What is smaller than the smallest picture is shown reduced.
      if (Math.min(widthPx, heightPx) >= 64) smaller.set('size', `${widthPx}x${heightPx}`);
      return withQuery(path, smaller);
    },
  };
}

export function withQuery(path: string, query: URLSearchParams): string {
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}
