import { labelFrom } from '../engine/options/label-rules.ts';
import type { FindItems } from '../engine/entry/draw-group.ts';
import type { Sources } from './open-sources.ts';
import type { ItemResult } from '../common/items.ts';
import { findPlayer, findUrl } from '../upstreams/players/find-figure.ts';
import { itemFinder } from '../upstreams/players/item-finder.ts';

type FigureLookUp = Parameters<typeof findPlayer>[2];
type Group = {
  readonly request: Parameters<FindItems>[0];
  readonly layout: Parameters<FindItems>[1];
};

/** Looks one player up, or the skin at a URL. */
export function findFigure(
  argument: string,
  lookUp: FigureLookUp,
  sources: Sources,
): Promise<ItemResult> {
  const isUrl = /^(?:https?|data):/i.test(argument);
  return isUrl ? findUrl(sources, argument, lookUp) : findPlayer(sources, argument, lookUp);
}

const nowhere = { find: () => Promise.reject(new Error('the program knows no Roblox users')) };
const roblox = { people: nowhere, pictures: nowhere };

/** Looks up some players of a group. */
export function findGroup(
  indices: readonly number[],
  { request, layout }: Group,
  { players, urlSkins }: Sources,
): Promise<ItemResult[]> {
  const some = <T>(list: readonly T[]): T[] => indices.map((index) => list[index]!);
  return itemFinder({ players, urlSkins, roblox, labelFrom })(
    {
      ...request,
      items: some(request.items),
      fieldPath: (index, field) => request.fieldPath(indices[index]!, field),
    },
    { ...layout, figures: some(layout.figures) },
  );
}
