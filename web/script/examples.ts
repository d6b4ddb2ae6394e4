import { send, type Outcome } from './send.ts';
import { create, createButton } from './dom.ts';
import { asSentence } from './item-errors.ts';
import { t } from './messages.ts';

/** The placeholders on the page, also used for retries. */
const waiting = new WeakMap<HTMLElement, Element>();

/** Shows what the service answers now to the request of an example. */
export async function runExample(example: HTMLElement): Promise<void> {
  const { live: url = '', method = 'GET', body } = example.dataset;
  const placeholder = waiting.get(example) ?? example.querySelector('.waiting');
  if (placeholder !== null) {
    waiting.set(example, placeholder);
    example.replaceChildren(placeholder);
  }
  example.ariaBusy = 'true';
  const outcome = await send({
    method,
    url,
    ...(body !== undefined && { body: JSON.parse(body) as unknown }),
  });
  if (outcome.kind === 'answer') example.replaceChildren(...(await answerNodes(outcome, example)));
  else {
    const isRefusal = outcome.kind === 'refusal';
    const sentence = isRefusal ? asSentence(outcome.detail) : t('unreachable');
    example.replaceChildren(paragraph(sentence), againButton(example));
  }
  example.ariaBusy = 'false';
}

async function answerNodes(
  { response, blob }: Extract<Outcome, { readonly kind: 'answer' }>,
  example: HTMLElement,
): Promise<HTMLElement[]> {
  const alt = example.dataset['alt'] ?? '';
  const meta = metaOf(response);
  if (blob.type.startsWith('image/')) {
    const image = create('img', { src: URL.createObjectURL(blob), alt });
    // As large as the placeholder.
    const { width, height } = example.querySelector('svg')?.viewBox.baseVal ?? {};
    if (width !== undefined && height !== undefined) Object.assign(image, { width, height });
    return [image, meta];
  }
  const text = await blob.text();
  const isJson = blob.type.includes('json');
  const textContent = isJson ? JSON.stringify(JSON.parse(text), null, 2) : text;
  const ariaLabel = t('responseOf', { title: alt });
  return [create('pre', { tabIndex: 0, ariaLabel, textContent }), meta];
}

/** What would not fit a small phone is left out there, by its element. */
function metaOf({ status, headers }: Response): HTMLElement {
  const [caching, cache] = ['cache-control', 'x-cache'].map((name) => headers.get(name));
  const meta = paragraph(t('justNow', { status }));
  const details = caching ? ` · ${caching}` : '';
  meta.append(create('span', { textContent: details }), cache ? ` · ${cache}` : '');
  return meta;
}

function paragraph(textContent: string): HTMLElement {
  return create('p', { className: 'meta', textContent });
}

function againButton(example: HTMLElement): HTMLElement {
  const button = createButton({ className: 'button small', textContent: t('tryAgain') });
  button.addEventListener('click', () => {
    // The button disappears; keyboard focus stays here.
    example.tabIndex = -1;
    example.focus();
    void runExample(example);
  });
  return button;
}
