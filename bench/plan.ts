import { compileFigure, compileFigureInBox } from '../test/support/compile-figure.ts';
import { createImage } from '../src/engine/image/canvas.ts';
import { drawPlan } from '../src/engine/raster/execute.ts';
import { prepareSheet, type SkinSheet } from '../src/engine/skin/sheet.ts';
import { encodePng } from '../src/engine/image/encode.ts';
import { createScratch } from '../src/engine/image/scratch.ts';
import { atlasOf, planBytes, type Plan } from '../src/engine/raster/plan.ts';
import {
  cropsOf,
  renderTypeNames,
  renderTypes,
  type RenderType,
} from '../src/engine/figure/render-types.ts';
import type { Figure } from '../src/engine/figure/figure.ts';
import { boxHeightPx, boxWidthPx, defaultHeightPx, drawSkin, figureOf } from './support/figures.ts';
import { rowsOf, type Report, type Row } from './support/report.ts';
import { readSampleSkins, turnOf } from './support/sample-skins.ts';
import { alternate, min, shortestMs, sum, type Medians } from './support/timing.ts';
import { prepareTextures } from '../src/engine/pictures/draw-figure.ts';
import type { EarsOption } from '../src/engine/options/figure-values.ts';

/** Memory limit of plans: the default of `DrawingOptions.planBytes`. */
const planCeilingBytes = 112 * 1024 * 1024;

const row = rowsOf('plan/');

const posed = renderTypeNames.filter((name) => renderTypes[name].kind === 'posed');

/** Time to compile plans, and their size: with flat overlays, from another angle, with raised ones. */
export async function run(): Promise<Report> {
  return {
    rows: [
      await boxRow(),
      ...(await typeRows()),
      raisedSizeRow(),
      await raisedRow(),
      ...(await earsRows()),
      keptPlans(),
    ],
    remarks: [
      'Compile times are the processor time of the shortest of several runs: other programs and guests of the machine only add to work that is always the same.',
    ],
  };
}

async function boxRow(): Promise<Row> {
  const figure = figureOf({ heightPx: boxHeightPx });
  const ms = await shortestMs(() => compileFigureInBox(figure, boxWidthPx), 40, 10);
  const what = `compile a plan, full body ${boxWidthPx}×${boxHeightPx}`;
  return row('box', what, [ms, 'ms'], { atMost: 25 });
}

const planOf = (renderType: RenderType, changes: Partial<Figure> = {}): Plan =>
  compileFigure(figureOf({ renderType, heightPx: defaultHeightPx, ...changes }));

/** The slowest of each variant. Each type has its turn in each round, so that a busy minute affects no type alone. */
async function typeRows(): Promise<Row[]> {
  const angle = { yawDegrees: 137, pitchDegrees: -11 };
  const variants = [
    { id: 'types', which: '', types: renderTypeNames, changes: {}, atMost: 45 },
    {
      id: 'free-angles',
      which: ', another angle',
      types: renderTypeNames,
      changes: angle,
      atMost: 45,
    },
    // 112 to 143 ms, by machine.
    { id: 'raised', which: ', raised', types: posed, changes: { overlay: 'raised' }, atMost: 150 },
  ] as const;
  const tasks = variants.flatMap(({ id, types, changes }) =>
    types.map((type) => [`${type} ${id}`, () => planOf(type, changes)] as const),
  );
  const rounds = { rounds: 15, warmUpRounds: 1, of: min };
  const minMs = await alternate(Object.fromEntries(tasks), rounds);
  return variants.map(({ id, which, types, atMost }) => {
    const msOf = (type: RenderType): number => minMs(`${type} ${id}`);
    const worst = types.toSorted((one, other) => msOf(other) - msOf(one))[0]!;
    const what = `compile a plan, any type${which}, ${defaultHeightPx} px high; the worst: ${worst}`;
    return row(id, what, [msOf(worst), 'ms'], { atMost });
  });
}

function raisedSizeRow(): Row {
  const sizes = posed.map((type) => {
    const [raised, flat] = [planOf(type, { overlay: 'raised' }), planOf(type)].map(planBytes);
    return { type, raised: raised! / 1000, flat: flat! / 1000 };
  });
  const largest = sizes.toSorted((a, b) => b.raised / b.flat - a.raised / a.flat)[0]!;
  const what = `size of a raised plan, any type; the worst: ${largest.type}`;
  const peer = ['the same with a flat overlay', largest.flat] as const;
  return row('raised-size', what, [largest.raised, 'kB', peer], { atMost: 3 });
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

type Compared = Medians<'worn' | 'plain'>;
const timesAsLong = (ms: Compared): number => ms('worn') / ms('plain');

/** Figures with ears, tails, a snout and wings, from the front and from behind: the worst of each. */
async function earsRows(): Promise<Row[]> {
  const all: { readonly name: string; readonly compile: Compared; readonly draw: Compared }[] = [];
  for (const { name, decoded, model } of readSampleSkins()) {
    const skin = prepareSheet(decoded);
    for (const yawDegrees of skin.ears ? [0, 150] : []) {
      const tasksOf = (option: EarsOption) => earsTasks(skin, option, { model, yawDegrees });
      const [worn, plain] = [tasksOf('auto'), tasksOf('none')];
      const of = { rounds: 40, warmUpRounds: 10, of: min };
      const compile = await alternate({ worn: worn.compile, plain: plain.compile }, of);
      const draw = await alternate({ worn: worn.draw, plain: plain.draw }, { ...of, rounds: 400 });
      all.push({ name: `${name}, ${yawDegrees}°`, compile, draw });
    }
  }
  return (['compile', 'draw'] as const).map((task) => {
    const worst = all.toSorted((a, b) => timesAsLong(b[task]) - timesAsLong(a[task]))[0]!;
    const what = `${task} a figure with Ears, ${boxWidthPx}×${boxHeightPx}; the worst: ${worst.name}`;
    const peer = ['the same without', worst[task]('plain')] as const;
    const atMost = task === 'compile' ? 2 : 1.6;
    return row(`ears-${task}`, what, [worst[task]('worn'), 'ms', peer], { atMost });
  });
}

function earsTasks(skin: SkinSheet, option: EarsOption, changes: Partial<Figure>) {
  const styling = { renderType: 'default', ears: option } as const;
  const { textures, ears } = prepareTextures({ skin, cape: null }, styling);
  const figure = figureOf({ heightPx: boxHeightPx, ...changes, ears });
  const plan = compileFigureInBox(figure, boxWidthPx);
  const { parts = null, glow = null } = textures.ears ?? {};
  const atlas = atlasOf({ skin: textures.skin, cape: null, ears: parts });
  const image = createImage(plan.widthPx, plan.heightPx);
  return {
    compile: () => compileFigureInBox(figure, boxWidthPx),
    draw: () => drawPlan(plan, atlas, image, { glow }),
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
  const what = `${sizes.length} plans: all types, crops and models at ${defaultHeightPx} px, compared with the memory limit of plans`;
  return row('kept', what, [sum(sizes) / 1e6, 'MB'], {
    atMost: Math.floor(planCeilingBytes / 1e6),
  });
}
