import type { PictureParts } from '../../pictures/picture-service.ts';
import { drawGroup, type FindItems } from './draw-group.ts';
import type { GroupPicture, GroupRequest } from './draw-group.ts';
import { readItems, resolveItems, type ItemSources } from './resolve-items.ts';
import { pictureSideFor } from './roblox-items.ts';

export type CompositionParts = ItemSources & PictureParts;

export type Composer = {
  /** @throws {LineupError} that lists invalid items and their fields */
  readonly compose: (request: GroupRequest) => Promise<GroupPicture>;
};

/** Looks up the players of compositions, and draws them. */
export function createComposer(parts: CompositionParts): Composer {
  const findItems = itemFinder(parts);
  return { compose: (request) => drawGroup(request, findItems, parts) };
}

/** Looks up the players that items name. */
export function itemFinder(sources: ItemSources): FindItems {
  const { players } = sources;
  return async ({ items, options, context, fieldPath, optionPath }, { figures, picture }) => {
    const common = players.readService(options.service, optionPath('service'));
    const requests = readItems(items, {
      parseReference: players.parseReference,
      fieldPath,
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
