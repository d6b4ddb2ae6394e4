/** Options that a figure has in pictures and as a model. */
const sharedOptions =
  /^(?:render_type|pose|motion|model|overlay|cape|ears|hold|hold_left|fallback|service)$/;

const flatTypes = /^(?:front|back|pixel|bitzel)$/;

/**
 * The page that turns the player of a picture; `null` for several, and for those who have no model.
 * @param picture its URL
 */
export function viewPath(picture: string): string | null {
  const { pathname, searchParams } = new URL(picture, 'http://page.invalid');
  const short = /\/(\.?[\w+-]+)\.\w+$/.exec(pathname)?.[1];
  const [player = '', ...others] = short?.split('+') ?? searchParams.getAll('value');
  const isKnown = /^\.?[\w-]{1,64}$/.test(player) && !searchParams.has('type.0');
  if (others.length > 0 || !isKnown) return null;
  const options = new URLSearchParams();
  for (const [key, value] of searchParams) {
    const [name = ''] = key.split('.');
    const isShared = sharedOptions.test(name) && !(name === 'render_type' && flatTypes.test(value));
    if (isShared && value !== 'varied') options.set(name, value);
  }
  const query = options.size === 0 ? '' : `?${options.toString()}`;
  return `/view/${player}${query}`;
}
