import type { RowJob, SceneJob } from '../src/engine/options/jobs.ts';
import { sizes } from '../src/engine/scenes/layout/sizes.ts';
import { defaultHeightPx, sceneJob } from './support/figures.ts';
import { rowsOf, type Report } from './support/report.ts';
import { readSampleSkins, turnOf, type SampleSkin } from './support/sample-skins.ts';
import { alternate } from './support/timing.ts';
import { createDrawing } from '../src/service/queue/drawing.ts';

const players = 10;
const formats = { webp: 'WebP', avif: 'AVIF' } as const;
const hasEars: ReadonlySet<string> = new Set(['sample-dragon', 'sample-kitsune']);

/** In a scene of this size ten players are so high. */
const sceneFigurePx = 280;

/**
 * Ten players in a pool with one worker, after warming up: in a row compared with one player, and in a
 * scene compared with a row of the same height; the bytes of the scene in each format.
 */
export async function run(): Promise<Report> {
  // Skins with Ears have plans of their own, which no other player shares.
  const skins = readSampleSkins()
    .filter(({ name }) => !hasEars.has(name))
    .slice(0, players);
  const drawing = await createDrawing({ threads: 1 });
  const draw = (worn: readonly SampleSkin[], heightPx = defaultHeightPx) =>
    drawing.draw('row', rowOf(worn, heightPx), undefined);
  const scene = (format: SceneJob['format']) =>
    drawing.draw('scene', { ...sceneJob(skins, sizes.og), format }, undefined);
  try {
    const times = await alternate(
      {
        // Another player in each round, so that none is favoured.
        one: (round) => draw([turnOf(skins, round)]),
        ten: () => draw(skins),
        low: () => draw(skins, sceneFigurePx),
        scene: () => scene('png'),
      },
      { rounds: players * 8, warmUpRounds: players * 2 },
    );
    const ten = await draw(skins);
    const kB = async (format: SceneJob['format']): Promise<number> =>
      (await scene(format)).length / 1000;
    const png = ['as PNG', await kB('png')] as const;
    const row = rowsOf('row/');
    const own = `${players} different players with their names, ${defaultHeightPx} px, through the drawing pool`;
    const inScene = `${players} players in a scene of ${sizes.og.join('×')}, from sheets to PNG`;
    const one = ['one of these players', times('one')] as const;
    const low = `a plain row of the same players, ${sceneFigurePx} px high`;
    const as = async (format: keyof typeof formats) =>
      row(`scene-${format}`, `the scene as ${formats[format]}`, [await kB(format), 'kB', png], {
        atMost: 0.7,
      });
    return {
      rows: [
        // 3.5 on a quiet machine, 4.3 on a busy one; ten times as much would be nothing gained.
        row('ten', own, [times('ten'), 'ms', one], { atMost: 5 }),
        // 1.9 on two cores, with some room: beside it the row is small.
        row('scene', inScene, [times('scene'), 'ms', [low, times('low')]], { atMost: 2.5 }),
        await as('webp'),
        await as('avif'),
      ],
      remarks: [
        `The row of ten is ${ten.widthPx}×${ten.heightPx} px and ${(ten.bytes.length / 1000).toFixed(0)} kB.`,
      ],
    };
  } finally {
    await drawing.close();
  }
}

function rowOf(worn: readonly SampleSkin[], heightPx: number): RowJob {
  return {
    renderType: 'default',
    crop: 'full',
    heightPx,
    gapPx: null,
    format: 'png',
    sheets: worn.map(({ name, png }) => ({ revision: name, png })),
    figures: worn.map(({ name, model }, sheet) => ({
      sheet,
      model,
      label: name,
      upsideDown: false,
    })),
  };
}
