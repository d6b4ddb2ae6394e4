import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { compileFigure, compileFigureInBox } from '../test/support/compile-figure.ts';
import { planBytes } from '../src/render/plan/plan.ts';
import { cropsOf, renderTypeNames, type RenderType } from '../src/render/render-types.ts';
import { boxHeightPx, boxWidthPx, defaultHeightPx, figureOf } from './support/figures.ts';
import { valueRow, type Report, type Row, type Table } from './support/report.ts';
import { alternate, least, leastRemark, median, sum } from './support/timing.ts';

/** Memory limit of plans: the default of `DrawingOptions.planBytes`. */
const planCeilingBytes = 112 * 1024 * 1024;

/** Time to compile plans, and their size. */
export async function run(): Promise<Report> {
  const boxFigure = figureOf({ heightPx: boxHeightPx });
  const tallFigure = figureOf({ heightPx: defaultHeightPx });
  const cold = { box: await coldMs(boxWidthPx, boxHeightPx) };
  const warm = await alternate(
    {
      box: () => compileFigureInBox(boxFigure, boxWidthPx),
      tall: () => compileFigure(tallFigure),
    },
    { rounds: 40, warmUpRounds: 10, of: least },
  );
  const row = { unit: 'ms' } as const;
  const types = await measureTypes();
  return {
    rows: [
      valueRow({
        ...row,
        id: 'plan/box',
        what: `compile a plan, full body ${boxWidthPx}×${boxHeightPx}`,
        value: warm('box'),
        target: { atMost: 40 },
      }),
      valueRow({
        ...row,
        id: 'plan/tall',
        what: `compile a plan, full body ${defaultHeightPx} px high`,
        value: warm('tall'),
        target: { atMost: 60 },
      }),
      valueRow({
        ...row,
        id: 'plan/cold',
        what: `compile the first plan of a process, full body ${boxWidthPx}×${boxHeightPx}, wall-clock time`,
        value: cold.box,
        target: null,
      }),
      ...types.rows,
      keptPlans(),
    ],
    tables: [types.table],
    remarks: [leastRemark],
  };
}

/** The first plan of a process, before our code is optimized. */
async function coldMs(widthPx: number, heightPx: number): Promise<number> {
  const script = fileURLToPath(new URL('./processes/cold-compile.ts', import.meta.url));
  const runsMs: number[] = [];
  for (let round = 0; round < 5; round++) {
    const child = fork(script, [String(widthPx), String(heightPx)]);
    const [ms]: number[] = await once(child, 'message');
    runsMs.push(ms ?? Number.NaN);
  }
  return median(runsMs);
}

async function measureTypes(): Promise<{ rows: Row[]; table: Table }> {
  const all: TypeFigures[] = [];
  for (const renderType of renderTypeNames) all.push(await measureType(renderType, 5));
  const rows = [
    await worstRow('plan/types', 'compile a plan, any type', { all, by: 'ownMs' }),
    await worstRow('plan/free-angles', 'compile a plan, any type, another angle', {
      all,
      by: 'freeMs',
    }),
  ];
  return { rows, table: tableOf(all) };
}

type TypeFigures = {
  readonly renderType: RenderType;
  readonly ownMs: number;
  /** From a custom angle. */
  readonly freeMs: number;
  readonly bytes: number;
};

async function measureType(renderType: RenderType, rounds: number): Promise<TypeFigures> {
  const figure = figureOf({ renderType, heightPx: defaultHeightPx });
  const turned = { ...figure, yawDegrees: 137, pitchDegrees: -11 };
  const leastMs = await alternate(
    { own: () => compileFigure(figure), free: () => compileFigure(turned) },
    { rounds, warmUpRounds: 1, of: least },
  );
  return {
    renderType,
    ownMs: leastMs('own'),
    freeMs: leastMs('free'),
    bytes: planBytes(compileFigure(figure)),
  };
}

/** The worst of many short measurements is often an outlier: those at the top are measured again. */
async function worstRow(
  id: string,
  what: string,
  { all, by }: { readonly all: readonly TypeFigures[]; readonly by: 'ownMs' | 'freeMs' },
): Promise<Row> {
  const again: TypeFigures[] = [];
  for (const { renderType } of all.toSorted((a, b) => b[by] - a[by]).slice(0, 3)) {
    again.push(await measureType(renderType, 15));
  }
  const [worst] = again.toSorted((a, b) => b[by] - a[by]);
  if (worst === undefined) throw new Error('there are no types');
  return valueRow({
    id,
    what: `${what}, ${defaultHeightPx} px high; the worst: ${worst.renderType}`,
    value: worst[by],
    unit: 'ms',
    target: { atMost: 60 },
  });
}

function tableOf(all: readonly TypeFigures[]): Table {
  return {
    title: `Plans of each type, full, ${defaultHeightPx} px high`,
    head: ['type', 'compile, ms', 'another angle, ms', 'size, kB'],
    body: all.map(({ renderType, ownMs, freeMs, bytes }) => [
      renderType,
      ownMs.toFixed(1),
      freeMs.toFixed(1),
      (bytes / 1000).toFixed(0),
    ]),
  };
}

/** The workers share their plans, and any may be requested. */
function keptPlans(): Row {
  const sizes = renderTypeNames.flatMap((renderType) =>
    cropsOf(renderType).flatMap((crop) =>
      (['classic', 'slim'] as const).map((model) =>
        planBytes(compileFigure(figureOf({ renderType, crop, model, heightPx: defaultHeightPx }))),
      ),
    ),
  );
  return valueRow({
    id: 'plan/kept',
    what: `${sizes.length} plans: all types, crops and models at ${defaultHeightPx} px, compared with the memory limit of plans`,
    value: sum(sizes) / 1e6,
    unit: 'MB',
    target: { atMost: Math.floor(planCeilingBytes / 1e6) },
  });
}
