import { ask, type Outcome } from './ask.ts';
import { asSentence } from './lineup.ts';

/** Examples of the reference that are more than a picture to load: asked once they come into view. */
export function enableLiveExamples(): void {
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLElement)) continue;
      seen.unobserve(target);
      void run(target);
    }
  });
  for (const example of document.querySelectorAll('[data-live]')) seen.observe(example);
}

async function run(example: HTMLElement): Promise<void> {
  const { live: url = '', method = 'GET', body, alt = '' } = example.dataset;
  const outcome = await ask({
    method,
    url,
    ...(body !== undefined && { body: JSON.parse(body) as unknown }),
  });
  if (outcome.kind === 'answer') example.replaceChildren(...(await answerNodes(outcome, alt)));
  else example.replaceChildren(paragraph(sentenceFor(outcome)), againButton(example));
}

async function answerNodes(
  { response, blob }: Extract<Outcome, { readonly kind: 'answer' }>,
  alt: string,
): Promise<HTMLElement[]> {
  if (blob.type.startsWith('image/')) {
    const image = document.createElement('img');
    image.src = URL.createObjectURL(blob);
    image.alt = alt;
    return [image];
  }
  const text = await blob.text();
  const pre = document.createElement('pre');
  pre.tabIndex = 0;
  pre.ariaLabel = `Answer: ${alt}`;
  pre.textContent = blob.type.includes('json') ? JSON.stringify(JSON.parse(text), null, 2) : text;
  return [pre, paragraph(metaOf(response))];
}

function metaOf({ status, headers }: Response): string {
  const shown = ['cache-control', 'x-cache'].flatMap((name) => headers.get(name) ?? []);
  return [`${status}, just now`, ...shown].join(' · ');
}

function sentenceFor(outcome: Outcome): string {
  if (outcome.kind === 'refusal') return asSentence(outcome.detail);
  return 'The service can’t be reached.';
}

function paragraph(text: string): HTMLElement {
  const element = document.createElement('p');
  element.className = 'meta';
  element.textContent = text;
  return element;
}

function againButton(example: HTMLElement): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button small';
  button.textContent = 'Try again';
  button.addEventListener('click', () => void run(example));
  return button;
}
