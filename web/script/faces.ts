import { basePath, one } from './dom.ts';
import { lineupRequest, type Place } from './lineup.ts';

/** Shows the face of whoever stands in each place. Called once their picture could be drawn. */
export function showFaces(slots: readonly HTMLLIElement[], places: readonly Place[]): void {
  slots.forEach((slot, index) => {
    const image = one(slot, '.face img', HTMLImageElement);
    const value = places[index]?.value.trim() ?? '';
    image.hidden = value === '';
    if (image.dataset['of'] === value || value === '') return;
    image.dataset['of'] = value;
    const look = { renderType: 'front', crop: 'face', heightPx: 48, hasNames: false };
    const { method, url } = lineupRequest(basePath(), { places: [{ value, label: '' }], look });
    // A file too long for an address keeps its place without a face.
    if (method === 'GET') image.src = url;
    else image.hidden = true;
  });
}
