import { hash } from 'node:crypto';
import { readEach, badRequest, LineupError } from '../../common/errors/lineup-error.ts';
import { badReferenceOrUrl } from './reference.ts';
import type { CacheContext } from '../../common/cache/context.ts';
import type { ModelOption } from '../../common/player.ts';
import type { Players } from './players.ts';
import type { PlayerReference } from './reference.ts';
import type { UrlSkins } from './url-skins.ts';
import type { People, UserReference } from '../roblox/people.ts';
import { figureKinds, type RobloxPictures } from '../roblox/pictures.ts';
import { parseUser, userAllowed } from '../roblox/reference.ts';
import {
  type ItemResult,
  itemResult,
  plainItem,
  withCape,
  type NamedCape,
  type Worn,
} from '../../common/items.ts';
import { itemOf, loadNamedCapes } from './find-figure.ts';

/** A figure to find: what names its player, and how the player is shown. */
export type WantedFigure = {
  readonly value: string;
  readonly type?: 'nick' | 'url' | 'roblox' | undefined;
  readonly service?: string | undefined;
  /** `null` for the player's own name. */
  readonly label: string | null;
  /** `null` for the player's own, or the classic one for a URL. */
  readonly model: ModelOption | null;
  /** Whether the model is of this figure: one for all does not affect skins from URLs. */
  readonly hasOwnModel: boolean;
  readonly worn: Worn;
  readonly crop: RobloxItem['crop'];
};

/** A parsed item, before look-ups. */
export type ItemRequest =
  | (Wear & { readonly kind: 'url'; readonly url: string; readonly label: string })
  | (Wear & {
      readonly kind: 'player';
      readonly reference: PlayerReference;
      readonly label: string | null;
    })
  | RobloxItem;

type Wear = {
  readonly model: ModelOption | null;
  readonly wantsCape: boolean;
  /** A cape instead of the player's own. */
  readonly namedCape: NamedCape | null;
};

/** The figures to look up, and what all of them share. */
type Wanted = {
  readonly figures: readonly WantedFigure[];
  readonly service?: string | undefined;
  /** Where an option was given. */
  readonly place: (option: string, item?: number) => string;
  /** How high a figure may be drawn. */
  readonly heightPx: number;
  readonly context: CacheContext;
};

/** Looks up the players that the figures of a group name. */
export function itemFinder(sources: ItemSources) {
  const { players } = sources;
  return async ({ figures, service, place, heightPx, context }: Wanted): Promise<ItemResult[]> => {
    const common = players.readService(service, place('service'));
    const requests = readItems(figures, { players, place, service: common });
    return resolveItems(requests, sources, { sidePx: pictureSideFor(heightPx), context });
  };
}

type ItemReader = {
  readonly players: Pick<Players, 'parseReference' | 'readService'>;
  readonly place: Wanted['place'];
  /** The account service of figures that name none; null for Mojang's. */
  readonly service: string | null;
};

/** Longest `value`; `data:` URLs are bounded by the body, or by the URL that contains them. */
const longestReference = 128;
const longestUrl = 8192;

/**
 * Parses what names the players. The length of a value is checked before anything else walks it.
 * @throws {LineupError} `bad-request` that lists every invalid one and its field
 */
export function readItems(figures: readonly WantedFigure[], reader: ItemReader): ItemRequest[] {
  return readEach(figures, (figure, index) => readItem(figure, index, reader));
}

function readItem(
  figure: WantedFigure,
  index: number,
  { players, place, service: common }: ItemReader,
): ItemRequest {
  const { value, type, label, worn, crop } = figure;
  const service =
    figure.service === undefined
      ? common
      : players.readService(figure.service, place('service', index));
  const path = place('value', index);
  if (type === 'roblox') {
    const user = value.length > longestReference ? null : parseUser(value);
    if (user === null) throw badRequest(`${path}: must be ${userAllowed}`);
    return { kind: 'roblox', user, label, crop };
  }
  const wear = { model: figure.model, wantsCape: worn.cape, namedCape: worn.named };
  if (type === 'url' || (type === undefined && isUrl(value))) {
    if (value.length > longestUrl && !/^data:/i.test(value)) {
      throw badRequest(`${path}: must be at most ${longestUrl} characters long`);
    }
    const model = figure.hasOwnModel ? figure.model : null;
    return { kind: 'url', url: value, label: label ?? '', ...wear, model };
  }
  const reference = value.length > longestReference ? null : players.parseReference(value, service);
  if (reference === null) throw badReferenceOrUrl(path);
  return { kind: 'player', reference, label, ...wear };
}

