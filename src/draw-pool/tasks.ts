import type { Cards } from './draw-cards.ts';
import type { FlatOrder } from '../options/flat-order.ts';
import type { HeadsOrder } from '../options/heads-order.ts';
import type {
  DrawnPicture,
  FigureOrder,
  RowOrder,
  SheetFiles,
  SheetOrder,
  TaskResult,
} from '../options/order.ts';
import type { Palette } from '../render/film/palette.ts';
import type {
  DrawnFrame,
  FigureFrameOrder,
  FilmFileOrder,
  FilmFrameOrder,
  PaletteOrder,
  SceneFrameOrder,
} from './film-tasks.ts';
import type { SharedPlan } from './plan-store.ts';
import type { SceneOrder } from '../options/scene-order.ts';

/** Everything that can be drawn besides cards, with its order and its result. */
type Pictures = {
  /** Draws and encodes a row of figures. */
  readonly row: { readonly order: RowOrder; readonly result: DrawnPicture };
  /** Draws and encodes an arranged group of figures, in a scene or on a plain background. */
  readonly scene: { readonly order: SceneOrder; readonly result: Uint8Array };
  /** Draws and encodes one figure. */
  readonly figure: { readonly order: FigureOrder; readonly result: Uint8Array };
  /** Draws and encodes a grid of faces. */
  readonly heads: { readonly order: HeadsOrder; readonly result: Uint8Array };
  /** Draws one frame of a film of a figure, or of a group. */
  readonly figureFrame: { readonly order: FigureFrameOrder; readonly result: DrawnFrame };
  readonly sceneFrame: { readonly order: SceneFrameOrder; readonly result: DrawnFrame };
  /** Finds the colours of a GIF, encodes a frame of a film, and puts it together. */
  readonly filmPalette: { readonly order: PaletteOrder; readonly result: Palette };
  readonly filmFrame: { readonly order: FilmFrameOrder; readonly result: Uint8Array };
  readonly filmFile: { readonly order: FilmFileOrder; readonly result: Uint8Array };
  /** Decodes sheets without drawing them. */
  readonly checkSheets: { readonly order: SheetFiles; readonly result: null };
  /** A skin sheet as the game uses it, as PNG; without overlay if `isBare`. */
  readonly processedSheet: { readonly order: SheetOrder; readonly result: Uint8Array };
  /** Converts a picture that is not rendered here; `null` if the file cannot be decoded. */
  readonly flat: { readonly order: FlatOrder; readonly result: Uint8Array | null };
};

type Tasks = Pictures & Cards;

/** The tasks whose orders may be large; a card never is. */
export type PictureName = keyof Pictures;
export type TaskName = keyof Tasks;
export type OrderOf<Name extends TaskName> = Tasks[Name]['order'];
export type ResultOf<Name extends TaskName> = Tasks[Name]['result'];

/** Whoever draws pictures. @param client whose turn it takes, if clients take turns */
export type PictureDrawing = {
  readonly draw: <Name extends PictureName>(
    name: Name,
    order: OrderOf<Name>,
    client: string | undefined,
  ) => Promise<ResultOf<Name>>;
};

/** A task for a worker, with the plans that the pool has for it; plain data. */
export type TaskMessage<Name extends TaskName> = {
  readonly name: Name;
  readonly order: OrderOf<Name>;
  readonly plans: readonly SharedPlan[];
  /** Whether new plans are worth storing. */
  readonly keep: boolean;
};

/** A skin's revision, and the shape that it gives its figure; see `shapeKey`. */
export type SkinShape = { readonly revision: string; readonly shape: string };

/** What a worker sends back. */
export type TaskReply<Name extends TaskName> = {
  readonly result: TaskResult<ResultOf<Name>>;
  /** New plans to store. */
  readonly compiled: readonly SharedPlan[];
  /** Of the order's skins, those that give their figures a shape. */
  readonly shapes: readonly SkinShape[];
  /** Processor time of the worker's thread. */
  readonly usedMs: number;
};
