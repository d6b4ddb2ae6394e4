/**
 * Requests a picture again by its validator, and shows it if it is new. Keeps what is shown if there is
 * no answer, or an error.
 * @param shown validator of the picture that is shown
 * @returns that of the picture that is shown now
 */
export async function refreshPicture(
  image: HTMLImageElement,
  source: string,
  shown: string,
): Promise<string> {
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
