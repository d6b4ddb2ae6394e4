import { send, type Outcome } from './send.ts';
import { cutUnits } from './cut.ts';
import { basePath, byId, hit } from './dom.ts';
import { asSentence } from './item-errors.ts';
import { t } from './messages.ts';
import { createNotice, type Notice } from './notice.ts';
import type { Load } from './take.ts';
import { readWebhook, relayPath } from './webhook.ts';

// Posts the picture to a channel. A webhook URL is a password: it stays in its field. It is never
// put into the page's URL, history or storage, and is sent to nobody but this service's proxy.

/**
 * @param box the part of the page
 * @param load loads the displayed picture
 */
export function enablePosting(box: HTMLElement, load: Load): void {
  const address = byId('post-address', HTMLInputElement);
  const button = byId('post-send', HTMLButtonElement);
  const notice = createNotice(byId('post-notice'));

  async function sendMessage(): Promise<void> {
    if (button.ariaDisabled === 'true') return;
    const webhook = readWebhook(address.value);
    address.ariaInvalid = String(webhook === null);
    if (webhook === null) {
      notice.showError(t('postNoAddress'));
      address.focus();
      return;
    }
    button.ariaDisabled = 'true';
    notice.showStatus(t('posting'));
    const body = await formWith(load);
    const url = `${basePath()}${relayPath(webhook)}`;
    const outcome = body === null ? null : await send({ method: 'POST', url, body });
    button.ariaDisabled = 'false';
    if (outcome === null) notice.clear();
    else showOutcome(outcome, notice, button);
  }

  button.addEventListener('click', () => void sendMessage());
  box.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || hit(event, 'input') === null) return;
    // Otherwise the surrounding form, which contains the players, would be submitted.
    event.preventDefault();
    void sendMessage();
  });
  // Typing here does not change the picture.
  for (const type of ['input', 'change']) {
    box.addEventListener(type, (event) => event.stopPropagation());
  }
}

/** The message with the picture; `null` if there is none, which was already shown. */
async function formWith(load: Load): Promise<FormData | null> {
  try {
    const picture = await load('png');
    const form = new FormData();
    const { alt } = byId('picture', HTMLImageElement);
    const message = {
      content: byId('post-message', HTMLInputElement).value.trim(),
      attachments: [{ id: 0, filename: 'lineup.png', description: cutUnits(alt, 1000) }],
      // Names of players may look like mentions.
      allowed_mentions: { parse: [] },
    };
    form.append('payload_json', JSON.stringify(message));
    form.append('files[0]', picture, 'lineup.png');
    return form;
  } catch {
    return null;
  }
}

function showOutcome(outcome: Outcome, notice: Notice, button: HTMLButtonElement): void {
  if (outcome.kind === 'answer') notice.showStatus(t('posted'));
  else if (outcome.kind === 'refusal') showRefusal(outcome, notice, button);
  else notice.showError(t('offline'));
}

type Refusal = Extract<Outcome, { readonly kind: 'refusal' }>;

function showRefusal(
  { status, detail, waitSeconds }: Refusal,
  notice: Notice,
  button: HTMLButtonElement,
): void {
  if (status === 429 || status === 503) {
    // Never resent automatically: a duplicate post cannot be removed here.
    button.ariaDisabled = 'true';
    notice.countDown(
      waitSeconds,
      (seconds) => t('postWait', { seconds }),
      () => void (button.ariaDisabled = 'false'),
    );
  } else if (status === 401 || status === 403 || status === 404) notice.showError(t('postGone'));
  else if (status === 413) notice.showError(t('postTooLarge'));
  else if (status >= 500) notice.showError(t('postNoAnswer'));
  else notice.showError(asSentence(detail));
}
