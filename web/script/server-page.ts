import { send } from './send.ts';
import { serverFacts, type ServerFacts } from './cards.ts';
import { basePath, byId } from './dom.ts';
import { explain } from './error-messages.ts';
import { refreshPicture } from './fresh-picture.ts';
import { t } from './messages.ts';
import { createNotice } from './notice.ts';

// The script of the page of a server: says who is online, and stays up to date while somebody looks.

/** A status is fresh for half of this. */
const refreshMs = 60_000;

/** Faces are requested one by one, and count. */
const maxFaces = 24;
/** As many as fit a picture. */
const maxPlayers = 10;

const page = byId('server-page');
const { host = '', facts: factsUrl = '', compose = '' } = page.dataset;
const notice = createNotice(byId('server-notice'));
const pictures = ['server-card', 'server-lineup'].map((id) => {
  const image = byId(id, HTMLImageElement);
  return { image, source: image.src };
});
/** What the pictures show, as text. */
let shown: string | null = null;

async function look(): Promise<void> {
  const outcome = await send({ method: 'GET', url: factsUrl });
  if (outcome.kind === 'cancelled') return;
  byId('server-result').hidden = outcome.kind === 'refusal' && outcome.status === 400;
  if (outcome.kind !== 'answer') {
    explain(outcome, notice, () => void look());
    return;
  }
  const facts = serverFacts(JSON.parse(await outcome.blob.text()));
  const now = JSON.stringify(facts);
  if (now === shown) return;
  if (shown !== null) await Promise.allSettled(pictures.map(showNew));
  shown = now;
  show(facts);
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

function stateIn({ isOnline, online, max }: ServerFacts): string {
  if (isOnline === null) return t('serverUnknown');
  return isOnline ? t('serverOnline', { online, max }) : t('serverOffline');
}

function showNames({ names, online }: ServerFacts): void {
  const list = byId('server-names');
  const faces = names.slice(0, maxFaces);
  list.hidden = faces.length === 0;
  list.replaceChildren(...faces.map((name) => nameItem(name)));
  const others = online - faces.length;
  if (faces.length > 0 && others > 0) {
    const more = document.createElement('li');
    more.textContent = t('moreOnline', { count: others });
    list.append(more);
  }
  const link = byId('server-compose', HTMLAnchorElement);
  link.hidden = names.length === 0;
  const url = new URL(compose, location.href);
  for (const name of names.slice(0, maxPlayers)) url.searchParams.append('value', name);
  url.searchParams.set('scene', 'meadow');
  url.searchParams.set('title', host);
  link.href = url.href;
}

function nameItem(name: string): HTMLLIElement {
  const [item, face] = [document.createElement('li'), new Image(32, 32)];
  face.alt = '';
  face.loading = 'lazy';
  face.src = `${basePath()}/avatar/${encodeURIComponent(name)}?size=64`;
  // Nobody has to have an account.
  face.addEventListener('error', () => (face.hidden = true));
  item.append(face, name);
  return item;
}

void look();
setInterval(() => {
  if (!document.hidden) void look();
}, refreshMs);
