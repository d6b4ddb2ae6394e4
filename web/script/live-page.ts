// The only script of the live page: asks for the picture again and again, by its validator, and shows a
// new one. While nothing changed the answer is a 304 without a body, and free.

const picture = document.querySelector<HTMLImageElement>('#live');

/** Keeps what is shown if there is no answer, or an error. */
async function refresh(image: HTMLImageElement, source: string, shown: string): Promise<string> {
  const answer = await fetch(source, { cache: 'no-cache' });
  const tag = answer.headers.get('etag') ?? '';
  if (!answer.ok || tag === shown) return shown;
  const url = URL.createObjectURL(await answer.blob());
  const before = image.src;
  image.src = url;
  await image.decode();
  if (before.startsWith('blob:')) URL.revokeObjectURL(before);
  return tag;
}

function keepFresh(image: HTMLImageElement): void {
  const source = image.src;
  const waitMs = Number(image.dataset['refresh']) * 1000;
  let shown = '';
  const next = (): void => void setTimeout(run, waitMs);
  const run = (): void =>
    void refresh(image, source, shown)
      .then((tag) => (shown = tag))
      .catch(() => {})
      .finally(next);
  next();
}

if (picture !== null) keepFresh(picture);
