import { DefaultRestOptions } from 'discord.js';

type MakeRequest = typeof DefaultRestOptions.makeRequest;

/**
 * Makes requests as discord.js does, except for forms: it rejects its own forms if a newer
 * undici is installed beside its own, so they are passed as bytes.
 */
export const makeRequest: MakeRequest = async (url, init) => {
  if (!(init.body instanceof FormData)) return DefaultRestOptions.makeRequest(url, init);
  const form = new Response(init.body);
  const headers = new Headers({ 'content-type': form.headers.get('content-type') ?? '' });
  const body = new Uint8Array(await form.arrayBuffer());
  return DefaultRestOptions.makeRequest(url, {
    ...init,
    headers: Object.fromEntries(headers),
    body,
  });
};
