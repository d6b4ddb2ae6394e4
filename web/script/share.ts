import { embedLanguages, type ShownRequest } from '../../src/service/site/shown-request.ts';
import { byId, one, publicBase } from './dom.ts';
import { isMoving, lineupRequest, type Lineup } from '../../src/service/site/front/lineup.ts';
import { isSizedLater } from '../../src/service/site/front/preview.ts';
import { liveLink, shortLink } from '../../src/service/site/front/row.ts';
import { offerTabs } from './tabs.ts';
import { t } from './messages.ts';

const embeddable: ReadonlySet<string> = new Set(
  ['url', ...embedLanguages].map((key) => `share-${key}`),
);

/** Facts about a picture that has loaded. */
export type Taken = {
  readonly size: { readonly widthPx: number; readonly heightPx: number };
  readonly alt: string;
};

/**
 * Shows the URL of the displayed picture, and code for it, ready to be copied.
 * @param isSame whether it is the picture before, whose file may have been measured since
 */
export function offerShare(lineup: Lineup, taken: Taken, isSame: boolean): void {
  if (!isSame) {
    writeShare(lineup, taken);
    const { widthPx, heightPx } = taken.size;
    byId('facts-of').textContent = isSizedLater(lineup) ? '' : `${widthPx} × ${heightPx} px`;
  }
  const isLong = lineupRequest(publicBase(), lineup).method !== 'GET';
  const hasOverlay = liveLink(publicBase(), lineup) !== null;
  offerTabs(byId('share'), (panel) =>
    panel === 'share-overlay' ? hasOverlay : !isLong || !embeddable.has(panel),
  );
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-act="copy-image-link"]'))
    button.disabled = isLong;
  setHint(isLong ? t('linkTooLong') : '', false);
  offerFormats(isMoving(lineup));
}

/** An animation is saved as an animation unless another format was chosen; only animations are GIFs. */
function offerFormats(isAnimation: boolean): void {
  const formats = byId('format', HTMLSelectElement);
  for (const option of formats.options) {
    if (option.value === 'gif') option.disabled = !isAnimation;
  }
  // Somebody who wanted a GIF wants no still of the next animation.
  if (!isAnimation && formats.value === 'gif') delete formats.dataset['chosen'];
  if (formats.dataset['chosen'] === undefined) formats.value = isAnimation ? 'webp' : 'png';
}

/** Where the displayed picture is, as the card says. */
export function imageLink(): string {
  return one(byId('share-url'), 'code', HTMLElement).textContent;
}

/** The same once the exact size of the picture is known: on the stage it is smaller. */
export function writeShare(lineup: Lineup, taken: Taken): void {
  const request = lineupRequest(publicBase(), lineup);
  const fileName = isMoving(lineup) ? 'lineup.webp' : 'lineup.png';
  const shown = { ...request, answer: 'picture', fileName, ...taken } as const;
  const url = shortLink(publicBase(), lineup) ?? request.url;
  write('url', url);
  writeOverlay(lineup, taken);
  void writeCode(shown, url);
}

/** What a streaming program wants to know: address, width and height. */
function writeOverlay(lineup: Lineup, { size }: Taken): void {
  const values = [liveLink(publicBase(), lineup) ?? '', size.widthPx, size.heightPx];
  for (const [index, code] of byId('share-overlay').querySelectorAll('code').entries())
    code.textContent = String(values[index]);
}

/** The code is on other tabs, and its script loads after the first picture. */
async function writeCode(shown: ShownRequest, url: string): Promise<void> {
  const { languages, snippet } = await import('../../src/service/site/snippets.ts');
  for (const language of languages) {
    const isEmbed = embeddable.has(`share-${language}`);
    write(language, snippet(language, isEmbed ? { ...shown, url } : shown));
  }
}

/** Disables sharing while the picture cannot be drawn, so that no earlier one is shared by mistake. */
export function withholdShare(hint: string): void {
  setHint(hint, true);
}

/** Shows a hint beside the share card; hides it if it is empty. */
export function showBesideShare(hint: string): void {
  const paragraph = byId('share-hint');
  paragraph.textContent = hint;
  paragraph.hidden = hint === '';
}

function setHint(hint: string, isWithheld: boolean): void {
  showBesideShare(hint);
  byId('facts-of').hidden = isWithheld;
  for (const id of ['share', 'take', 'stage-take', 'dock-actions']) byId(id).inert = isWithheld;
}

/** The alternative text of the picture. */
export function altFor({ items, look }: Lineup): string {
  const names = items
    .filter(({ value }) => value.trim() !== '')
    .map(({ value, label }) => label || (value.startsWith('data:') ? t('aSkin') : value));
  const last = names.pop() ?? '';
  const list = names.length === 0 ? last : t('and', { list: names.join(', '), last });
  const { arrangement = 'row', scene = 'none', as } = look.options;
  if (as !== undefined) return t('thingNamed', { list, thing: nameOfChoice('as') ?? as });
  if (scene !== 'none') return t('sceneNamed', { list, scene: nameOfChoice('scene') ?? scene });
  const isRow = arrangement === 'row' && look.crop === 'full' && names.length > 0;
  return isRow ? t('sideBySide', { list }) : list;
}

/** The displayed name of what is selected. */
function nameOfChoice(option: string): string | undefined {
  const chosen = document.querySelector(`[data-option="${option}"]:checked + span`);
  return chosen?.textContent.trim();
}

function write(key: string, text: string): void {
  one(byId(`share-${key}`), 'code', HTMLElement).textContent = text;
}
