import { languages, snippet } from '../../src/features/docs/snippets.ts';
import { basePath, byId, one } from './dom.ts';
import { lineupRequest, type Lineup } from './lineup.ts';
import { offerTabs } from './tabs.ts';

const embeddable: ReadonlySet<string> = new Set(['Address', 'HTML', 'Markdown']);

/** Writes the picture's address and code for it, ready to be copied. */
export function updateShare(lineup: Lineup): void {
  const request = lineupRequest(`${location.origin}${basePath()}`, lineup);
  const shown = {
    ...request,
    answer: 'picture',
    fileName: 'lineup.png',
    alt: altFor(lineup),
  } as const;
  write('url', request.url);
  for (const language of languages) write(language, snippet(language, shown));
  const isLong = request.method !== 'GET';
  offerTabs(byId('share', HTMLDivElement), (name) => !isLong || !embeddable.has(name));
  const hint = byId('share-hint', HTMLParagraphElement);
  hint.hidden = !isLong;
  hint.textContent = isLong
    ? 'A skin file makes the address too long to embed. Put the skin online and use its address here, and the picture fits into an <img> again.'
    : '';
}

/** What the picture shows, for those who can't see it. */
export function altFor({ places, look }: Lineup): string {
  const names = places
    .filter(({ value }) => value.trim() !== '')
    .map(({ value, label }) => label || (value.startsWith('data:') ? 'a skin' : value));
  const list = names.join(', ').replace(/, ([^,]*)$/, ' and $1');
  return look.crop === 'full' && names.length > 1 ? `${list} side by side` : list;
}

function write(key: string, text: string): void {
  one(byId(`share-${key}`, HTMLElement), 'code', HTMLElement).textContent = text;
}
