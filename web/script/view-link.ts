import { basePath, byId, create, one } from './dom.ts';
import { viewPath } from './view-path.ts';

// A single player of the composer can be turned in a page of their own.

/** Offers the page on the stage, as long as the picture is of one player. */
export function enableViewLink(): void {
  const address = one(byId('share-url'), 'code', HTMLElement);
  const link = create('a', { className: 'button small', textContent: '3D' });
  const update = (): void => {
    const path = viewPath(address.textContent);
    link.hidden = path === null;
    link.href = `${basePath()}${path ?? ''}`;
  };
  // At the feet of the picture, where it moves nothing; beside the button that plays, which calm readers have.
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const left = isCalm ? '7.5rem' : '0.75rem';
  Object.assign(link.style, { position: 'absolute', zIndex: 2, left, bottom: '5.2rem' });
  new MutationObserver(update).observe(address, { childList: true, subtree: true });
  update();
  byId('cast').append(link);
}
