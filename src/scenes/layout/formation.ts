import {
  mostInRow,
  type Arrangement,
  type ArrangementName,
  type Formation,
} from './arrangements.ts';
import { layOut } from './layout.ts';
import type { LayoutRequest } from './request.ts';
import type { SizePx } from './sizes.ts';

/** Size of figures, as a share of the picture's height, with which a row is good enough. */
const goodRowShare = 1 / 3;

/** From this ratio of width to height a picture is a strip, which a row fills best. */
const stripRatio = 3;

/** Each further row has to make figures larger, because it hides legs and puts names above heads. */
const rowWeight = 0.92;

type Form = 'strip' | 'wide' | 'tall';

/** Two figures stand side by side; in more than two rows, at least two in every other. */
function mostRows(count: number): number {
  return count < 3 ? 1 : Math.ceil(count / 2);
}

/** Numbers of rows that an arrangement may have by the form of the picture, and at most for so many. */
type Rows = Readonly<Record<Form, readonly number[]>> & {
  readonly most: (count: number) => number;
};

const oneRow: Rows = { strip: [1], wide: [1], tall: [1], most: () => 1 };

const rowCounts: Readonly<Record<Arrangement, Rows>> = {
  row: oneRow,
  rows: { strip: [2], wide: [2], tall: [2, 3, 4], most: mostRows },
  // The rows of those beside the winners, who must stand higher.
  podium: { strip: [1], wide: [1, 2], tall: [1, 2], most: (count) => mostRows((count - 3) / 2) },
  teams: { strip: [1], wide: [1, 2], tall: [1, 2, 3], most: (count) => mostRows(count / 2) },
  // Less than three are no arc.
  arc: { strip: [1], wide: [1, 2], tall: [1, 2, 3], most: (count) => Math.floor((count + 1) / 3) },
  stairs: oneRow,
};

/**
 * Chooses how a group stands: in which arrangement, if that is open, and in how many rows.
 * @param size `null` for a picture that is made to fit its group
 */
export function formationOf(
  name: ArrangementName,
  request: Omit<LayoutRequest, 'formation'>,
  sizePx: SizePx | null,
): Formation {
  const count = request.figures.length;
  const standing = (formation: Formation): number =>
    sizePx === null ? 0 : layOut({ ...request, formation }, sizePx).standingPx;
  const arrangement = name === 'auto' ? automatic(count, sizePx, standing) : name;
  const counts = rowsOf(arrangement, count, sizePx);
  const [only] = counts;
  if (only !== undefined && counts.length === 1) return { arrangement, rows: only };
  const tried = counts.map((rows) => {
    const formation = { arrangement, rows };
    return { formation, score: standing(formation) * rowWeight ** rows };
  });
  return tried.reduce((best, one) => (one.score > best.score ? one : best)).formation;
}

function automatic(
  count: number,
  sizePx: SizePx | null,
  standing: (formation: Formation) => number,
): Arrangement {
  if (sizePx === null) return count <= mostInRow ? 'row' : 'rows';
  if (formOf(sizePx) === 'strip') return 'row';
  if (count > mostInRow) return 'rows';
  const isGood = standing({ arrangement: 'row', rows: 1 }) >= sizePx[1] * goodRowShare;
  return isGood ? 'row' : 'rows';
}

function rowsOf(arrangement: Arrangement, count: number, sizePx: SizePx | null): readonly number[] {
  const { most, ...forms } = rowCounts[arrangement];
  const limit = Math.max(1, most(count));
  return [...new Set(forms[formOf(sizePx)].map((rows) => Math.min(rows, limit)))];
}

function formOf(sizePx: SizePx | null): Form {
  if (sizePx === null) return 'wide';
  const [widthPx, heightPx] = sizePx;
  if (widthPx <= heightPx) return 'tall';
  return widthPx >= stripRatio * heightPx ? 'strip' : 'wide';
}
