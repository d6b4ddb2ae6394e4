import {
  maxInRow,
  type Arrangement,
  type AnyArrangement,
  type Close,
  type Formation,
  frontOf,
} from './arrangements.ts';
import { bestSpace } from './layout.ts';
import type { LayoutRequest } from './request.ts';
import type { SizePx } from './sizes.ts';

/** Size of figures, as a share of the picture's height, with which a row is good enough. */
const goodRowShare = 1 / 3;

/** From this ratio of width to height a picture is a strip, which a row fills best. */
const stripRatio = 3;

/**
 * Each further row has to make figures larger, because it hides legs and puts names above heads; so has
 * each closer row, because it hides arms.
 */
const [rowWeight, closeWeight] = [0.92, 0.88] as const;

type Form = 'strip' | 'wide' | 'tall';

/** Two figures stand side by side; in more than two rows, at least two in every other. */
function maxRows(count: number): number {
  return count < 3 ? 1 : Math.ceil(count / 2);
}

/** How an arrangement may stand: in how many rows by the form of the picture, and how close in one. */
type Ways = Readonly<Record<Form, readonly number[]>> & {
  /** Most rows of so many. */
  readonly max: (count: number) => number;
  readonly closes: readonly Close[];
  /** Whether it stands in one row, not close, as long as that is large enough. */
  readonly isLine?: boolean;
};

const ways: Readonly<Record<Arrangement, Ways>> = {
  row: { strip: [1], wide: [1], tall: [1, 2, 3, 4], max: maxRows, closes: [0, 1], isLine: true },
  rows: { strip: [2], wide: [2], tall: [2, 3, 4], max: maxRows, closes: [0] },
  // The winners stand behind rows of the others only where a line would be small.
  podium: {
    strip: [1],
    wide: [1],
    tall: [1, 2, 3],
    max: (count) => (count > 4 ? Math.ceil((count - 3) / 2) + 1 : 1),
    closes: [0, 1],
    isLine: true,
  },
  teams: {
    strip: [1],
    wide: [1, 2],
    tall: [1, 2, 3, 4, 5],
    max: (count) => Math.ceil(count / 2),
    closes: [0],
  },
  // Less than three at its front are no arc.
  arc: {
    strip: [1],
    wide: [1, 2],
    tall: [1, 2, 3, 4],
    max: (count) => Math.max(1, ...[2, 3, 4].filter((rows) => frontOf(count, rows) >= 3)),
    closes: [0],
  },
  crowd: { strip: [1], wide: [1, 2], tall: [2, 3, 4], max: maxRows, closes: [0, 1] },
  stairs: {
    strip: [1],
    wide: [1],
    tall: [1, 2, 3, 4],
    max: (count) => Math.ceil(count / 2),
    closes: [0, 1, 2],
    isLine: true,
  },
};

/**
 * Chooses how a group stands: in which arrangement, if that is open, in how many rows, and how close.
 * @param size `null` for a picture that is made to fit its group
 */
export function formationOf(
  name: AnyArrangement,
  request: Omit<LayoutRequest, 'formation'>,
  sizePx: SizePx | null,
): Formation {
  const count = request.figures.length;
  const standing = (formation: Formation): number =>
    sizePx === null ? 0 : bestSpace({ ...request, formation }, sizePx).standingPx;
  const arrangement = name === 'auto' ? automatic(count, sizePx, standing) : name;
  const formations = formationsOf(arrangement, count, sizePx);
  if (sizePx === null || formations.length === 1) return formations[0]!;
  let best = { formation: formations[0]!, score: 0 };
  for (const formation of formations) {
    const { rows, close = 0 } = formation;
    const standingPx = standing(formation);
    const score = standingPx * rowWeight ** rows * closeWeight ** close;
    if (score > best.score) best = { formation, score };
    const { isLine = false } = ways[arrangement];
    if (isLine && rows === 1 && standingPx >= sizePx[1] * goodRowShare) break;
  }
  return best.formation;
}

function automatic(
  count: number,
  sizePx: SizePx | null,
  standing: (formation: Formation) => number,
): Arrangement {
  if (sizePx === null) return count <= maxInRow ? 'row' : 'rows';
  if (formOf(sizePx) === 'strip') return 'row';
  if (count > maxInRow) return 'rows';
  const isGood = standing({ arrangement: 'row', rows: 1 }) >= sizePx[1] * goodRowShare;
  return isGood ? 'row' : 'rows';
}

/** The loosest first. */
function formationsOf(
  arrangement: Arrangement,
  count: number,
  sizePx: SizePx | null,
): readonly Formation[] {
  const { max, closes, ...forms } = ways[arrangement];
  const limit = Math.max(1, max(count));
  const counts = new Set(forms[formOf(sizePx)].map((rows) => Math.min(rows, limit)));
  const loose = [...counts].map((rows): Formation => ({ arrangement, rows }));
  if (count < 2 || !counts.has(1)) return loose;
  const close = closes.flatMap((one) => (one === 0 ? [] : [{ arrangement, rows: 1, close: one }]));
  return [...loose, ...close];
}

function formOf(sizePx: SizePx | null): Form {
  if (sizePx === null) return 'wide';
  const [widthPx, heightPx] = sizePx;
  if (widthPx <= heightPx) return 'tall';
  return widthPx >= stripRatio * heightPx ? 'strip' : 'wide';
}
