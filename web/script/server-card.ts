import { snippet } from '../../src/service/site/snippets.ts';
import type { ShownRequest } from '../../src/service/site/shown-request.ts';
import { jsonIn, send, createAbortPrevious } from './send.ts';
import {
  cardOf,
  isKind,
  isServer,
  isUnknownHost,
  membersIn,
  onlineIn,
  playingIn,
  serverFacts,
  subjectOf,
  type Card,
  type Kind,
} from './cards.ts';
import { decoded } from './decoded.ts';
import { copyText } from './copy.ts';
import { announce, basePath, byId, hit, one, publicBase } from './dom.ts';
import { withLocale } from './locale.ts';
import { t } from './messages.ts';
import { createNotice, type Notice } from './notice.ts';
import { stateIn } from './server-state.ts';
import { offerTabs } from './tabs.ts';
import { explain } from './error-messages.ts';

/** Shows the card of a server, game, group or invite, with code to embed it. */
export function enableServerCard(form: HTMLFormElement): void {
  const notice = createNotice(byId('server-notice'));
  const host = byId('server-host', HTMLInputElement);
  const result = byId('server-result');
  const abortPrevious = createAbortPrevious();
  /** The open request. */
  let open: Card | null = null;

  /** Meanwhile the displayed card belongs to another subject: dimmed, and not to be copied. */
  function wait(question: Card | null): void {
    open = question;
    const isBusy = question !== null;
    byId('server').ariaBusy = String(isBusy);
    one(form, 'button', HTMLButtonElement).ariaDisabled = String(isBusy);
    result.inert = isBusy;
  }

  async function look(): Promise<void> {
    const question = questionNow();
    if (open?.card === question.card) return;
    const signal = abortPrevious();
    if (question.name === '') {
      if (open !== null) notice.clear();
      return wait(null);
    }
    wait(question);
    notice.showStatus(t('checking', { host: question.name }));
    const [card, told] = await Promise.all([
      send({ method: 'GET', url: `${basePath()}${question.card}` }, signal),
      send({ method: 'GET', url: `${basePath()}${question.facts}` }, signal),
    ]);
    if (card.kind === 'cancelled' || told.kind === 'cancelled') return;
    const isAnswered = card.kind === 'answer' && told.kind === 'answer';
    const facts: unknown = isAnswered ? await jsonIn(told.blob) : null;
    if (signal.aborted) return;
    wait(null);
    result.hidden = !isAnswered;
    byId('server-sample').hidden = true;
    if (card.kind !== 'answer') explain(card, notice, again);
    else if (told.kind !== 'answer') explain(told, notice, again);
    else {
      const line = lineOf(question, facts);
      // A server that is off and a name that does not exist look alike, but only the latter can be corrected.
      if (isUnknownHost(facts)) notice.showError(t('unknownHost', { host: question.name }));
      else notice.clear();
      announce(line);
      await show(question, { line, picture: card.blob, facts });
    }
  }
  const again = (): void => void look();
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    again();
    if (host.value.trim() !== '') return;
    notice.showError(t('typeServer'));
    host.focus();
  });
  enableCopies();
  byId('server-online').addEventListener('click', () => void lineUpOnline(questionNow(), notice));
  enableChoices(again);
  if (readHash() || host.value !== '') again();
  applyKind();
}

/** Theme and kind apply at once. */
function enableChoices(changed: () => void): void {
  for (const id of ['server-theme', 'server-edition']) {
    byId(id, HTMLSelectElement).addEventListener('change', () => {
      applyKind();
      changed();
    });
  }
}

function enableCopies(): void {
  byId('server-copies').addEventListener('click', (event) => {
    const button = hit(event, '[data-copies]');
    const text = button?.dataset['copies'];
    if (button !== null && text !== undefined) void copyText(text, button);
  });
}

function kindNow(): Kind {
  const { value } = byId('server-edition', HTMLSelectElement);
  return isKind(value) ? value : 'java';
}

function questionNow(): Card {
  const theme = byId('server-theme', HTMLSelectElement).value;
  const { lang = '' } = byId('server-form').dataset;
  return cardOf(kindNow(), byId('server-host', HTMLInputElement).value.trim(), theme, lang);
}

/** Each kind has another input. */
function applyKind(): void {
  const { selectedOptions } = byId('server-edition', HTMLSelectElement);
  const { label = '', example = '' } = selectedOptions[0]?.dataset ?? {};
  byId('server-label').textContent = label;
  byId('server-host', HTMLInputElement).placeholder = example;
}

