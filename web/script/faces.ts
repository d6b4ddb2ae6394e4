import { ask } from './ask.ts';
import { basePath, one } from './dom.ts';
import { lineupRequest, usualLook, type Place } from '../../src/features/docs/front/lineup.ts';

const look = { ...usualLook, renderType: 'front', crop: 'face', heightPx: 48, hasNames: false };

/**
 * Shows the face of whoever stands in each place, once they are among those that could be drawn.
 * Until then nobody's face stands beside somebody else's name.
 */
export type ShowFaces = (
  slots: readonly HTMLLIElement[],
  places: readonly Place[],
  drawn: readonly Place[],
) => void;

export function createFaces(): ShowFaces {
  /** Whose face an image shows or waits for. */
  const faces = new WeakMap<HTMLImageElement, string>();

  /** A skin file is too long for an address: its face is asked for as JSON, and kept here. */
  async function showFile(image: HTMLImageElement, value: string): Promise<void> {
    const outcome = await ask(requestOf(value));
    if (faces.get(image) !== value) return;
    if (outcome.kind !== 'answer') {
      faces.delete(image);
      return;
    }
    const url = URL.createObjectURL(outcome.blob);
    image.addEventListener('load', () => URL.revokeObjectURL(url), { once: true });
    image.src = url;
    image.hidden = false;
  }

  return (slots, places, drawn) =>
    slots.forEach((slot, index) => {
      const image = one(slot, '.face img', HTMLImageElement);
      const value = places[index]?.value.trim() ?? '';
      if (value !== '' && faces.get(image) === value) return;
      image.hidden = true;
      image.removeAttribute('src');
      faces.delete(image);
      if (value === '' || drawn.every((place) => place.value.trim() !== value)) return;
      faces.set(image, value);
      const { method, url } = requestOf(value);
      if (method === 'GET') {
        image.src = url;
        image.hidden = false;
      } else void showFile(image, value);
    });
}

function requestOf(value: string): ReturnType<typeof lineupRequest> {
  return lineupRequest(basePath(), { places: [{ value, label: '' }], look });
}
