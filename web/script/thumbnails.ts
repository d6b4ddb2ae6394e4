import {
  lineupRequest,
  defaultLook,
  type LineupRequest,
  type Look,
  type Own,
  type Item,
} from '../../src/service/site/front/lineup.ts';
import { send } from './send.ts';
import { basePath } from './dom.ts';
import type { OnFirst } from './first-player.ts';
import { showPicture, type WhenNear } from './later.ts';

// Poses, scenes, motions and held items, each shown in one player: the first of the row, or the one that is
// edited. One request each, once it is near.

/** Twice their displayed size. */
const heightPx = 160;
const sceneSize = '264x138';

/** What a thumbnail changes of a plain figure. */
const changes = {
  pose: (renderType) => ({ look: { renderType } }),
  scene: (scene) => ({ look: { options: { scene, size: sceneSize } } }),
  motion: (motion) => ({ own: { motion } }),
  heldItem: (hold) => ({ own: { hold } }),
} as const satisfies Record<string, (name: string) => { look?: Partial<Look>; own?: Own }>;
type Kind = keyof typeof changes;

type Near = {
  readonly whenNear: WhenNear;
  /** Whether the page has sheets of this player already. */
  readonly isStarting: (item: Item) => boolean;
  readonly onFirst: OnFirst;
};

/** Those of the look, which are of the first player. */
export function enableThumbnails(root: HTMLElement, { whenNear, isStarting, onFirst }: Near): void {
  const show = createThumbnails(root, whenNear);
  onFirst((item, isOpening) => show(item, isOpening && isStarting(item)));
}

/**
 * @param root all thumbnails in it are of one player
 * @returns a function that shows them of a player, except those of a sheet that is of that player already
 */
export function createThumbnails(
  root: HTMLElement,
  whenNear: WhenNear,
): (item: Item | undefined, hasSheets?: boolean) => void {
  const images = [...root.querySelectorAll<HTMLImageElement>('img[data-thumb]')];
  const animations = new WeakMap<HTMLImageElement, LineupRequest>();
  let shown = '';
  const load = createLoad();
  enableAnimations(root, animations, load);
  return (item, hasSheets = false) => {
    const key = JSON.stringify(item && plainItem(item));
    if (item === undefined || key === shown) return;
    shown = key;
    for (const image of images) {
      image.dataset['sheet'] ??= image.getAttribute('src') ?? '';
      void load(image, null);
      animations.delete(image);
      if (item.value.trim() === '') {
        whenNear(image, () => void (image.src = image.dataset['sheet'] ?? ''));
        continue;
      }
      const [kind = '', name = ''] = image.dataset['thumb']?.split(' ') ?? [];
      if (!isKind(kind) || (hasSheets && image.hasAttribute('src'))) continue;
      const moves = kind === 'motion' && name !== 'none';
      const still = thumbnailRequest(item, kind, name, {
        format: 'webp',
        ...(moves && { frame: 0 }),
      });
      if (moves) animations.set(image, thumbnailRequest(item, kind, name, { format: 'webp' }));
      // Nobody else is seen until this player has come.
      image.classList.add('late');
      image.removeAttribute('src');
      whenNear(image, () => {
        showPicture(image);
        void load(image, still);
      });
    }
  };
}

/** What a thumbnail keeps of a player. */
function plainItem({ value, own: { type, model } = {} }: Item): Item {
  const own = { ...(type !== undefined && { type }), ...(model !== undefined && { model }) };
  return { value: value.trim(), label: '', own };
}

function isKind(kind: string): kind is Kind {
  return Object.hasOwn(changes, kind);
}

function thumbnailRequest(
  of: Item,
  kind: Kind,
  name: string,
  file: Readonly<Record<string, string | number>>,
): LineupRequest {
  const change: { look?: Partial<Look>; own?: Own } = changes[kind](name);
  const plain = plainItem(of);
  const item = { ...plain, own: { ...plain.own, ...change.own } };
  const look = { ...defaultLook, heightPx, hasNames: false, ...change.look };
  return lineupRequest(basePath(), { items: [item], look }, file);
}

/** Loads a picture into an image; with `null`, none that is on its way. */
type LoadImage = (image: HTMLImageElement, request: LineupRequest | null) => Promise<void>;

/** By address, so that the browser keeps it; a skin file is too long for one. */
function createLoad(): LoadImage {
  const wanted = new WeakMap<HTMLImageElement, LineupRequest | null>();
  return async (image, request) => {
    wanted.set(image, request);
    if (request === null) return;
    if (request.method === 'GET') {
      image.src = request.url;
      return;
    }
    const outcome = await send(request);
    if (outcome.kind !== 'answer' || wanted.get(image) !== request) return;
    const url = URL.createObjectURL(outcome.blob);
    image.addEventListener('load', () => URL.revokeObjectURL(url), { once: true });
    image.src = url;
  };
}

/** A motion is still until a pointer, a finger or the focus is on it. */
function enableAnimations(
  root: HTMLElement,
  animations: WeakMap<HTMLImageElement, LineupRequest>,
  load: LoadImage,
): void {
  for (const name of ['pointerover', 'focusin'] as const) {
    root.addEventListener(name, ({ target }) => {
      const image = target instanceof Element ? (target.querySelector('img') ?? target) : null;
      if (!(image instanceof HTMLImageElement)) return;
      const animation = animations.get(image);
      if (animation === undefined) return;
      animations.delete(image);
      void load(image, animation);
    });
  }
}
