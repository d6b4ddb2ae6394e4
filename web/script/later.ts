/** Distance from the viewport at which thumbnails load. */
const margin = '300px';

const placeholder = 'source[media="(scripting: enabled)"]';

/** Does something with an element once it is near the viewport; the last such call counts. */
export type WhenNear = (element: Element, act: () => void) => void;

export function createWhenNear(): WhenNear {
  const acts = new WeakMap<Element, () => void>();
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        seen.unobserve(target);
        acts.get(target)?.();
      }
    },
    { rootMargin: margin },
  );
  return (element, act) => {
    acts.set(element, act);
    // An element that is near already is reported again.
    seen.unobserve(element);
    seen.observe(element);
  };
}

/** Loads thumbnails once they are near, a whole sheet at once, since it is one file. */
export function enableLaterPictures(whenNear: WhenNear): void {
  for (const source of document.querySelectorAll(placeholder)) {
    const image = source.parentElement?.querySelector('img');
    if (image) whenNear(image, () => showPicture(image));
  }
}

/** Removes the placeholder of a picture that loads later. */
export function showPicture(image: Element): void {
  image.parentElement?.querySelector(placeholder)?.remove();
}
