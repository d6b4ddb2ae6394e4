import { rootName } from '../../common/root-name.ts';
import { isCompositionOfOne } from '../../engine/options/composition-query.ts';
import { pictureFormats } from '../../engine/options/picture-formats.ts';
import type { SizePx } from '../../engine/scenes/layout/sizes.ts';
import {
  cardEmbed,
  cardSize,
  listOf,
  playersEmbed,
  sized,
  withQuery,
  type Embed,
  type EmbedAddress,
  type Shown,
} from '../http/embed.ts';
import { maxItems } from './front/lineup.ts';
import { readLineup, rowTitle } from './front/row.ts';
import { translator } from './messages/messages.ts';
import { serverTitle } from './server-page.ts';
import { framePath, viewSize } from './view-page.ts';

/** The live page, in a frame. */
const liveEmbed: Embed = ({ path, params: { host = '' }, query }) => {
  const shows = query.has('player') ? 'player' : query.get('show');
  const title = query.get('title') || query.get('player') || host;
  return framed(title, liveSize(shows, query), withQuery(path, query));
};

/** The live page of players without a server. */
const livePlayersEmbed: Embed = ({ path, params: { players }, query }) => {
  const names = listOf(players);
  const size =
    names.length === 1 ? liveSize('player', query) : sized({ path, query }, '', 'og').size;
  return framed(query.get('title') || names.join(', '), size, withQuery(path, query));
};

function framed(title: string, size: SizePx, target: string): Shown {
  return { title, size, targetOf: () => target, isFrame: true };
}

function liveSize(shows: string | null, query: URLSearchParams): SizePx {
  if (shows === 'lineup') return [960, 240];
  if (shows !== 'player') return cardSize;
  const isComposition = isCompositionOfOne(`?${query.toString()}`);
  return isComposition ? sized({ path: '', query }, '', 'og').size : [256, 512];
}

/** The page of a server: its card, called like the page. */
const serverEmbed: Embed = (address) => {
  const { path, params } = address;
  const shown = cardEmbed({ ...address, path: `/api/blockgame${path}/widget` });
  const edition = params.edition === 'java' ? 'java' : 'bedrock';
  return shown && { ...shown, title: serverTitle(edition, params.host ?? '') };
};

/** The page that turns a player, in a frame. */
const viewEmbed: Embed = ({ path, params: { player = '' }, query }) => {
  const own = new URLSearchParams(query);
  own.delete('embed');
  return framed(player, viewSize, framePath(path, own));
};

/** A row of players at the root: a picture, also of one of them, or the page that shows it. */
const rowEmbed: Embed = (address) => {
  const { players = '' } = address.params;
  const [, stem = '', extension = ''] = /^([^/]+)\.(\w+)$/.exec(players) ?? [];
  if (pictureFormats.some((format) => format === extension.toLowerCase())) {
    const values = listOf(stem);
    const isOne = rootName.test(stem) && isCompositionOfOne(`?${address.query.toString()}`);
    return values.length > 1 || isOne ? playersEmbed(() => values)(address) : null;
  }
  // What has another extension is no page.
  return players.includes('.') ? null : rowPage(address, listOf(players));
};

/** The picture of a shared row, as in its link preview, called like its page. */
function rowPage({ query, locale }: EmbedAddress, values: readonly string[]): Shown | null {
  const whole = new URLSearchParams(query);
  // The language of the page.
  whole.delete('lang');
  setPlayers(whole, values);
  const row = readLineup(`?${whole.toString()}`, maxItems);
  if (row === null) return null;
  setPlayers(whole, values.filter((value) => value.trim() !== '').slice(0, maxItems));
  // A card has a scene anyway, and an advancement has none.
  const isBare = !whole.has('background') && !whole.has('as');
  if (isBare && (whole.get('scene') ?? 'none') === 'none') {
    whole.set('scene', 'meadow');
  }
  whole.set('size', 'og');
  return sized(
    { path: '/api/blockgame/render/composition', query: whole },
    rowTitle(translator(locale), row),
    'og',
  );
}

function setPlayers(query: URLSearchParams, values: readonly string[]): void {
  query.delete('value');
  for (const value of values) query.append('value', value);
}

const page = (path: string, show: Embed) => ({ embed: { path, extensions: [], show } });

/** The pages that are embedded. */
export const pageEmbeds = [
  page('/', (address) => rowPage(address, address.query.getAll('value'))),
  page(String.raw`/:players(^(?:[^+,]*[+,].*|[^+,]+\.\w+)$)`, rowEmbed),
  page('/live/:edition(^(?:java|bedrock)$)/:host', liveEmbed),
  page('/live/players/:players', livePlayersEmbed),
  page('/server/:edition(^(?:java|bedrock)$)/:host', serverEmbed),
  page('/view/:player', viewEmbed),
];
