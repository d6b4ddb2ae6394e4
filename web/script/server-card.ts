import { snippet } from '../../src/features/docs/snippets.ts';
import { ask } from './ask.ts';
import { announce, basePath, byId, one, publicBase } from './dom.ts';
import { createLatest } from './latest.ts';
import { createNotice, type Notice } from './notice.ts';
import { explain } from './trouble.ts';
import { t } from './messages.ts';

/** Asks how a game server is, and shows its card with the code to embed it. */
export function enableServerCard(form: HTMLFormElement): void {
  form.hidden = false;
  const notice = createNotice(byId('server-notice'));
  const host = byId('server-host', HTMLInputElement);
  const result = byId('server-result');
  const latest = createLatest();
  /** The question that is open. */
  let open: Question | null = null;

  /** What is shown meanwhile is of another question: pale, and not to be copied. */
  function wait(question: Question | null): void {
    open = question;
    const isBusy = question !== null;
    byId('server').ariaBusy = String(isBusy);
    one(form, 'button', HTMLButtonElement).ariaDisabled = String(isBusy);
    result.inert = isBusy;
  }

  async function look(): Promise<void> {
    const question = questionOf(host.value.trim());
    if (question.host === '' || open?.card === question.card) return;
    const signal = latest();
    wait(question);
    notice.tell(t('checking', { host: question.host }));
    const [card, text] = await Promise.all([
      ask({ method: 'GET', url: `${basePath()}${question.card}` }, signal),
      ask({ method: 'GET', url: `${basePath()}${question.text}` }, signal),
    ]);
    if (card.kind === 'cancelled' || text.kind === 'cancelled') return;
    const isAnswered = card.kind === 'answer' && text.kind === 'answer';
    const line = isAnswered ? await text.blob.text() : '';
    if (signal.aborted) return;
    wait(null);
    result.hidden = !isAnswered;
    if (card.kind !== 'answer') explain(card, notice, again);
    else if (text.kind !== 'answer') explain(text, notice, again);
    else {
      notice.clear();
      announce(line);
      show(question, line, card.blob);
    }
  }
  const again = (): void => void look();
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (host.value.trim() === '') {
      notice.say(t('typeServer'));
      host.focus();
    }
    again();
  });
  byId('server-online').addEventListener('click', () => {
    void lineUpOnline(questionOf(host.value.trim()), notice);
  });
  for (const id of ['server-theme', 'server-edition']) {
    byId(id, HTMLSelectElement).addEventListener('change', again);
  }
}

/** Whom to ask, and the paths of the card and of the line of text. */
type Question = {
  readonly host: string;
  readonly card: string;
  readonly text: string;
  /** All that is known, as JSON. */
  readonly facts: string;
  /** Who is online, as a picture that stays true. */
  readonly lineup: string;
};

function questionOf(host: string): Question {
  const edition = byId('server-edition', HTMLSelectElement).value;
  const theme = byId('server-theme', HTMLSelectElement).value;
  const stem = `/api/blockgame/server/${edition}/${encodeURIComponent(host)}`;
  return {
    host,
    card: `${stem}/widget?theme=${theme}`,
    text: `${stem}/status-text`,
    facts: `${stem}/status`,
    lineup: `${stem}/lineup`,
  };
}

function show({ host, card, text, lineup }: Question, line: string, picture: Blob): void {
  const image = byId('server-widget', HTMLImageElement);
  URL.revokeObjectURL(image.src);
  image.src = URL.createObjectURL(picture);
  image.alt = line;
  byId('server-text').textContent = line;
  const url = `${publicBase()}${card}`;
  const request = {
    method: 'GET',
    url,
    answer: 'picture',
    fileName: 'server.png',
    // The card that is embedded changes with the server: what it says now is not what it will say.
    alt: t('statusOf', { host }),
  } as const;
  const codes = {
    html: snippet('html', request),
    markdown: snippet('markdown', request),
    url,
    text: `${publicBase()}${text}`,
    lineup: snippet('html', {
      ...request,
      url: `${publicBase()}${lineup}`,
      alt: t('onlineOn', { host }),
    }),
  };
  const online = byId('server-lineup', HTMLImageElement);
  online.src = `${basePath()}${lineup}`;
  online.alt = t('whoIsOnline', { host });
  online.hidden = false;
  for (const [key, code] of Object.entries(codes)) {
    one(byId(`embed-${key}`), 'code', HTMLElement).textContent = code;
  }
}

/** Puts those who are online into the composer above. */
async function lineUpOnline(question: Question, notice: Notice): Promise<void> {
  const outcome = await ask({ method: 'GET', url: `${basePath()}${question.facts}` });
  if (outcome.kind === 'refusal' || outcome.kind === 'silence') explain(outcome, notice, () => {});
  if (outcome.kind !== 'answer') return;
  const names = onlineIn(JSON.parse(await outcome.blob.text()));
  if (names.length === 0) {
    notice.say(t('nobodyNamed', { host: question.host }));
    return;
  }
  const quick = byId('quick', HTMLInputElement);
  quick.value = names.join(', ');
  quick.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  byId('composer').scrollIntoView();
}

/** Names of players in the facts about a server. */
function onlineIn(facts: unknown): string[] {
  const sample = field(field(facts, 'players'), 'sample');
  const names = Array.isArray(sample) ? sample.map((listed: unknown) => field(listed, 'name')) : [];
  return names.flatMap((name) =>
    typeof name === 'string' && /^\w{1,16}$/.test(name) ? [name] : [],
  );
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
