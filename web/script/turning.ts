import { lineupRequest, defaultLook } from '../../src/service/site/front/lineup.ts';
import { send } from './send.ts';
import { boxesIn, type Box } from './boxes.ts';
import { basePath } from './dom.ts';

// A figure of the gallery turns while the mouse rests on it.

/** Passing over it requests nothing. */
const restMs = 250;
const frameMs = 110;
/** All in one picture, so that one request loads them. */
const anglesDegrees = [0, 45, 90, 135, 180, -135, -90, -45];
const heightPx = 220;

type Turned = { readonly picture: ImageBitmap; readonly boxes: readonly Box[] };

/** Activates turning; does nothing without a mouse or with reduced motion. */
export function enableTurning(gallery: HTMLElement): void {
  if (!matchMedia('(hover: hover) and (prefers-reduced-motion: no-preference)').matches) return;
  for (const pose of gallery.querySelectorAll<HTMLElement>('.pose')) {
    const link = pose.querySelector('a');
    link?.addEventListener('pointerenter', () => {
      const end = new AbortController();
      const waiting = setTimeout(
        () => void turn(link, optionsOf(gallery, pose), end.signal),
        restMs,
      );
      link.addEventListener(
        'pointerleave',
        () => {
          clearTimeout(waiting);
          end.abort();
        },
        { once: true },
      );
    });
  }
}

type Options = { readonly player: string; readonly renderType: string; readonly overlay: string };

function optionsOf({ dataset }: HTMLElement, pose: HTMLElement): Options {
  const { player = '', overlay = 'flat' } = dataset;
  return { player, overlay, renderType: pose.dataset['pose'] ?? 'default' };
}

async function turn(link: HTMLElement, options: Options, signal: AbortSignal): Promise<void> {
  const turned = await loadTurned(options, signal);
  if (turned === null || signal.aborted) return;
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(...turned.boxes.map(({ width }) => width));
  canvas.height = turned.picture.height;
  let frame = 0;
  const show = (): void => drawFrame(canvas, turned, frame++ % turned.boxes.length);
  show();
  link.append(canvas);
  const running = setInterval(show, frameMs);
  signal.addEventListener('abort', () => {
    clearInterval(running);
    canvas.remove();
  });
}

/** One player from all sides; `null` if that is not available, as for flat poses. */
async function loadTurned(
  { player, renderType, overlay }: Options,
  signal: AbortSignal,
): Promise<Turned | null> {
  const items = anglesDegrees.map((yaw) => ({ value: player, label: '', own: { yaw: `${yaw}` } }));
  const isFlat = overlay === 'flat';
  const look = {
    ...defaultLook,
    renderType,
    heightPx,
    hasNames: false,
    options: { gap: '0', ...(!isFlat && { overlay }) },
  };
  const outcome = await send(
    lineupRequest(basePath(), { items, look }, { format: 'webp' }),
    signal,
  );
  if (outcome.kind !== 'answer') return null;
  const boxes = await boxesIn(outcome.blob);
  return boxes.length === 0 ? null : { boxes, picture: await createImageBitmap(outcome.blob) };
}

/** Centred, so that the figure turns on the spot. */
function drawFrame(canvas: HTMLCanvasElement, { picture, boxes }: Turned, index: number): void {
  const context = canvas.getContext('2d');
  const box = boxes[index];
  if (context === null || box === undefined) return;
  const { width, height } = canvas;
  context.clearRect(0, 0, width, height);
  const left = (width - box.width) / 2;
  context.drawImage(picture, box.left, 0, box.width, height, left, 0, box.width, height);
}
