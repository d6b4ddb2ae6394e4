import { lineupRequest, type Lineup } from '../../src/features/docs/front/lineup.ts';
import { announce, basePath, byId, hit, one } from './dom.ts';
import { copyText } from './copy.ts';
import { createPictures } from './picture.ts';
import { writeShare } from './share.ts';
import { addressToShare } from './locale.ts';
import { t } from './messages.ts';

// Taking the picture along: saved, copied, or handed to the share sheet of the device. On the page it
// is a preview; what is taken is asked for once somebody is about to take it.

const thanksMs = 1600;

type Taking = {
  /** What is on the stage; `null` before the first picture. */
  readonly drawn: () => Lineup | null;
  readonly refuse: (sentence: string) => void;
};
export type Load = (format: string) => Promise<Blob>;

const acts = {
  'copy-link': (button) => void copyText(addressToShare(), button),
  'copy-image': (button, load) => void copyImage(button, load),
  share: (_button, load) => void share(load),
  download: (_button, load) => void download(load),
} as const satisfies Record<string, (button: HTMLElement, load: Load) => void>;

/**
 * Brings every button with `data-act` to life, and shows those that this browser can do.
 * @returns how the picture is had whole
 */
export function enableTaking(form: HTMLElement, taking: Taking): Load {
  const load = loader(taking);
  const can = {
    'copy-link': true,
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
  const weigh = (): void => {
    const lineup = taking.drawn();
    if (lineup === null) return;
    const told = load(formatNow()).then(tellFacts);
    told.then(
      (size) => taking.drawn() === lineup && tellSize(lineup, size),
      () => {},
    );
  };
  const card = one(form, '.share', HTMLElement);
  for (const name of ['pointerenter', 'focusin', 'change']) card.addEventListener(name, weigh);
  form.querySelector('.format')?.removeAttribute('hidden');
  return load;
}

/** On the stage it is smaller: only the picture itself tells its size to the pixel. */
function tellSize(lineup: Lineup, size: Size): void {
  writeShare(lineup, { ...size, alt: byId('picture', HTMLImageElement).alt });
}

type Size = { readonly widthPx: number; readonly heightPx: number };

function isAct(name: string | undefined): name is keyof typeof acts {
  return name !== undefined && Object.hasOwn(acts, name);
}

function formatNow(): string {
  return byId('format', HTMLSelectElement).value;
}

/** The picture as it is on the stage, whole, in a format. */
function loader({ drawn, refuse }: Taking): Load {
  const pictures = createPictures();
  return async (format) => {
    const lineup = drawn();
    if (lineup === null) throw new Error('there is no picture yet');
    const outcome = await pictures.get(
      lineupRequest(basePath(), lineup, format === 'png' ? undefined : format),
    );
    if (outcome.kind === 'picture') return outcome.blob;
    if (outcome.kind === 'refusal') refuse(outcome.detail);
    if (outcome.kind === 'silence') refuse(t('offline'));
    throw new Error('there is no picture');
  };
}

/** Size and weight of what would be saved now. */
async function tellFacts(picture: Blob): Promise<Size> {
  const { width, height } = await createImageBitmap(picture);
  const format = formatNow().toUpperCase();
  const weight = Math.max(1, Math.round(picture.size / 1000));
  byId('facts-of').textContent = `${format} · ${width} × ${height} px · ${weight} kB`;
  return { widthPx: width, heightPx: height };
}

async function download(load: Load): Promise<void> {
  const format = formatNow();
  const picture = await load(format);
  void tellFacts(picture);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(picture);
  link.download = `lineup.${format}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), thanksMs);
}

async function copyImage(button: HTMLElement, load: Load): Promise<void> {
  const before = button.dataset['text'] ?? button.innerHTML;
  button.dataset['text'] = before;
  let isCopied = true;
  try {
    // A promise: the leave that a press gives is not lost while the picture is on its way.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': load('png') })]);
  } catch {
    isCopied = false;
  }
  button.textContent = isCopied ? `${t('copied')} ✓` : t('useDownload');
  announce(isCopied ? t('copiedPicture') : t('noPictureCopying'));
  setTimeout(() => void (button.innerHTML = before), thanksMs);
}

async function share(load: Load): Promise<void> {
  const { alt } = byId('picture', HTMLImageElement);
  const link = { title: 'Lineup', text: alt, url: addressToShare() };
  try {
    const files = [new File([await load('png')], 'lineup.png', { type: 'image/png' })];
    await navigator.share(navigator.canShare({ files }) ? { ...link, files } : link);
  } catch {
    // Called off by whoever was asked.
  }
}
