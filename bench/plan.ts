import { compileFigure, compileFigureInBox } from '../test/support/compile-figure.ts';
import { createImage } from '../src/engine/image/canvas.ts';
import { drawPlan } from '../src/engine/raster/execute.ts';
import { atlasOf } from '../src/engine/raster/atlas.ts';
import { prepareSheet } from '../src/engine/skin/sheet.ts';
import { encodePng } from '../src/engine/image/encode.ts';
import { createScratch } from '../src/engine/image/scratch.ts';
import { planBytes } from '../src/engine/raster/plan.ts';
import { cropsOf, renderTypeNames, renderTypes } from '../src/engine/figure/render-types.ts';
import { boxHeightPx, boxWidthPx, defaultHeightPx, drawSkin, figureOf } from './support/figures.ts';
import { ratioRow, valueRow, type Report, type Row } from './support/report.ts';
import { readSampleSkins, turnOf } from './support/sample-skins.ts';
import { alternate, min, sum, type Medians } from './support/timing.ts';
import { prepareTextures } from '../src/engine/pictures/draw-figure.ts';
import type { EarsOption } from '../src/engine/options/figure-values.ts';

/** Memory limit of plans: the default of `DrawingOptions.planBytes`. */
const planCeilingBytes = 112 * 1024 * 1024;

/** Time to compile plans, and their size: with flat overlays, from another angle, with raised ones. */
export async function run(): Promise<Report> {
  const types = await measureTypes();
  const raised = types.filter(({ kind }) => kind === 'posed');
  const largest = raised.toSorted((a, b) => timesAsLarge(b) - timesAsLarge(a))[0]!;
  return {
    rows: [
      await boxRow(),
      worstRow('plan/types', types, ['own', 45]),
      worstRow('plan/free-angles', types, ['another angle', 45]),
      worstRow('plan/raised', raised, ['raised', 140]),
      ratioRow({
        id: 'plan/raised-size',
        what: `size of a raised plan, any type; the worst: ${largest.renderType}`,
        value: largest.kB.raised,
        unit: 'kB',
        peer: { name: 'the same with a flat overlay', value: largest.kB.own },
        target: { atMost: 3 },
      }),
      await raisedRow(),
      ...(await earsRows()),
      keptPlans(),
    ],
    tables: [
      {
        title: `Plans of each type, full, ${defaultHeightPx} px high`,
        head: ['type', 'compile, ms', 'another angle, ms', 'raised, ms', 'size, kB', 'raised, kB'],
        body: types.map(({ renderType, kind, ms, kB }) => [
          renderType,
          ms.own.toFixed(1),
          ms['another angle'].toFixed(1),
          kind === 'posed' ? ms.raised.toFixed(1) : '–',
          kB.own.toFixed(0),
          kind === 'posed' ? kB.raised.toFixed(0) : '–',
        ]),
      },
    ],
    remarks: [
      'Compile times are the processor time of the shortest of several runs: other programs and guests of the machine only add to work that is always the same.',
    ],
  };
}

async function boxRow(): Promise<Row> {
  const figure = figureOf({ heightPx: boxHeightPx });
  const ms = await alternate(
    { box: () => compileFigureInBox(figure, boxWidthPx) },
    { rounds: 40, warmUpRounds: 10, of: min },
  );
  return valueRow({
    id: 'plan/box',
    what: `compile a plan, full body ${boxWidthPx}×${boxHeightPx}`,
    value: ms('box'),
    unit: 'ms',
    target: { atMost: 25 },
  });
}

type TypeFigures = Awaited<ReturnType<typeof measureTypes>>[number];
type Variant = keyof TypeFigures['ms'];

const timesAsLarge = ({ kB }: TypeFigures): number => kB.raised / kB.own;

/** Each type once in each round, so that a busy minute of the machine affects no type alone. */
async function measureTypes() {
  const types = renderTypeNames.map((renderType) => {
    const own = figureOf({ renderType, heightPx: defaultHeightPx });
    const { kind } = renderTypes[renderType];
    return {
      renderType,
      kind,
      own: () => compileFigure(own),
      angle: () => compileFigure({ ...own, yawDegrees: 137, pitchDegrees: -11 }),
      raised: () => compileFigure(kind === 'posed' ? { ...own, overlay: 'raised' } : own),
    };
  });
  const tasks = types.flatMap(({ renderType, own, angle, raised }) => [
    [`${renderType} own`, own] as const,
    [`${renderType} angle`, angle] as const,
    [`${renderType} raised`, raised] as const,
  ]);
  const minMs = await alternate(Object.fromEntries(tasks), {
    rounds: 15,
    warmUpRounds: 1,
    of: min,
  });
  return types.map(({ renderType, kind, own, raised }) => ({
    renderType,
    kind,
    ms: {
      own: minMs(`${renderType} own`),
      'another angle': minMs(`${renderType} angle`),
      raised: minMs(`${renderType} raised`),
    },
    kB: { own: planBytes(own()) / 1000, raised: planBytes(raised()) / 1000 },
  }));
}

