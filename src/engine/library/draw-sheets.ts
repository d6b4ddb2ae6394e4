import { drawGroup } from '../entry/draw-group.ts';
import type { FindItems, GroupRequest } from '../entry/draw-group.ts';
import type { CompositionItem } from '../options/group-schema.ts';
import { readRequest } from '../options/read-figure-options.ts';
import type { RenderQuery } from '../options/figure-schema.ts';
import { labelFrom } from '../options/label-rules.ts';
import { ownSheet } from '../../common/player.ts';
import { detachedContext, type LocalParts } from './open-parts.ts';
import type { GroupOptions } from './options.ts';
import { plainItem, ownCape, withCape } from '../../common/items.ts';
import { drawFigure, figureOfSheets, type FigureSheets } from '../entry/draw-figure.ts';

// Sheets that are given, to the functions that routes call once they have looked players up.

/** Draws the figure of these sheets. */
export async function drawSheet(
  sheets: FigureSheets,
  query: RenderQuery,
  parts: LocalParts,
): Promise<Uint8Array> {
  const figure = figureOfSheets(sheets, readRequest({}, query), (sheet) => sheet);
  const { bytes } = await drawFigure(figure, detachedContext(), parts);
  return bytes;
}

export type GroupCall = GroupOptions & {
  readonly items: readonly Omit<CompositionItem, 'value'>[];
};

export const itemPath = (index: number, field: string): string => `items[${index}].${field}`;

/** Draws the group of these sheets. */
export async function drawSheets(
  sheets: readonly FigureSheets[],
  { items, ...options }: GroupCall,
  parts: LocalParts,
): Promise<Uint8Array> {
  const skins = sheets.map(({ skin }) => ownSheet(skin));
  const backs = sheets.map(({ cape, elytra }) => elytra ?? cape);
  const backName = (index: number) => (sheets[index]!.elytra ? 'elytra' : 'cape');
  const findItems: FindItems = async ({ fieldPath }, { figures }) =>
    items.map(({ model = options.model ?? null, label: text }, index) => {
      const label = labelFrom(text, fieldPath(index, 'label'));
      const item = plainItem(skins[index]!, model, label);
      const [named, back] = [figures[index]!.namedCape, backs[index]];
      return named && back ? withCape({ item }, ownCape(back, named.path)) : { item };
    });
  const sheetName = (index: number, field: string): string => {
    if (field === 'value') return 'skin';
    return field === 'cape' ? backName(index) : field;
  };
  const request: GroupRequest = {
    items: items.map((item, index) => ({
      ...item,
      // Poses of `varied` are chosen by the value: the same skin has always the same.
      value: skins[index]!.revision,
      ...(backs[index] && { cape: backName(index) }),
    })),
    options,
    fieldPath: (index, field) => itemPath(index, sheetName(index, field)),
    optionPath: (name) => name,
    ...detachedContext(),
  };
  const { bytes } = await drawGroup(request, findItems, parts);
  return bytes;
}
