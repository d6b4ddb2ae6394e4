import { send } from './send.ts';
import { basePath, one } from './dom.ts';
import { lineupRequest, defaultLook, type Item } from '../../src/service/site/front/lineup.ts';

/** One face, square and without its name. */
const faceLook = {
  ...defaultLook,
  renderType: 'front',
  crop: 'face',
  heightPx: 48,
  hasNames: false,
  options: { ears: 'none' },
};

/**
 * Shows the face of each player who could be drawn; until then no face, so that none is beside the
 * wrong name.
 */
export function createFaces() {
  /** The player whose face an image shows or loads. */
  const faces = new WeakMap<HTMLImageElement, string>();

  /** A skin file is too long for a URL: its face is requested with JSON, and cached here. */
  async function showFile(image: HTMLImageElement, item: Item): Promise<void> {
    const outcome = await send(requestOf(item));
    if (faces.get(image) !== keyOf(item)) return;
    if (outcome.kind !== 'answer') {
      faces.delete(image);
      return;
    }
    const url = URL.createObjectURL(outcome.blob);
    image.addEventListener('load', () => URL.revokeObjectURL(url), { once: true });
    image.src = url;
    image.hidden = false;
  }

  return (slots: readonly HTMLLIElement[], items: readonly Item[], drawn: readonly Item[]) =>
    slots.forEach((slot, index) => {
      const image = one(slot, '.face img', HTMLImageElement);
      const item = items[index] ?? { value: '', label: '' };
      const key = keyOf(item);
      if (key !== '' && faces.get(image) === key) return;
      image.hidden = true;
      image.removeAttribute('src');
      faces.delete(image);
      if (key === '' || drawn.every((other) => keyOf(other) !== key)) return;
      faces.set(image, key);
      const { method, url } = requestOf(item);
      if (method === 'GET') {
        image.src = url;
        image.hidden = false;
      } else void showFile(image, item);
    });
}

/** Identifies the player, whatever the pose; empty for none. */
function keyOf({ value, own }: Item): string {
  const name = value.trim();
  return name === '' ? '' : `${own?.type ?? ''} ${name}`;
}

function requestOf({ value, own }: Item): ReturnType<typeof lineupRequest> {
  const { type } = own ?? {};
  const item = { value, label: '', ...(type !== undefined && { own: { type } }) };
  return lineupRequest(basePath(), { items: [item], look: faceLook });
}
