import { formatTable } from '../image/formats.ts';
import { spreadCards, type CardSpread } from '../scenes/layout/cards.ts';
import { maxAnimationPixels } from './animation.ts';
import type { SceneJob } from './jobs.ts';

/** How the cards of a job lie in its picture: as large as its format allows, or all frames of its film. */
export function cardSpreadOf(
  job: Pick<SceneJob, 'figures' | 'arrangement' | 'sizePx' | 'format' | 'animation'>,
): CardSpread {
  const { figures, arrangement, sizePx, format, animation } = job;
  const maxPixels =
    animation === null ? formatTable[format].maxPixels : maxAnimationPixels / animation.frames;
  return spreadCards(figures.length, {
    isRow: arrangement === 'row',
    sizePx,
    maxPixels,
    isMoving: animation !== null,
  });
}
