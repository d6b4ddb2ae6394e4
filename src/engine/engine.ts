import type {
  SheetBytes,
  FigureJob,
  ModelJob,
  PosedFigure,
  PropFigure,
  RowJob,
  SceneFigure,
  SceneJob,
} from './options/jobs.ts';
import type { FigureSpec } from './options/figure-options.ts';
import { kindOf, type PictureSpec, type SpecFigure } from './options/spec.ts';
import type { ModelOption } from '../common/player.ts';
import type { PictureDrawing, Watch } from './workers/tasks.ts';
import type { EarsOption } from './options/figure-values.ts';
import type { SceneProps } from './options/spec.ts';
import type { Crop } from './figure/camera/crops.ts';

/** What was found for one figure of a picture. */
export type FigureFiles = {
  /** Its sheet; the finished picture of a figure that is drawn elsewhere. */
  readonly skin: SheetBytes;
  readonly cape: SheetBytes | null;
  readonly model: ModelOption;
  /** Clean, one line; empty for none. */
  readonly label: string;
  /** Whether it stands on its head. */
  readonly upsideDown: boolean;
  /** Whether the game gives it round ears. */
  readonly hasMouseEars: boolean;
  /** Whether it is a finished picture of the figure. */
  readonly isPicture: boolean;
  /** Whether it stands for a player who is not available, and has nothing of theirs: it does not move. */
  readonly isGrey: boolean;
};

/**
 * Draws a picture of players: the one way to do so, for routes, library and program.
 * @param files in the order of the figures of the spec
 * @param client for fair scheduling
 * @throws {UnusableSheetsError} that lists every sheet that is none
 * @throws {TooLargeError} that names the option that makes it so
 */
export async function draw(
  spec: PictureSpec,
  files: readonly FigureFiles[],
  {
    drawing,
    client,
    watch,
  }: {
    readonly drawing: PictureDrawing;
    readonly client: string | undefined;
    readonly watch?: Watch | undefined;
  },
): Promise<Uint8Array> {
  const kind = kindOf(spec);
  if (kind === 'figure') return drawing.draw('figure', figureJob(spec, files[0]!), client, watch);
  if (kind === 'model') return drawing.draw('model', modelJob(spec, files[0]!), client);
  if (kind === 'scene') return drawing.draw('scene', sceneJob(spec, files), client, watch);
  return (await drawing.draw('row', rowJob(spec, files), client)).bytes;
}

/** The spec of a figure, without what only decided where its files come from. */
function drawnOf({ isVaried: _v, isPicture: _p, ...spec }: SpecFigure, files: FigureFiles) {
  const { worn: _worn, model: _model, label: _label, ...figure } = spec;
  const still = files.isGrey ? { motion: null, pose: null } : {};
  return { ...figure, ...still, ears: earsOf(figure, files) };
}

/** The ears of a figure under an option for all: one account has the game's own. */
function earsOf({ ears }: Pick<FigureSpec, 'ears'>, { hasMouseEars }: FigureFiles): EarsOption {
  return hasMouseEars && ears !== 'none' ? 'deadmau5' : ears;
}

function figureJob(
  { figures: [only], box, heightPx, background, outline, format, animation }: PictureSpec,
  files: FigureFiles,
): FigureJob {
  const { skin, cape, model, upsideDown } = files;
  const { pose } = only!;
  const picture = { box, heightPx, background, outline, format, animation };
  return { ...drawnOf(only!, files), pose, ...picture, skin, cape, model, upsideDown };
}

function modelJob({ figures: [only], motions = [] }: PictureSpec, files: FigureFiles): ModelJob {
  const { renderType, overlay, wings, hold, holdLeft, pose } = only!;
  const { skin, cape, model, upsideDown } = files;
  const drawn = { renderType, overlay, wings, hold, holdLeft, pose, ears: earsOf(only!, files) };
  return { ...drawn, motions, skin, cape, model, upsideDown };
}

/** A plain row, all figures in one pose. */
function rowJob(
  { figures, heightPx, gapPx, format }: PictureSpec,
  files: readonly FigureFiles[],
): RowJob {
  const { renderType, crop } = figures[0]!;
  const { sheets, indexOf } = indexSheets(files.map(({ skin }) => skin));
  return {
    renderType,
    crop,
    heightPx,
    gapPx,
    format,
    sheets,
    figures: files.map((one, index) => ({
      sheet: indexOf(one.skin),
      model: one.model,
      label: one.label,
      upsideDown: one.upsideDown,
      ears: earsOf(figures[index]!, one),
    })),
  };
}

/** An arranged group. */
function sceneJob(
  { figures, props, isAlone: _alone, box: _box, fallback: _fallback, ...picture }: PictureSpec,
  files: readonly FigureFiles[],
): SceneJob {
  const sheetsOf = (isPicture: boolean) =>
    indexSheets(files.filter((one) => one.isPicture === isPicture).map(({ skin }) => skin));
  const [skins, pictures] = [sheetsOf(false), sheetsOf(true)];
  const capes = indexSheets(files.flatMap(({ cape }) => cape ?? []));
  return {
    ...picture,
    skins: skins.sheets,
    capes: capes.sheets,
    pictures: pictures.sheets,
    flag: props.flag && props.flag.png,
    figures: files
      .map((one, index): SceneFigure => {
        const figure = figures[index]!;
        const { skin, cape, model, label, upsideDown } = one;
        if (one.isPicture) {
          const { crop, mirror, scale, caption } = figure;
          return {
            kind: 'picture',
            picture: pictures.indexOf(skin),
            crop,
            mirror,
            scale,
            caption,
            label,
          };
        }
        const textures = { skin: skins.indexOf(skin), cape: cape && capes.indexOf(cape) };
        const own: Omit<PosedFigure, keyof FigureSpec> & { label: string; model: ModelOption } = {
          kind: 'posed',
          ...textures,
          model,
          label,
          upsideDown,
        };
        return { ...drawnOf(figure, one), ...own };
      })
      .concat(propFigures(props, figures[0]?.crop ?? 'full')),
  };
}

/** @param crop that of the players, from whose height a sign follows */
function propFigures({ hasFire, sign }: SceneProps, crop: Crop): PropFigure[] {
  const plain = { kind: 'prop', crop, scale: 1, label: '', caption: '' } as const;
  return [
    ...(hasFire ? [{ ...plain, prop: 'fire', text: '' } as const] : []),
    ...(sign === '' ? [] : [{ ...plain, prop: 'sign', text: sign } as const]),
  ];
}

/** Each sheet once, however many figures have it. */
export function indexSheets(sheets: readonly SheetBytes[]) {
  const distinct = new Map(sheets.map((sheet) => [sheet.revision, sheet]));
  const indices = new Map([...distinct.keys()].map((revision, index) => [revision, index]));
  return {
    sheets: [...distinct.values()],
    indexOf: ({ revision }: SheetBytes): number => indices.get(revision)!,
  };
}