function worstRow(
  id: string,
  types: readonly TypeFigures[],
  [variant, atMost]: readonly [Variant, number],
): Row {
  const worst = types.toSorted((a, b) => b.ms[variant] - a.ms[variant])[0]!;
  const which = variant === 'own' ? '' : `, ${variant}`;
  return valueRow({
    id,
    what: `compile a plan, any type${which}, ${defaultHeightPx} px high; the worst: ${worst.renderType}`,
    value: worst.ms[variant],
    unit: 'ms',
    target: { atMost },
  });
}

async function raisedRow(): Promise<Row> {
  const skins = readSampleSkins().filter(({ model }) => model === 'classic');
  const scratch = createScratch(16 * 1024 * 1024);
  const draw = (overlay: 'flat' | 'raised') => {
    const plan = compileFigureInBox(figureOf({ heightPx: boxHeightPx, overlay }), boxWidthPx);
    return (round: number) => encodePng(drawSkin(plan, turnOf(skins, round).decoded, scratch));
  };
  const times = await alternate(
    { flat: draw('flat'), raised: draw('raised') },
    { rounds: skins.length * 12, warmUpRounds: skins.length * 3 },
  );
  return ratioRow({
    id: 'plan/raised-figure',
    what: `full body ${boxWidthPx}×${boxHeightPx}, raised, decoded sheet to PNG`,
    value: times('raised'),
    unit: 'ms',
    peer: { name: 'the same with a flat overlay', value: times('flat') },
    target: { atMost: 1.6 },
  });
}

/** Figures with ears, tails, a snout and wings, from the front and from behind: the worst of each. */
async function earsRows(): Promise<Row[]> {
  const cases = readSampleSkins().flatMap(({ name, decoded, model }) => {
    const skin = prepareSheet(decoded);
    if (!skin.ears) return [];
    return [0, 150].map((yawDegrees) => ({
      name: `${name}, ${yawDegrees}°`,
      skin,
      model,
      yawDegrees,
    }));
  });
  const ratios: { readonly name: string; readonly compile: Ratio; readonly draw: Ratio }[] = [];
  for (const { name, skin, model, yawDegrees } of cases) {
    const tasksOf = (option: EarsOption) => {
      const { textures, ears } = prepareTextures(
        { skin, cape: null },
        { renderType: 'default', ears: option },
      );
      const figure = figureOf({ heightPx: boxHeightPx, model, yawDegrees, ears });
      const plan = compileFigureInBox(figure, boxWidthPx);
      const { parts = null, glow = null } = textures.ears ?? {};
      const atlas = atlasOf({ skin: textures.skin, cape: null, ears: parts });
      const image = createImage(plan.widthPx, plan.heightPx);
      return {
        compile: () => compileFigureInBox(figure, boxWidthPx),
        draw: () => drawPlan(plan, atlas, image, { glow }),
      };
    };
    const [worn, plain] = [tasksOf('auto'), tasksOf('none')];
    const of = { rounds: 40, warmUpRounds: 10, of: min };
    const compiles = await alternate({ worn: worn.compile, plain: plain.compile }, of);
    const draws = await alternate({ worn: worn.draw, plain: plain.draw }, { ...of, rounds: 400 });
    ratios.push({ name, compile: ratioOf(compiles), draw: ratioOf(draws) });
  }
  return (['compile', 'draw'] as const).map((task) => {
    const worst = ratios.toSorted(
      (a, b) => b[task].ours / b[task].plain - a[task].ours / a[task].plain,
    )[0]!;
    return ratioRow({
      id: `plan/ears-${task}`,
      what: `${task} a figure with Ears, ${boxWidthPx}×${boxHeightPx}; the worst: ${worst.name}`,
      value: worst[task].ours,
      unit: 'ms',
      peer: { name: 'the same without', value: worst[task].plain },
      target: { atMost: task === 'compile' ? 2 : 1.6 },
    });
  });
}

type Ratio = { readonly ours: number; readonly plain: number };

const ratioOf = (ms: Medians<'worn' | 'plain'>): Ratio => ({
  ours: ms('worn'),
  plain: ms('plain'),
});

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
