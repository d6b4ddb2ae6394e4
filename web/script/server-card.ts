import { snippet } from '../../src/features/docs/snippets.ts';
import { ask } from './ask.ts';
import { basePath, byId, one } from './dom.ts';
import { createLatest } from './latest.ts';
import { createNotice } from './notice.ts';
import { explain } from './trouble.ts';

/** Asks how a game server is, and shows its card with the code to embed it. */
export function enableServerCard(form: HTMLFormElement): void {
  form.hidden = false;
  const notice = createNotice(byId('server-notice', HTMLParagraphElement));
  const host = byId('server-host', HTMLInputElement);
  const latest = createLatest();

  async function look(): Promise<void> {
    if (host.value.trim() === '') return;
    const signal = latest();
    const { card, text } = addresses(host.value.trim());
    const [cardAnswer, textAnswer] = await Promise.all([
      ask({ method: 'GET', url: card }, signal),
      ask({ method: 'GET', url: text }, signal),
    ]);
    const trouble = [cardAnswer, textAnswer].find(({ kind }) => kind !== 'answer');
    if (trouble?.kind === 'refusal' || trouble?.kind === 'silence') {
      explain(trouble, notice, () => void look());
    }
    if (cardAnswer.kind !== 'answer' || textAnswer.kind !== 'answer') return;
    notice.clear();
    show({ card, text, line: await textAnswer.blob.text(), picture: cardAnswer.blob });
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void look();
  });
  byId('server-theme', HTMLSelectElement).addEventListener('change', () => void look());
  byId('server-edition', HTMLSelectElement).addEventListener('change', () => void look());
}

function addresses(host: string): { card: string; text: string } {
  const edition = byId('server-edition', HTMLSelectElement).value;
  const theme = byId('server-theme', HTMLSelectElement).value;
  const stem = `${basePath()}/api/blockgame/server/${edition}/${encodeURIComponent(host)}`;
  return { card: `${stem}/widget?theme=${theme}`, text: `${stem}/status-text` };
}

type Shown = {
  readonly card: string;
  readonly text: string;
  readonly line: string;
  readonly picture: Blob;
};

function show({ card, text, line, picture }: Shown): void {
  const image = byId('server-widget', HTMLImageElement);
  URL.revokeObjectURL(image.src);
  image.src = URL.createObjectURL(picture);
  image.alt = line;
  byId('server-text', HTMLParagraphElement).textContent = line;
  const url = `${location.origin}${card}`;
  const request = {
    method: 'GET',
    url,
    answer: 'picture',
    fileName: 'server.png',
    alt: line,
  } as const;
  const codes = {
    html: snippet('html', request),
    markdown: snippet('markdown', request),
    url,
    text: `${location.origin}${text}`,
  };
  for (const [key, code] of Object.entries(codes)) {
    one(byId(`embed-${key}`, HTMLElement), 'code', HTMLElement).textContent = code;
  }
  byId('server-result', HTMLDivElement).hidden = false;
}
