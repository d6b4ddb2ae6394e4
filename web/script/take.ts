import { isMoving, lineupRequest, type Lineup } from '../../src/service/site/front/lineup.ts';
import { announce, basePath, byId, create, hit, one } from './dom.ts';
import { answerOn, copyText, thanksMs } from './copy.ts';
import { createPictures } from './picture.ts';
import { imageLink, writeShare } from './share.ts';
import { addressToShare } from './locale.ts';
import type { Drawer } from './drawer.ts';
import { t } from './messages.ts';

// Saves, copies or shares the picture. The page shows a preview; the full picture is requested when
// somebody is about to use it.

type Taking = {
  /** The displayed lineup; `null` before the first picture. */
  readonly drawn: () => Lineup | null;
  readonly refuse: Drawer['refuse'];
};
export type Load = (format: string) => Promise<Blob>;

const acts = {
  'copy-image-link': (button) => void copyText(imageLink(), button),
  'copy-page-link': (button) => void copyText(addressToShare(), button),
  'copy-image': (button, load) => void copyImage(button, load),
  share: (_button, load) => void share(load),
  download: (_button, load) => void download(load),
} as const satisfies Record<string, (button: HTMLElement, load: Load) => void>;

/**
 * Activates all buttons with `data-act`, and shows those that this browser supports.
 * @returns a function that loads the full picture
 */
export function enableTaking(form: HTMLElement, taking: Taking): Load {
  const load = loader(taking);
  const can = {
    'copy-image-link': true,
    'copy-page-link': true,
    'copy-image': typeof ClipboardItem === 'function',
    share: typeof navigator.share === 'function',
    download: true,
  } as const satisfies Record<keyof typeof acts, boolean>;
  for (const button of form.querySelectorAll<HTMLElement>('[data-act]')) {
    const act = button.dataset['act'];
    if (isAct(act)) button.hidden = !can[act];
  }
  form.addEventListener('click', (event) => {
    const button = hit(event, '[data-act]');
    const act = button?.dataset['act'];
    if (button === null || !isAct(act) || taking.drawn() === null) return;
    event.preventDefault();
    acts[act](button, load);
  });
  const measureSize = ({ type }: Event): void => {
    const lineup = taking.drawn();
    // An animation is drawn only for somebody who has chosen its format.
    if (lineup === null || (isMoving(lineup) && type !== 'change')) return;
    void measure(lineup);
  };
  /** Tells about the file, unless another picture has been drawn meanwhile. */
  const measure = async (lineup: Lineup): Promise<void> => {
    const picture = await load(formatNow()).catch(() => null);
    if (picture === null || taking.drawn() !== lineup) return;
    const size = await tellFacts(picture);
    if (taking.drawn() !== lineup) return;
    // The preview is smaller: only the picture itself has the exact size.
    writeShare(lineup, { size, alt: byId('picture', HTMLImageElement).alt });
  };
  // Choosing a format does not change the picture.
  byId('format').addEventListener('input', (event) => event.stopPropagation());
  byId('format').addEventListener('change', () => (byId('format').dataset['chosen'] = ''));
  const card = one(form, '.share', HTMLElement);
  for (const name of ['pointerenter', 'focusin', 'change'])
    card.addEventListener(name, measureSize);
  form.querySelector('.format')?.removeAttribute('hidden');
  return load;
}

type Size = { readonly widthPx: number; readonly heightPx: number };

function isAct(name: string | undefined): name is keyof typeof acts {
  return name !== undefined && Object.hasOwn(acts, name);
}

function formatNow(): string {
  return byId('format', HTMLSelectElement).value;
}

/** Loads the displayed picture in full, in a format; whoever else is waiting for one gets theirs, too. */
function loader({ drawn, refuse }: Taking): Load {
  const pictures = createPictures();
  return async (format) => {
    const lineup = drawn();
    if (lineup === null) throw new Error('there is no picture yet');
    const isStill = format !== 'webp' && format !== 'gif';
    const outcome = await pictures.getBeside(
      lineupRequest(basePath(), lineup, {
        ...((format !== 'png' || isMoving(lineup)) && { format }),
        ...(isStill && isMoving(lineup) && { frame: 0 }),
      }),
    );
    if (outcome.kind === 'picture') return outcome.blob;
    if (outcome.kind === 'refusal') refuse(outcome.detail, true);
    if (outcome.kind === 'silence') refuse(t('offline'), true);
    throw new Error('there is no picture');
  };
}

/** Shows size and weight of the file that would be saved. */
async function tellFacts(picture: Blob): Promise<Size> {
  const { width, height } = await createImageBitmap(picture);
  const format = formatNow().toUpperCase();
  const weight = Math.max(1, Math.round(picture.size / 1000));
  byId('facts-of').textContent = `${format} · ${width} × ${height} px · ${weight} kB`;
  warnAbove(picture.size);
  return { widthPx: width, heightPx: height };
}

/** Warns if the platform that the size is for does not take so many bytes. */
function warnAbove(bytes: number): void {
  const [chosen] = one(document, '[data-option="size"]', HTMLSelectElement).selectedOptions;
  const maxBytes = Number(chosen?.dataset['mostBytes'] ?? Number.POSITIVE_INFINITY);
  const warning = byId('too-large');
  warning.hidden = bytes <= maxBytes;
  const platform = chosen?.dataset['platform'] ?? '';
  warning.textContent = t('tooLargeFor', { platform, limit: `${maxBytes / 1_000_000} MB` });
}

async function download(load: Load): Promise<void> {
  const format = formatNow();
  const picture = await load(format);
  void tellFacts(picture);
  const href = URL.createObjectURL(picture);
  create('a', { href, download: `lineup.${format}` }).click();
  setTimeout(() => URL.revokeObjectURL(href), thanksMs);
}

async function copyImage(button: HTMLElement, load: Load): Promise<void> {
  let isCopied = true;
  try {
    // Passed as a promise, so that the permission of the click does not expire while the picture
    // loads.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': load('png') })]);
  } catch {
    isCopied = false;
  }
  answerOn(button, isCopied ? `${t('copied')} ✓` : t('useDownload'));
  announce(isCopied ? t('copiedPicture') : t('noPictureCopying'));
}

async function share(load: Load): Promise<void> {
  const { alt } = byId('picture', HTMLImageElement);
  const link = { title: 'Lineup', text: alt, url: addressToShare() };
  try {
    const files = [new File([await load('png')], 'lineup.png', { type: 'image/png' })];
    await navigator.share(navigator.canShare({ files }) ? { ...link, files } : link);
  } catch {
    // Cancelled by the user.
  }
}
