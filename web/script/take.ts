import { announce, byId, hit } from './dom.ts';
import { copyText } from './copy.ts';

// Taking the picture along: copied, or handed to the share sheet of the device.

const thanksMs = 1600;

const acts = {
  'copy-link': (button) => void copyText(location.href, button),
  'copy-image': (button, picture) => void copyImage(button, picture),
  share: (_button, picture) => void share(picture),
} as const satisfies Record<string, (button: HTMLElement, picture: Blob) => void>;

/** Brings every button with `data-act` to life, and shows those that this browser can do. */
export function enableTaking(form: HTMLElement, pictureNow: () => Blob | null): void {
  const can = {
    'copy-link': true,
    'copy-image': typeof ClipboardItem === 'function',
    share: typeof navigator.share === 'function',
  } as const satisfies Record<keyof typeof acts, boolean>;
  for (const button of form.querySelectorAll<HTMLElement>('[data-act]')) {
    const act = button.dataset['act'];
    if (isAct(act)) button.hidden = !can[act];
  }
  form.addEventListener('click', (event) => {
    const button = hit(event, '[data-act]');
    const act = button?.dataset['act'];
    const picture = pictureNow();
    if (button !== null && isAct(act) && picture !== null) acts[act](button, picture);
  });
}

function isAct(name: string | undefined): name is keyof typeof acts {
  return name !== undefined && Object.hasOwn(acts, name);
}

async function copyImage(button: HTMLElement, picture: Blob): Promise<void> {
  const before = button.dataset['text'] ?? button.innerHTML;
  button.dataset['text'] = before;
  let isCopied = true;
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
  } catch {
    isCopied = false;
  }
  button.textContent = isCopied ? 'Copied ✓' : 'Use Download';
  announce(isCopied ? 'Picture copied' : 'This browser doesn’t let a page copy pictures');
  setTimeout(() => void (button.innerHTML = before), thanksMs);
}

async function share(picture: Blob): Promise<void> {
  const { alt } = byId('picture', HTMLImageElement);
  const files = [new File([picture], 'lineup.png', { type: 'image/png' })];
  const link = { title: 'Lineup', text: alt, url: location.href };
  const data = navigator.canShare({ files }) ? { ...link, files } : link;
  try {
    await navigator.share(data);
  } catch {
    // Called off by whoever was asked.
  }
}
