type Fresh = {
  readonly source: string;
  /** Validator of the picture that is shown. */
  readonly shown: string;
  /** Whether a new picture is better not shown yet. */
  readonly isUnwanted?: () => Promise<boolean>;
};

/** Longer than any picture takes; a connection that hangs would be waited for. */
const patienceMs = 60_000;

/**
 * Requests a picture again by its validator, and shows it if it is new. Keeps what is shown, and rejects, if
 * there is no response, or an error, or something that is no picture.
 * @returns the validator of the picture that is shown now
 */
export async function refreshPicture(
  image: HTMLImageElement,
  { source, shown, isUnwanted }: Fresh,
): Promise<string> {
  const signal = AbortSignal.timeout(patienceMs);
  const response = await fetch(source, { cache: 'no-cache', signal });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const tag = response.headers.get('etag') ?? '';
  if (tag === shown || (await isUnwanted?.()) === true) return shown;
  const url = URL.createObjectURL(await response.blob());
  // A proxy may respond with a page of its own.
  await decoded(url);
  const before = image.src;
  image.src = url;
  await image.decode();
  if (before.startsWith('blob:')) URL.revokeObjectURL(before);
  return tag;
}

async function decoded(url: string): Promise<void> {
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch (error) {
    URL.revokeObjectURL(url);
    throw error;
  }
}