/** A link to a card: `#java/play.example.org`. */
function readHash(): boolean {
  const [, kind = '', name = ''] = /^#(\w+)\/(.+)$/.exec(decoded(location.hash)) ?? [];
  if (!isKind(kind)) return false;
  byId('server-edition', HTMLSelectElement).value = kind;
  byId('server-host', HTMLInputElement).value = name;
  byId('server').scrollIntoView();
  return true;
}

/** What a card says, as text. */
function lineOf({ kind, name }: Card, facts: unknown): string {
  if (isServer(kind)) return t('whoIsMissing', { name, sentence: stateIn(serverFacts(facts)) });
  const { name: title, count } = kind === 'game' ? playingIn(facts) : membersIn(facts);
  if (kind === 'game') return t('playingNow', { name: title, count });
  return t('membersOf', { name: title, count });
}

type Shown = { readonly line: string; readonly picture: Blob; readonly facts: unknown };

async function show(question: Card, { line, picture, facts }: Shown): Promise<void> {
  const { kind, card, text, lineup, overlay } = question;
  const image = byId('server-widget', HTMLImageElement);
  URL.revokeObjectURL(image.src);
  image.src = URL.createObjectURL(picture);
  image.alt = line;
  byId('server-text').textContent = line;
  showLineup(question);
  const base = publicBase();
  const { name, link } = subjectOf(question, { facts, base });
  const size = await sizeOf(image);
  const url = `${base}${card}`;
  offerCopies({ image: url, page: link, address: isServer(kind) ? question.name : null });
  // An embedded card changes with its server, so its text does not describe the current state.
  const alt = t('statusOf', { host: name });
  const lineupAlt = t('onlineOn', { host: name });
  const file = { answer: 'picture', fileName: 'server.png' } as const;
  const request = { method: 'GET', url, ...file, alt, link };
  const codes = {
    html: snippet('html', { ...request, ...size }),
    markdown: snippet('markdown', request),
    url,
    text: `${base}${text ?? ''}`,
    overlay: `${base}${overlay ?? ''}`,
    lineup: snippet('html', { ...request, url: `${base}${lineup ?? ''}`, alt: lineupAlt }),
  };
  for (const [key, code] of Object.entries(codes)) {
    one(byId(`embed-${key}`), 'code', HTMLElement).textContent = code;
  }
  const missing = new Set([
    text === null && 'embed-text',
    lineup === null && 'embed-lineup',
    overlay === null && 'embed-overlay',
  ]);
  offerTabs(byId('server-share'), (panel) => !missing.has(panel));
  // For reloading and sharing.
  history.replaceState(history.state, '', `#${kind}/${encodeURIComponent(question.name)}`);
}

/** What is copied by one press. */
function offerCopies(texts: Readonly<Record<'image' | 'page' | 'address', string | null>>): void {
  for (const [name, text] of Object.entries(texts)) {
    const button = byId(`server-copy-${name}`);
    button.hidden = text === null;
    button.dataset['copies'] = text ?? '';
  }
}

/** Reserves the picture's place in somebody's page. */
async function sizeOf(image: HTMLImageElement): Promise<Pick<ShownRequest, 'size'>> {
  try {
    await image.decode();
    return { size: { widthPx: image.naturalWidth, heightPx: image.naturalHeight } };
  } catch {
    return {};
  }
}

/** Players online, and the page to share; game servers only. */
function showLineup({ kind, name, lineup, page }: Card): void {
  const link = byId('server-page-link', HTMLAnchorElement);
  link.hidden = page === null;
  if (page !== null) link.href = `${basePath()}${page}${withLocale('')}`;
  const online = byId('server-lineup', HTMLImageElement);
  online.hidden = lineup === null;
  byId('server-online').hidden = !isServer(kind);
  if (lineup === null) return;
  online.src = `${basePath()}${lineup}`;
  online.alt = t('whoIsOnline', { host: name });
}

/** Puts the players online into the composer above. */
async function lineUpOnline({ name, facts }: Card, notice: Notice): Promise<void> {
  const outcome = await send({ method: 'GET', url: `${basePath()}${facts}` });
  if (outcome.kind === 'refusal' || outcome.kind === 'silence') explain(outcome, notice, () => {});
  if (outcome.kind !== 'answer') return;
  const names = onlineIn(await jsonIn(outcome.blob));
  if (names.length === 0) {
    notice.showError(t('nobodyNamed', { host: name }));
    return;
  }
  const quick = byId('quick', HTMLInputElement);
  quick.value = names.join(', ');
  quick.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  byId('composer').scrollIntoView();
}
