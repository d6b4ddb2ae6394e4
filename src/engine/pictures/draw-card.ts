import { blendOver, asWords, blit, createImage, type RgbaImage } from '../image/canvas.ts';
import { free } from '../image/scratch.ts';
import { animationPhase, type FrameAt } from '../options/animation.ts';
import {
  cardSpreadOf,
  tooLarge,
  type SceneFigure,
  type SceneJob,
  type TaskResult,
} from '../options/jobs.ts';
import { mix } from '../scenes/art/art.ts';
import { cardSquares, type CardPlace, type CardSpread } from '../scenes/layout/cards.ts';
import { enlarge } from '../scenes/paint-scene.ts';
import { foilOf, glintOn, glintOnArt, cardLookOf } from './card-look.ts';
import { cardPartsOf, paintFrame } from './card-frame.ts';
import { writeOn } from './card-text.ts';
import { limitFrame } from './detail.ts';
import type { ReadSheets } from './draw-figure.ts';
import { openScene, type SceneContext, type ScenePainting } from './draw-scene.ts';
import { fitBox, type FigureBox, type GroupPicture } from './figure-boxes.ts';
import { blendTurned, shadeAround, type Turned } from './turned.ts';

/** Draws a card to collect for each figure: one alone, side by side, or a deck. */
export function drawCards(
  job: SceneJob,
  sheets: ReadSheets,
  context: SceneContext,
): TaskResult<GroupPicture> {
  const spread = cardSpreadOf(job);
  const { drawnPx, sizePx, places, squarePx } = spread;
  const problem = tooLarge(...sizePx, job.format);
  if (problem !== null) return { ok: false, tooLarge: problem };
  const drawing = { job, sheets, context, squarePx };
  const cards = job.figures.map((figure) => openCard(figure, drawing));
  const textured = cards.flatMap(({ scene }) => scene.textured);
  const cost = { pixels: sizePx[0] * sizePx[1], sizedBy: 'size' } as const;
  const frame = limitFrame(textured, job.animation, cost);
  if (!frame.ok) return frame;
  const isDeck = places.length > 1 && job.arrangement !== 'row';
  const picture = createImage(...drawnPx);
  for (const place of places) {
    const card = drawCard(cards[place.index]!, place, drawing, frame.value);
    if (isDeck) putShadow(picture, card, place, squarePx);
    blendTurned(picture, card, placed(place, squarePx));
    free(card.data);
  }
  const fitted = fitBox(picture, { widthPx: sizePx[0], heightPx: sizePx[1] });
  if (fitted !== picture) free(picture.data);
  const boxes = cardBoxes(spread);
  return { ok: true, value: { ...fitted, boxes, animation: frame.value.moment } };
}

type CardDrawing = {
  readonly job: SceneJob;
  readonly sheets: ReadSheets;
  readonly context: SceneContext;
  readonly squarePx: number;
};

/** Lays out the scene of a card, in which its figure stands alone. */
function openCard(figure: SceneFigure, { job, sheets, context, squarePx }: CardDrawing) {
  const texts = [job.title, job.subtitle].filter((text) => text !== '');
  const names = job.labels === 'none' ? [] : [figure.label, figure.caption];
  const hasName = names.some((name) => name !== '');
  const parts = cardPartsOf(hasName, texts.length === 2 ? 2 : texts.length === 1 ? 1 : 0);
  const [, , columns, rows] = parts.window;
  const alone = { as: null, arrangement: 'row', facing: 'same', labels: 'none' } as const;
  const sceneJob: SceneJob = {
    ...job,
    ...alone,
    figures: [figure],
    title: '',
    subtitle: '',
    sizePx: [columns * squarePx, rows * squarePx],
  };
  return { figure, names, parts, scene: openScene(sceneJob, sheets, context) };
}

/** Draws a card that is not turned. */
function drawCard(
  { figure, names, parts, scene }: ReturnType<typeof openCard>,
  { columns }: CardPlace,
  { job, context, squarePx }: CardDrawing,
  painting: Omit<ScenePainting, 'behind'>,
): RgbaImage {
  const look = cardLookOf(job.rarity);
  const foil = foilOf(look, turnPhase(job, figure, painting.moment));
  const [left, top] = parts.window;
  const hasBands = look.foil.length > 0;
  const window = createImage(...scene.sizePx);
  const behind = (picture: RgbaImage): void => {
    if (foil !== null && hasBands) glintOn(picture, foil, parts.window, squarePx);
  };
  // Nobody looks through a card.
  if (job.scene === null) asWords(window).fill(mix(look.line, look.dark, 0.5));
  scene.paint(window, { ...painting, behind });
  const card = createImage(cardSquares.columns * squarePx, cardSquares.rows * squarePx);
  blit(card, window, left * squarePx, top * squarePx);
  free(window.data);
  const art = paintFrame(parts, look);
  if (foil !== null) glintOnArt(art, look, foil);
  const frame = createImage(card.widthPx, card.heightPx);
  enlarge(frame, art, squarePx);
  blendOver(card, frame, 0, 0);
  free(frame.data);
  const texts = [job.title, job.subtitle];
  writeOn(card, context.fonts, { names, texts, parts, look, squarePx, columns });
  return card;
}

/** The phase of a figure that turns, with which its card glints. */
function turnPhase(
  { animation }: SceneJob,
  figure: SceneFigure,
  moment: FrameAt | null,
): number | null {
  if (animation === null || moment === null) return null;
  if (figure.kind !== 'posed' || figure.motion !== 'turn') return null;
  return animationPhase(animation, moment.step, moment.frame);
}

/** How a card of a deck throws its shadow on those below it, in squares. */
const shadow = { beside: 1, down: 2, reach: 5, opacity: 0.5 } as const;

function putShadow(picture: RgbaImage, card: RgbaImage, place: CardPlace, squarePx: number): void {
  const { xPx, yPx, turnDegrees } = placed(place, squarePx);
  const { beside, down, reach, opacity } = shadow;
  const below = { xPx: xPx - beside * squarePx, yPx: yPx + down * squarePx, turnDegrees };
  shadeAround(picture, [card.widthPx, card.heightPx], below, {
    reachPx: reach * squarePx,
    opacity,
  });
}

function placed({ x, y, turnDegrees }: CardPlace, squarePx: number): Turned {
  return { xPx: x * squarePx, yPx: y * squarePx, turnDegrees };
}

function cardBoxes({ places, drawnPx, sizePx, squarePx }: CardSpread): readonly FigureBox[] {
  const share = Math.min(sizePx[0] / drawnPx[0], sizePx[1] / drawnPx[1]);
  const [besidePx, abovePx] = [0, 1].map((axis) => (sizePx[axis]! - drawnPx[axis]! * share) / 2);
  const px = (squares: number): number => Math.round(squares * squarePx * share);
  const { columns, rows } = cardSquares;
  return places
    .toSorted((one, other) => one.index - other.index)
    .map(({ x, y }) => ({
      leftPx: Math.round(besidePx!) + px(x - columns / 2),
      topPx: Math.round(abovePx!) + px(y - rows / 2),
      widthPx: px(columns),
      heightPx: px(rows),
      nameTopPx: Math.round(abovePx!) + px(y + rows / 4),
    }));
}