function isUrl(value: string): boolean {
  return /^(https?|data):/i.test(value);
}

export type ItemSources = {
  readonly players: Players;
  readonly urlSkins: UrlSkins;
  readonly roblox: RobloxUsers;
};

/**
 * Looks up all items, in order; a failed item does not affect the others.
 * @param how `sidePx`: size of the pictures to request from Roblox
 */
async function resolveItems(
  requests: readonly ItemRequest[],
  { players, urlSkins, roblox }: ItemSources,
  how: { readonly sidePx: number; readonly context: CacheContext },
): Promise<ItemResult[]> {
  const capes = await loadNamedCapes(
    requests.map((one) => (one.kind === 'roblox' ? null : one.namedCape)),
    { players, urlSkins },
    how.context,
  );
  const references = requests.flatMap((one) => (one.kind === 'player' ? [one.reference] : []));
  const [results, ...others] = await Promise.all([
    players.resolveMany(references, how.context),
    ...requests.map((one) => {
      if (one.kind === 'url') {
        const { url, model, label } = one;
        return itemResult(async () =>
          plainItem(await urlSkins.load(url, how.context), model, label),
        );
      }
      return one.kind === 'roblox' ? resolveRoblox(one, roblox, how) : null;
    }),
  ]);
  let next = 0;
  return requests.map((one, index): ItemResult => {
    if (one.kind !== 'player') return withCape(others[index]!, capes[index]);
    const result = results[next++]!;
    if (!result.ok) return { error: result.error };
    return withCape({ item: itemOf(result.player, one) }, capes[index]);
  });
}

/** Marks items without a type as Roblox users, on routes where that is the default. */
export function asRobloxItems<Item extends Pick<WantedFigure, 'value' | 'type'>>(
  items: readonly Item[],
): Item[] {
  return items.map((item) =>
    item.type === undefined && !isUrl(item.value) ? { ...item, type: 'roblox' } : item,
  );
}

/** A Roblox user in a group, as drawn by Roblox. */
type RobloxItem = {
  readonly kind: 'roblox';
  readonly user: UserReference;
  readonly crop: keyof typeof figureKinds;
  /** `null` for the account's own name. */
  readonly label: string | null;
};

type RobloxUsers = {
  readonly people: Pick<People, 'find'>;
  readonly pictures: Pick<RobloxPictures, 'find'>;
};

/** Only two sizes are requested, so that most pictures are cached already. */
const [defaultPx, largePx] = [420, 720] as const;

/** The picture size for figures of this height; a tenth of a picture is border. */
export const pictureSideFor = (figurePx: number): number =>
  figurePx > defaultPx * 0.9 ? largePx : defaultPx;

function resolveRoblox(
  { user, crop, label }: RobloxItem,
  { people, pictures }: RobloxUsers,
  { sidePx, context }: { readonly sidePx: number; readonly context: CacheContext },
): Promise<ItemResult> {
  return itemResult(async () => {
    const known = await people.find(user, context);
    if (known === null) throw new LineupError('unknown-player', 'There is no such user.');
    const picture = { kind: figureKinds[crop], targetId: known.id, sizePx: sidePx };
    const png = await pictures.find(picture, context);
    if (png === null) throw new LineupError('unknown-picture');
    const revision = `roblox-${hash('sha256', png, 'base64url')}`;
    return {
      skin: { kind: 'picture', revision, png },
      cape: null,
      model: 'classic',
      uuid: null,
      upsideDown: false,
      hasMouseEars: false,
      label: label ?? known.name,
    };
  });
}
