/** The parts of a webhook URL that posting needs. */
type Webhook = { readonly id: string; readonly token: string; readonly thread: string | null };

const address =
  /^https:\/\/(?:(?:ptb|canary)\.)?discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/([1-9]\d{16,19})\/([\w-]{1,128})\/?(?:\?([^#]*))?$/i;

/** Parses a webhook URL; `null` for anything else. */
export function readWebhook(text: string): Webhook | null {
  const [, id, token, query] = address.exec(text.trim()) ?? [];
  if (id === undefined || token === undefined) return null;
  const thread = new URLSearchParams(query).get('thread_id');
  return { id, token, thread: /^\d{17,20}$/.test(thread ?? '') ? thread : null };
}

/** The path of this service's proxy for a webhook. */
export function relayPath({ id, token, thread }: Webhook): string {
  const path = `/api/chat/webhook/${id}/${token}?wait=true`;
  return thread === null ? path : `${path}&thread_id=${thread}`;
}
