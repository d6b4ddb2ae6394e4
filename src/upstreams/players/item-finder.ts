import {
  readItems,
  resolveItems,
  type ItemReader,
  type ItemSources,
  type WantedItem,
} from './resolve-items.ts';
import type { CacheContext } from '../../common/cache/context.ts';
import type { ItemResult, NamedCape } from '../../common/items.ts';
import type { ModelOption } from '../../common/player.ts';
import { pictureSideFor, type RobloxItem } from './roblox-items.ts';

/** The items to look up, and what all of them share. */
type Wanted = Pick<ItemReader, 'fieldPath'> & {
  readonly items: readonly WantedItem[];
  readonly options: {
    readonly service?: string | undefined;
    readonly model?: ModelOption | undefined;
  };
  readonly optionPath: (name: string) => string;
  readonly context: CacheContext;
};

/** What is drawn of each, and how large. */
type Wearing = {
  readonly figures: readonly {
    readonly wantsCape: boolean;
    readonly namedCape: NamedCape | null;
    readonly crop: RobloxItem['crop'];
  }[];
  readonly picture: {
    readonly sizePx: readonly [widthPx: number, heightPx: number] | null;
    readonly heightPx: number;
  };
};

/** Looks up the players that items name. */
export function itemFinder(sources: ItemSources & Pick<ItemReader, 'labelFrom'>) {
  const { players, labelFrom } = sources;
  return async (
    { items, options, context, fieldPath, optionPath }: Wanted,
    { figures, picture }: Wearing,
  ): Promise<ItemResult[]> => {
    const common = players.readService(options.service, optionPath('service'));
    const requests = readItems(items, {
      parseReference: players.parseReference,
      fieldPath,
      labelFrom,
      serviceOf: ({ service }, index) =>
        service === undefined ? common : players.readService(service, fieldPath(index, 'service')),
      wearOf: ({ model }, index) => ({
        model: model ?? options.model ?? null,
        wantsCape: figures[index]!.wantsCape,
        namedCape: figures[index]!.namedCape,
      }),
      cropOf: (index) => figures[index]!.crop,
    });
    const sidePx = pictureSideFor(picture.sizePx?.[1] ?? picture.heightPx);
    return resolveItems(requests, sources, { sidePx, context });
  };
}
