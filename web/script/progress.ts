import { basePath, byId, one } from './dom.ts';
import { t } from './messages.ts';
import { send, type ApiRequest, type Outcome } from './send.ts';
import { showDrawing } from './stage.ts';

// Says how far an animation is, in frames, while its still is shown. Loaded with the first animation.

/** What is there sooner needs no word. */
const quietMs = 600;

type Waiting = {
  readonly signal: AbortSignal;
  /** Whether somebody waits for it: otherwise nothing is said. */
  readonly isAsked: boolean;
  /** Called when somebody does not want to wait any longer: it is not drawn on then. */
  readonly cancel: () => void;
};

/** Requests an animation; says how far it is, if the service does, and offers to cancel it. */
export async function drawAnimation(
  request: ApiRequest,
  { signal, isAsked, cancel }: Waiting,
): Promise<Outcome> {
  const id = createId();
  const end = new AbortController();
  const say = (): void => follow(id, end.signal, cancel);
  const waiting = isAsked ? setTimeout(say, quietMs) : undefined;
  const outcome = await send({ ...request, headers: { 'X-Progress-Id': id } }, signal);
  clearTimeout(waiting);
  end.abort();
  return outcome;
}

/** 22 characters of base64url, which nobody else knows. */
function createId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .slice(0, 22);
}

function follow(id: string, end: AbortSignal, cancel: () => void): void {
  const text = showDrawing();
  const making = byId('making');
  const button = one(making, 'button', HTMLButtonElement);
  button.hidden = false;
  button.addEventListener('click', cancel, { signal: end });
  const events = new EventSource(`${basePath()}/api/blockgame/progress/${id}`);
  events.addEventListener('message', ({ data }) => {
    const { done, of } = framesIn(String(data));
    text.textContent = t('framesOf', { done, of });
  });
  // Over, or not told by this service: it is not asked again.
  events.addEventListener('error', () => events.close());
  end.addEventListener('abort', () => {
    events.close();
    const hadFocus = button === document.activeElement;
    making.hidden = button.hidden = true;
    if (hadFocus) one(byId('stage-take'), '[data-act]', HTMLElement).focus();
  });
}

function framesIn(data: string): { readonly done: number; readonly of: number } {
  const { done, of }: { done?: unknown; of?: unknown } = Object(JSON.parse(data));
  return { done: Number(done), of: Number(of) };
}
