import { ask } from './ask.ts';
import { copyText } from './copy.ts';
import { basePath, byId, hit, one } from './dom.ts';
import { settleLook } from './look.ts';
import { createNotice, type Notice } from './notice.ts';
import { explain } from './trouble.ts';

/** Every pose of one player, alive: another player, poses to use above, addresses to copy. */
export function enableGallery(gallery: HTMLElement): void {
  const form = byId('gallery-form', HTMLFormElement);
  const player = byId('gallery-player', HTMLInputElement);
  const notice = createNotice(byId('gallery-notice', HTMLParagraphElement));
  form.hidden = false;
  for (const tools of gallery.querySelectorAll<HTMLElement>('.pose-tools')) tools.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (player.value.trim() !== '') void show(gallery, player.value.trim(), notice);
  });
  gallery.addEventListener('click', (event) => {
    const pose = hit(event, '.pose');
    const button = hit(event, 'button');
    if (pose === null || button === null) return;
    if (button.matches('.use')) use(pose.dataset['pose'] ?? '');
    if (button.matches('.link')) void copyText(one(pose, 'a', HTMLAnchorElement).href, button);
  });
}

/** Asks for one pose first: who can't be drawn once need not be asked for another 26 times. */
async function show(gallery: HTMLElement, player: string, notice: Notice): Promise<void> {
  const poses = [...gallery.querySelectorAll<HTMLElement>('.pose')];
  const again = (): void => void show(gallery, player, notice);
  const query = gallery.dataset['query'] ?? '';
  const first = await ask({ method: 'GET', url: `${pathOf(poses[0], player)}?${query}` });
  if (first.kind === 'cancelled') return;
  if (first.kind !== 'answer') {
    explain(first, notice, again);
    return;
  }
  const left = Number(first.response.headers.get('x-ratelimit-remaining') ?? poses.length);
  const reset = Number(first.response.headers.get('x-ratelimit-reset') ?? 0);
  if (left < poses.length) {
    const waitSeconds = Math.max(1, Math.ceil(reset - Date.now() / 1000));
    explain({ kind: 'refusal', status: 429, detail: '', waitSeconds }, notice, again);
    return;
  }
  notice.clear();
  for (const pose of poses) {
    one(pose, 'a', HTMLAnchorElement).href = pathOf(pose, player);
    one(pose, 'img', HTMLImageElement).src = `${pathOf(pose, player)}?${query}`;
  }
}

function pathOf(pose: HTMLElement | undefined, player: string): string {
  const type = pose?.dataset['pose'] ?? 'default';
  return `${basePath()}/api/blockgame/render/${type}/${encodeURIComponent(player)}/full`;
}

/** Strikes the pose on the stage. */
function use(name: string): void {
  const pose = byId('pose', HTMLSelectElement);
  pose.value = name;
  settleLook();
  pose.dispatchEvent(new Event('input', { bubbles: true }));
  byId('cast', HTMLDivElement).scrollIntoView({ block: 'center' });
}
