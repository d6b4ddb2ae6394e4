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
import { rowsOf, type Report, type Row } from './support/report.ts';
import { readSampleSkins, turnOf } from './support/sample-skins.ts';
import { alternate, min, sum, type Medians } from './support/timing.ts';
import { prepareTextures } from '../src/engine/pictures/draw-figure.ts';
import type { EarsOption } from '../src/engine/options/figure-values.ts';

/** Memory limit of plans: the default of `DrawingOptions.planBytes`. */
const planCeilingBytes = 112 * 1024 * 1024;

const row = rowsOf('plan/');

/** Time to compile plans, and their size: with flat overlays, from another angle, with raised ones. */
export async function run(): Promise<Report> {
  const types = await measureTypes();
  const raised = types.filter(({ kind }) => kind === 'posed');
  const { renderType, kB: size } = raised.toSorted((a, b) => timesAsLarge(b) - timesAsLarge(a))[0]!;
  const raisedSize = `size of a raised plan, any type; the worst: ${renderType}`;
  const flat = ['the same with a flat overlay', size.own] as const;
  return {
    rows: [
      await boxRow(),
      worstRow('types', types, ['own', 45]),
      worstRow('free-angles', types, ['another angle', 45]),
      worstRow('raised', raised, ['raised', 140]),
      row('raised-size', raisedSize, [size.raised, 'kB', flat], { atMost: 3 }),
      await raisedRow(),
      ...(await earsRows()),
      keptPlans(),
    ],
    tables: [
      {
        title: `Plans of each type, full, ${defaultHeightPx} px high`,
        head: ['type', 'compile, ms', 'another angle, ms', 'raised, ms', 'size, kB', 'raised, kB'],
        body: types.map(({ renderType: type, kind, ms, kB }) => [
          type,
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
  const what = `compile a plan, full body ${boxWidthPx}×${boxHeightPx}`;
  return row('box', what, [ms('box'), 'ms'], { atMost: 25 });
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
  const what = `compile a plan, any type${which}, ${defaultHeightPx} px high; the worst: ${worst.renderType}`;
  return row(id, what, [worst.ms[variant], 'ms'], { atMost });
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
  const what = `full body ${boxWidthPx}×${boxHeightPx}, raised, decoded sheet to PNG`;
  const peer = ['the same with a flat overlay', times('flat')] as const;
  return row('raised-figure', what, [times('raised'), 'ms', peer], { atMost: 1.6 });
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
    const timesOf = (one: (typeof ratios)[number]): number => one[task].ours / one[task].plain;
    const worst = ratios.toSorted((a, b) => timesOf(b) - timesOf(a))[0]!;
    const what = `${task} a figure with Ears, ${boxWidthPx}×${boxHeightPx}; the worst: ${worst.name}`;
    const peer = ['the same without', worst[task].plain] as const;
    const atMost = task === 'compile' ? 2 : 1.6;
    return row(`ears-${task}`, what, [worst[task].ours, 'ms', peer], { atMost });
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
  const what = `${sizes.length} plans: all types, crops and models at ${defaultHeightPx} px, compared with the memory limit of plans`;
  return row('kept', what, [sum(sizes) / 1e6, 'MB'], {
    atMost: Math.floor(planCeilingBytes / 1e6),
  });
}
