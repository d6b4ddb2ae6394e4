import { combineErrors } from '../../errors/combine-errors.ts';
import type { Drawing } from '../../draw-pool/pool.ts';
import type { RequestContext } from '../../http/conditional.ts';
import { gridOf } from '../../options/heads-order.ts';
import type { LoadedItem } from '../../pictures/load-sheets.ts';
import type { ItemResult, Picture } from '../../pictures/picture.ts';
import type { PictureService } from '../../pictures/picture-service.ts';
import { itemOf } from '../../pictures/resolve-item.ts';
import { badReference } from '../../players/bad-reference.ts';
import type { Players } from '../../players/players.ts';
import type { PlayerReference } from '../../players/reference.ts';
import type { HeadsQuery, OffsetsAnswer } from './schema.ts';

export type HeadsParts = {
  readonly players: Players;
  readonly drawing: Pick<Drawing, 'draw'>;
  readonly pictures: PictureService;
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
    const references = value.map((one) => players.parseReference(one, account));
    const errors = references.flatMap((one, index) =>
      one === null ? [badReference(`query.value[${index}]`)] : [],
    );
    if (errors.length > 0) throw combineErrors(errors);
    return references.filter((one) => one !== null);
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

/** Each sheet once, however many faces have it. */
function facesOf(items: readonly LoadedItem[]) {
  const sheets = [...new Map(items.map(({ skin }) => [skin.revision, skin])).values()];
  const indices = new Map(sheets.map(({ revision }, index) => [revision, index]));
  return {
    sheets,
    figures: items.map(({ skin, upsideDown }) => ({
      sheet: indices.get(skin.revision)!,
      upsideDown,
    })),
  };
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
