import {
  defaultFigure,
  defaultPicture,
  type RowJob,
  type SceneJob,
} from '../src/engine/options/jobs.ts';
import { sizes } from '../src/engine/scenes/layout/sizes.ts';
import { defaultHeightPx } from './support/figures.ts';
import { ratioRow, type Report } from './support/report.ts';
import { readSampleSkins, turnOf, type SampleSkin } from './support/sample-skins.ts';
import { alternate } from './support/timing.ts';
import { createDrawing } from '../src/service/queue/drawing.ts';

const players = 10;
const formats = ['webp', 'avif'] as const;
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
  const row = (worn: readonly SampleSkin[], heightPx = defaultHeightPx) =>
    drawing.draw('row', rowOf(worn, heightPx), undefined);
  const scene = (format: SceneJob['format']) =>
    drawing.draw('scene', { ...sceneOf(skins), format }, undefined);
  try {
    const times = await alternate(
      {
        // Another player in each round, so that none is favoured.
        one: (round) => row([turnOf(skins, round)]),
        ten: () => row(skins),
        low: () => row(skins, sceneFigurePx),
        scene: () => scene('png'),
      },
      { rounds: players * 8, warmUpRounds: players * 2 },
    );
    const ten = await row(skins);
    const png = (await scene('png')).length / 1000;
    const files = await Promise.all(
      formats.map(async (format) => [format, (await scene(format)).length / 1000] as const),
    );
    return {
      rows: [
        ratioRow({
          id: 'row/ten',
          what: `${players} different players with their names, ${defaultHeightPx} px, through the drawing pool`,
          value: times('ten'),
          unit: 'ms',
          peer: { name: 'one of these players', value: times('one') },
          // 3.5 on a quiet machine, 4.3 on a busy one; ten times as much would be nothing gained.
          target: { atMost: 5 },
        }),
        ratioRow({
          id: 'row/scene',
          what: `${players} players in a scene of ${sizes.og.join('×')}, from sheets to PNG`,
          value: times('scene'),
          unit: 'ms',
          peer: {
            name: `a plain row of the same players, ${sceneFigurePx} px high`,
            value: times('low'),
          },
          // 1.9 on two cores, with some room: beside it the row is small.
          target: { atMost: 2.5 },
        }),
        ...files.map(([format, value]) =>
          ratioRow({
            id: `row/scene-${format}`,
            what: `the scene as ${format === 'webp' ? 'WebP' : 'AVIF'}`,
            value,
            unit: 'kB',
            peer: { name: 'as PNG', value: png },
            target: { atMost: 0.7 },
          }),
        ),
      ],
      remarks: [
        `The row of ten is ${ten.widthPx}×${ten.heightPx} px and ${(ten.bytes.length / 1000).toFixed(0)} kB.`,
      ],
    };
  } finally {
    await drawing.close();
  }
}

const sheetOf = ({ name, png }: SampleSkin) => ({ revision: name, png });

function rowOf(worn: readonly SampleSkin[], heightPx: number): RowJob {
  return {
    renderType: 'default',
    crop: 'full',
    heightPx,
    gapPx: null,
    format: 'png',
    sheets: worn.map(sheetOf),
    figures: worn.map(({ name, model }, sheet) => ({
      sheet,
      model,
      label: name,
      upsideDown: false,
    })),
  };
}

const plainFigure = { ...defaultFigure, kind: 'posed', cape: null, upsideDown: false } as const;

function sceneOf(skins: readonly SampleSkin[]): SceneJob {
  return {
    ...defaultPicture,
    flag: null,
    scene: 'meadow',
    sizePx: sizes.og,
    heightPx: 0,
    shadow: true,
    skins: skins.map(sheetOf),
    capes: [],
    pictures: [],
    figures: skins.map(({ name, model }, skin) => ({ ...plainFigure, skin, model, label: name })),
  };
}
