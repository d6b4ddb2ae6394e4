import { basePath, byId, one } from './dom.ts';

// A single player of the composer can be turned in a page of their own.

/** Options that a figure has in pictures and as a model. */
const sharedOptions: ReadonlySet<string> = new Set([
  ...['render_type', 'pose', 'motion', 'model', 'overlay', 'cape', 'ears', 'hold', 'hold_left'],
  ...['fallback', 'service'],
]);

const flatTypes = /^(?:front|back|pixel|bitzel)$/;

/** Offers the page on the stage, as long as the picture is of one player. */
export function enableViewLink(): void {
  const address = one(byId('share-url'), 'code', HTMLElement);
  const link = document.createElement('a');
  const update = (): void => {
    const path = viewPath(address.textContent);
    link.hidden = path === null;
    link.href = `${basePath()}${path ?? ''}`;
  };
  link.className = 'button small';
  link.textContent = '3D';
  // At the feet of the picture, where it moves nothing; beside the button that plays, which calm readers have.
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const left = isCalm ? '7.5rem' : '0.75rem';
  Object.assign(link.style, { position: 'absolute', zIndex: 2, left, bottom: '5.2rem' });
  new MutationObserver(update).observe(address, { childList: true, subtree: true });
  update();
  byId('cast').append(link);
}

/**
 * The page that turns the player of a picture; `null` for several, and for those who have no model.
 * @param picture its URL
 */
export function viewPath(picture: string): string | null {
  const { pathname, searchParams } = new URL(picture, 'http://page.invalid');
  const short = /\/(\.?[\w+-]+)\.\w+$/.exec(pathname)?.[1];
  const [player = '', ...others] = short?.split('+') ?? searchParams.getAll('value');
  if (others.length > 0 || !/^\.?[\w-]{1,64}$/.test(player) || searchParams.has('type.0'))
    return null;
  const options = new URLSearchParams();
  for (const [key, value] of searchParams) {
    const [name = ''] = key.split('.');
    const isKnown = sharedOptions.has(name) && !(name === 'render_type' && flatTypes.test(value));
    if (isKnown && value !== 'varied') options.set(name, value);
  }
  const query = options.size === 0 ? '' : `?${options.toString()}`;
  return `/view/${player}${query}`;
}
