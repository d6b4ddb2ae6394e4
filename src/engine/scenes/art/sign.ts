import { fill, paint, paints, put, type Art } from './art.ts';
import { hash } from './noise.ts';

const wood = paints('#a9743f #9a6838 #b58049');
const [edge, lit, dark] = paints('#3d2618 #c9945a #7a4f2a');
const nail = paint('#d9d3c7');

/** Where a sign is, in art pixels. */
type Sign = {
  readonly left: number;
  readonly top: number;
  readonly columns: number;
  /** Of its board. */
  readonly rows: number;
  /** The row on which its post stands; at the lower edge of its board if it has none. */
  readonly ground: number;
};

/** Draws a board of planks on a post. */
export function paintSign(art: Art, { left, top, columns, rows, ground }: Sign): void {
  const thick = Math.max(2, Math.round(rows / 6));
  const post = left + Math.round((columns - thick) / 2);
  fill(art, [post - 1, top + rows, thick + 2, ground - top - rows], edge!);
  fill(art, [post, top + rows, thick, ground - top - rows], dark!);
  fill(art, [post, top + rows, 1, ground - top - rows], wood[0]!);
  fill(art, [left, top, columns, rows], edge!);
  const plank = Math.max(3, Math.round((rows - 2) / 3));
  for (let y = 1; y < rows - 1; y++) {
    const at = Math.floor((y - 1) / plank);
    const isGap = (y - 1) % plank === plank - 1 && y < rows - 2;
    for (let x = 1; x < columns - 1; x++) {
      // The grain runs along the planks.
      const grain = hash(401 + at, Math.floor((x + at * 5) / 6), y);
      const plain = y === 1 ? lit! : wood[Math.floor(grain * wood.length)]!;
      put(art, left + x, top + y, isGap ? dark! : plain);
    }
  }
  for (const x of [2, columns - 3]) put(art, left + x, top + 2, nail);
}
