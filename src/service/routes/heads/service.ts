import { readEach } from '../../../common/errors/combine-errors.ts';
import type { RequestContext } from '../../../common/cache/context.ts';
import { gridOf } from '../../../engine/options/heads-order.ts';
import { indexSheets, type LoadedItem } from '../../../engine/entry/load-sheets.ts';
import type { Picture, PictureParts } from '../../pictures/respond.ts';
import { readReference } from '../../../upstreams/players/read-reference.ts';
import type { Players } from '../../../upstreams/players/players.ts';
import type { PlayerReference } from '../../../upstreams/players/reference.ts';
import type { HeadsQuery, OffsetsAnswer } from './schema.ts';
import type { ItemResult } from '../../../common/items.ts';
import { itemOf } from '../../../upstreams/players/item-of.ts';
import type { Drawing } from '../../queue/drawing.ts';

export type HeadsParts = {
  readonly players: Players;
  readonly drawing: Pick<Drawing, 'draw'>;
  readonly pictures: PictureParts['pictures'];
};

export type Heads = {
  /**
   * The faces in a grid; unavailable players are grey.
   * @throws {LineupError} `bad-request` that lists every value that is no reference, `overloaded`
   */
  readonly picture: (query: HeadsQuery, request: RequestContext) => Promise<Picture>;
};

const faceOnly = { label: '' } as const;

export function createHeads({ players, drawing, pictures }: HeadsParts): Heads {
  function readAll({ value, service }: HeadsQuery): PlayerReference[] {
    const account = players.readService(service, 'query.service');
    return readEach(value, (one, index) =>
      readReference(players, one, account, `query.value[${index}]`),
    );
  }

  return {
    picture: async (query, { isKnown, context }) => {
      const { columns, sidePx, format } = gridOptions(query);
      const results = await players.resolveMany(readAll(query), context);
      return pictures.picture({
        results: results.map((one): ItemResult =>
          one.ok ? { item: { ...itemOf(one.player, faceOnly), model: 'classic' } } : one,
        ),
        fallback: 'silhouette',
        fallbackItem: (_index, player) => itemOf(player, faceOnly),
        fieldPath: (index) => `query.value[${index}]`,
        capePath: () => undefined,
        inputs: ['heads', { columns, sidePx, format }],
        draw: (items) =>
          drawing.draw('heads', { columns, sidePx, format, ...facesOf(items) }, context.client),
        isKnown,
        context,
      });
    },
  };
}

function gridOptions({ columns = 10, height = 32, format = 'png' }: HeadsQuery) {
  return { columns, sidePx: height, format };
}

function facesOf(items: readonly LoadedItem[]) {
  const { sheets, indexOf } = indexSheets(items.map(({ skin }) => skin));
  const figures = items.map(({ skin, upsideDown }) => ({ sheet: indexOf(skin), upsideDown }));
  return { sheets, figures };
}

/** A step back to what is so far from the edge. */
function css(px: number): string {
  return px === 0 ? '0' : `-${px}px`;
}

/** Where each face is; needs no look-up. */
export function offsetsOf(query: HeadsQuery): OffsetsAnswer {
  const { columns, sidePx } = gridOptions(query);
  const grid = gridOf({ count: query.value.length, columns, sidePx });
  return {
    width: grid.widthPx,
    height: grid.heightPx,
    size: sidePx,
    heads: query.value.map((value, index) => {
      const { leftPx, topPx } = grid.offsetOf(index);
      return { value, x: leftPx, y: topPx, position: `${css(leftPx)} ${css(topPx)}` };
    }),
  };
}
