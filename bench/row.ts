import { createDrawing, type Drawing } from '../src/draw-pool/pool.ts';
import type { RowOrder } from '../src/options/order.ts';
import { defaultHeightPx } from './support/figures.ts';
import { ratioRow, type Report } from './support/report.ts';
import { readSampleSkins, turnOf, type SampleSkin } from './support/sample-skins.ts';
import { alternate } from './support/timing.ts';

const players = 10;

/** A row of ten different players compared with one, in a pool with one worker, after warming up. */
export async function run(): Promise<Report> {
  const skins = readSampleSkins().slice(0, players);
  const drawing = await createDrawing({ threads: 1 });
  try {
    const draw = (textures: readonly SampleSkin[]) =>
      drawing.draw('row', orderOf(textures), undefined);
    const times = await alternate(
      {
        // Another player in each round, so that none is favoured.
        one: (round) => draw([turnOf(skins, round)]),
        ten: () => draw(skins),
      },
      { rounds: players * 8, warmUpRounds: players * 2 },
    );
    return {
      rows: [
        ratioRow({
          id: 'row/ten',
          what: `${players} different players with their names, ${defaultHeightPx} px, through the drawing pool`,
          value: times('ten'),
          unit: 'ms',
          peer: { name: 'one of these players', value: times('one') },
          target: { atMost: 12 },
        }),
      ],
      remarks: [await sizes(drawing, skins)],
    };
  } finally {
    await drawing.close();
  }
}

function orderOf(textures: readonly SampleSkin[]): RowOrder {
  return {
    renderType: 'default',
    crop: 'full',
    heightPx: defaultHeightPx,
    gapPx: null,
    format: 'png',
    sheets: textures.map(({ name, png }) => ({ revision: name, png })),
    figures: textures.map(({ name, model }, sheet) => ({
      sheet,
      model,
      label: name,
      upsideDown: false,
    })),
  };
}

async function sizes(drawing: Drawing, skins: readonly SampleSkin[]): Promise<string> {
  const ten = await drawing.draw('row', orderOf(skins), undefined);
  return `The row of ten is ${ten.widthPx}×${ten.heightPx} px and ${(ten.bytes.length / 1000).toFixed(0)} kB.`;
}
