import type { WhenNear } from './later.ts';

// Pictures that move stand still until all of their film has come. Whoever prefers less motion keeps them so.

const moving = 'img[data-moving]';

/** Each once it is near, one after the other: those at the top come first. */
export function enableMoving(whenNear: WhenNear): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  let last: Promise<void> = Promise.resolve();
  for (const image of document.querySelectorAll<HTMLImageElement>(moving)) {
    whenNear(image, () => {
      last = last.then(() => move(image));
    });
  }
}

async function move(image: HTMLImageElement): Promise<void> {
  const film = new Image();
  film.src = image.dataset['moving'] ?? '';
  try {
    await film.decode();
    image.src = film.src;
  } catch {
    // It stands still, then.
  }
}
