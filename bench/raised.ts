import { compileFigure, compileFigureInBox } from '../test/support/compile-figure.ts';
import { encodePng } from '../src/render/image/encode.ts';
import { createScratch } from '../src/render/image/scratch.ts';
import { planBytes } from '../src/render/plan/plan.ts';
import { renderTypeNames, renderTypes, type RenderType } from '../src/render/render-types.ts';
import { boxHeightPx, boxWidthPx, defaultHeightPx, drawSkin, figureOf } from './support/figures.ts';
import { ratioRow, valueRow, type Report, type Table } from './support/report.ts';
import { readSampleSkins, turnOf } from './support/sample-skins.ts';
import { alternate, least, leastRemark } from './support/timing.ts';

/** Raised overlays compared with flat ones: drawing, compiling, size of plans. */
export async function run(): Promise<Report> {
  const skins = readSampleSkins().filter(({ model }) => model === 'classic');
  const scratch = createScratch(16 * 1024 * 1024);
  const figure = figureOf({ heightPx: boxHeightPx });
  const flat = compileFigureInBox(figure, boxWidthPx);
  const raised = compileFigureInBox({ ...figure, overlay: 'raised' }, boxWidthPx);
  const times = await alternate(
    {
      flat: (round) => encodePng(drawSkin(flat, turnOf(skins, round).decoded, scratch)),
      raised: (round) => encodePng(drawSkin(raised, turnOf(skins, round).decoded, scratch)),
    },
    { rounds: skins.length * 12, warmUpRounds: skins.length * 3 },
  );
  const types = await measureTypes(
    renderTypeNames.filter((renderType) => renderTypes[renderType].kind === 'posed'),
  );
  const slowest = types.toSorted((a, b) => b.raisedMs - a.raisedMs)[0]!;
  const largest = types.toSorted((a, b) => b.times - a.times)[0]!;
  return {
    rows: [
      ratioRow({
        id: 'raised/figure',
        what: `full body ${boxWidthPx}×${boxHeightPx}, raised, decoded sheet to PNG`,
        value: times('raised'),
        unit: 'ms',
        peer: { name: 'the same with a flat overlay', value: times('flat') },
        target: { atMost: 1.6 },
      }),
      valueRow({
        id: 'raised/plan',
        what: `compile a raised plan, any type, ${defaultHeightPx} px high; the worst: ${slowest.renderType}`,
        value: slowest.raisedMs,
        unit: 'ms',
        target: { atMost: 150 },
      }),
      ratioRow({
        id: 'raised/size',
        what: `size of a raised plan, any type; the worst: ${largest.renderType}`,
        value: largest.raisedBytes / 1000,
        unit: 'kB',
        peer: { name: 'the same with a flat overlay', value: largest.flatBytes / 1000 },
        target: { atMost: 3 },
      }),
    ],
    tables: [tableOf(types)],
    remarks: [leastRemark],
  };
}

type TypeFigures = {
  readonly renderType: RenderType;
  readonly flatMs: number;
  readonly raisedMs: number;
  readonly flatBytes: number;
  readonly raisedBytes: number;
  /** How many times as large. */
  readonly times: number;
};

/** Each type once in each round, so that a busy minute of the machine affects no type alone. */
async function measureTypes(types: readonly RenderType[]): Promise<TypeFigures[]> {
  const tasks = types.flatMap((renderType) => {
    const flat = figureOf({ renderType, heightPx: defaultHeightPx });
    const raised = { ...flat, overlay: 'raised' } as const;
    return [
      [`flat ${renderType}`, () => compileFigure(flat)] as const,
      [`raised ${renderType}`, () => compileFigure(raised)] as const,
    ];
  });
  const compile = Object.fromEntries(tasks);
  const leastMs = await alternate(compile, { rounds: 15, warmUpRounds: 1, of: least });
  return types.map((renderType) => {
    const [flat, raised] = [`flat ${renderType}`, `raised ${renderType}`];
    const [flatBytes, raisedBytes] = [planBytes(compile[flat]!()), planBytes(compile[raised]!())];
    return {
      renderType,
      flatMs: leastMs(flat),
      raisedMs: leastMs(raised),
      flatBytes,
      raisedBytes,
      times: raisedBytes / flatBytes,
    };
  });
}

function tableOf(types: readonly TypeFigures[]): Table {
  return {
    title: `Raised plans of each type, full, ${defaultHeightPx} px high`,
    head: ['type', 'flat, ms', 'raised, ms', 'flat, kB', 'raised, kB'],
    body: types.map(({ renderType, flatMs, raisedMs, flatBytes, raisedBytes }) => [
      renderType,
      flatMs.toFixed(1),
      raisedMs.toFixed(1),
      (flatBytes / 1000).toFixed(0),
      (raisedBytes / 1000).toFixed(0),
    ]),
  };
}
