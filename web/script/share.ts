import { embedLanguages, languages, snippet } from '../../src/features/docs/snippets.ts';
import { byId, one, publicBase } from './dom.ts';
import {
  lineupRequest,
  type Lineup,
  type LineupRequest,
} from '../../src/features/docs/front/lineup.ts';
import { offerTabs } from './tabs.ts';
import { t } from './messages.ts';

const embeddable: ReadonlySet<string> = new Set(
  ['url', ...embedLanguages].map((key) => `share-${key}`),
);

/** What is known of a picture once it has come. */
export type Taken = {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly alt: string;
};

/** Writes the picture's address and code for it, ready to be copied: of the picture that is shown. */
export function offerShare(lineup: Lineup, taken: Taken): void {
  const isLong = writeShare(lineup, taken).method !== 'GET';
  const { size } = split(taken);
  offerTabs(byId('share'), (panel) => !isLong || !embeddable.has(panel));
  byId('facts-of').textContent = `${size.widthPx} × ${size.heightPx} px`;
  setHint(isLong ? t('linkTooLong') : '', false);
}

/** The same of a picture whose size has become known to the pixel: on the stage it is smaller. */
export function writeShare(lineup: Lineup, taken: Taken): LineupRequest {
  const request = lineupRequest(publicBase(), lineup);
  const shown = { ...request, answer: 'picture', fileName: 'lineup.png', ...split(taken) } as const;
  write('url', request.url);
  for (const language of languages) write(language, snippet(language, shown));
  return request;
}

function split({ alt, ...size }: Taken) {
  return { alt, size };
}

/** What the form says could not be drawn: nothing of an earlier picture is given away for it. */
export function withholdShare(hint: string): void {
  byId('facts-of').textContent = '';
  setHint(hint, true);
}

/** What there is to know of the picture; nothing when it is empty. */
export function sayBesideShare(hint: string): void {
  const paragraph = byId('share-hint');
  paragraph.textContent = hint;
  paragraph.hidden = hint === '';
}

function setHint(hint: string, isWithheld: boolean): void {
  sayBesideShare(hint);
  for (const id of ['share', 'take', 'dock-actions']) byId(id).inert = isWithheld;
}

/** What the picture shows, for those who can't see it. */
export function altFor({ places, look }: Lineup): string {
  const names = places
    .filter(({ value }) => value.trim() !== '')
    .map(({ value, label }) => label || (value.startsWith('data:') ? t('aSkin') : value));
  const last = names.pop() ?? '';
  const list = names.length === 0 ? last : t('and', { list: names.join(', '), last });
  const { arrangement = 'row', scene = 'none' } = look.options;
  if (scene !== 'none') return t('sceneNamed', { list, scene: sceneName() ?? scene });
  const isRow = arrangement === 'row' && look.crop === 'full' && names.length > 0;
  return isRow ? t('sideBySide', { list }) : list;
}

/** What the page calls the scene that is chosen. */
function sceneName(): string | undefined {
  const chosen = document.querySelector('[data-option="scene"]:checked + span');
  return chosen?.textContent.trim();
}

function write(key: string, text: string): void {
  one(byId(`share-${key}`), 'code', HTMLElement).textContent = text;
}
