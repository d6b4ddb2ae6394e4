import { jsonIn, send, type Outcome } from './send.ts';
import { retrievedMs, serverFacts, type ServerFacts } from './cards.ts';
import { copyText } from './copy.ts';
import { basePath, byId, create } from './dom.ts';
import { explain } from './error-messages.ts';
import { refreshPicture } from './fresh-picture.ts';
import { t } from './messages.ts';
import { createNotice } from './notice.ts';
import { stateIn } from './server-state.ts';

// The script of the page of a server: says who is online, and stays up to date while somebody looks.

/** A status is fresh for half of this. */
const refreshMs = 60_000;

/** Faces are requested one by one, and count. */
const maxFaces = 24;
/** As many as fit a picture. */
const maxPlayers = 10;

const page = byId('server-page');
const { host = '', facts: factsUrl = '', compose = '', edition = '' } = page.dataset;
const notice = createNotice(byId('server-notice'));
const pictures = ['server-card', 'server-lineup'].map((id) => {
  const image = byId(id, HTMLImageElement);
  return { image, source: image.src };
});
/** What the pictures show, as text. */
let shown: string | null = null;
/** Whether the query protocol is worth asking: it names all players, but many servers have it off. */
let isQueried = true;
/** When the server was asked, by the clock of `performance.now()`. */
let askedMs: number | null = null;

type Known = { readonly facts: ServerFacts; readonly askedMs: number };

/** Not from a cache: an unchanged status would be as old as the first one. */
async function ask(query: string): Promise<Known | Exclude<Outcome, { readonly kind: 'answer' }>> {
  const outcome = await send({ method: 'GET', url: `${factsUrl}${query}`, cache: 'no-store' });
  if (outcome.kind !== 'answer') return outcome;
  const { response, blob } = outcome;
  const facts: unknown = await jsonIn(blob);
  // By the clock of the service: that of the reader may be wrong.
  const ageMs = Date.parse(response.headers.get('date') ?? '') - retrievedMs(facts);
  return {
    facts: serverFacts(facts),
    askedMs: performance.now() - Math.max(0, ageMs || 0),
  };
}

async function look(): Promise<void> {
  const outcome = await ask('');
  if ('kind' in outcome) {
    if (outcome.kind === 'cancelled') return;
    byId('server-result').hidden = outcome.kind === 'refusal' && outcome.status === 400;
    explain(outcome, notice, () => void look());
    return;
  }
  byId('server-result').hidden = false;
  await update(outcome);
  const { online, names } = outcome.facts;
  if (!isQueried || edition !== 'java' || online <= names.length) return;
  const whole = await ask('?query=true');
  if ('kind' in whole) return;
  isQueried = whole.facts.isWhole;
  if (isQueried) showNames(whole.facts);
}

async function update(known: Known): Promise<void> {
  askedMs = known.askedMs;
  showAge();
  const now = JSON.stringify(known.facts);
  if (now === shown) return;
  if (shown !== null) await Promise.allSettled(pictures.map(showNew));
  shown = now;
  show(known.facts);
}

/** Counts how old the state is. */
function showAge(): void {
  if (askedMs === null || document.hidden) return;
  const seconds = Math.max(1, Math.round((performance.now() - askedMs) / 1000));
  const [unit, length] =
    seconds < 90
      ? (['second', 1] as const)
      : seconds < 5400
        ? (['minute', 60] as const)
        : (['hour', 3600] as const);
  const format = new Intl.RelativeTimeFormat(document.documentElement.lang, { style: 'short' });
  const ago = format.format(-Math.round(seconds / length), unit);
  byId('server-age').textContent = t('asOf', { ago });
}

function showNew({ image, source }: (typeof pictures)[number]): Promise<string> {
  return refreshPicture(image, { source, shown: '' });
}

function show(facts: ServerFacts): void {
  byId('server-state').textContent = stateIn(facts);
  if (facts.reason === 'unknown_host') notice.showError(t('unknownHost', { host }));
  else if (facts.isBlocked) notice.showError(t('serverBlocked'));
  else notice.clear();
  showNames(facts);
}

function showNames(facts: ServerFacts): void {
  const { names, online } = facts;
  const list = byId('server-names');
  const faces = names.slice(0, maxFaces);
  list.hidden = faces.length === 0;
  list.replaceChildren(...faces.map((name) => nameItem(name)));
  const others = online - faces.length;
  if (faces.length > 0 && others > 0) {
    list.append(create('li', { textContent: t('moreOnline', { count: others }) }));
  }
  const hint = byId('server-nobody');
  hint.hidden = faces.length > 0;
  hint.replaceChildren(...proseNodes(whyNobody(facts)));
  showCompose(names);
}

/** Why nobody is named, and what would help. */
function whyNobody({ isOnline, online }: ServerFacts): string {
  if (isOnline !== true) return t('offlineNames');
  if (online === 0) return t('nobodyOnline');
  return edition === 'bedrock' ? t('namesBedrock') : t('namesHidden');
}

/** A sentence with code between backquotes. */
function proseNodes(text: string): (string | HTMLElement)[] {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? part : create('code', { textContent: part })));
}

function showCompose(names: readonly string[]): void {
  const link = byId('server-compose', HTMLAnchorElement);
  link.hidden = names.length === 0;
  const url = new URL(compose, location.href);
  for (const name of names.slice(0, maxPlayers)) url.searchParams.append('value', name);
  url.searchParams.set('scene', 'meadow');
  url.searchParams.set('title', host);
  link.href = url.href;
}

function nameItem(name: string): HTMLLIElement {
  const src = `${basePath()}/avatar/${encodeURIComponent(name)}?size=64`;
  const face = create('img', { width: 32, height: 32, alt: '', loading: 'lazy', src });
  // Nobody has to have an account.
  face.addEventListener('error', () => (face.hidden = true));
  const item = create('li', {});
  item.append(face, name);
  return item;
}

const copyAddress = byId('copy-address');
copyAddress.hidden = false;
copyAddress.addEventListener('click', () => void copyText(host, copyAddress));

void look();
setInterval(showAge, 1000);
setInterval(() => {
  if (!document.hidden) void look();
}, refreshMs);
