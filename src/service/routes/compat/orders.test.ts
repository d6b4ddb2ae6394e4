import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LineupError } from '../../../common/errors/lineup-error.ts';
import {
  readCompat,
  type CompatPicture,
  type CompatResponse,
  type CompatStatus,
} from './define-service.ts';
import { compatServices } from './services.ts';

// What each path of another service orders of our renderer: the type and crop, the height that is drawn
// and the size it is fitted into, and the options that are not our defaults: their words on the left,
// ours on the right. Reviewed line by line; a change here is a change for whoever moves from a service.

const orders: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(
  readFileSync(new URL('../../../../test/fixtures/compat/orders.json', import.meta.url), 'utf8'),
);

/** In words: `front/face 104 in 100×100, bare, else default`. */
function ordered(picture: CompatResponse): string {
  if (picture.kind === 'default-icon') return picture.kind;
  if (picture.kind === 'status') return statusWords(picture);
  if (picture.kind === 'profile') {
    return `profile${ofPlayer(picture.player)}${picture.hasSheets ? ' with sheets' : ''}`;
  }
  const whoever = picture.takesAnyText === true ? ', by any text' : '';
  if (picture.kind === 'cape') return `cape${ofPlayer(picture.player)}${whoever}`;
  if (picture.kind === 'skin') {
    const [own, ...others] = picture.attempts.map((one) => nameOf(one ?? 'default'));
    const ways = [`${picture.form} sheet${ofPlayer(own ?? '')}`, ...others].join(' else ');
    return `${ways}${picture.isDownload ? ', to save' : ''}${whoever}`;
  }
  return picture.attempts.map((figure) => figureWords(figure)).join(' | ') + whoever;
}

function statusWords({ server, form }: CompatStatus): string {
  const { edition, host, query = false, timeout, fieldPath } = server;
  const words = [
    `${form.kind} of ${edition} ${host}`,
    query && 'with query',
    timeout !== undefined && `in ${timeout} s`,
    form.kind === 'widget' && form.theme,
    form.kind === 'widget' && form.title,
    fieldPath,
  ];
  return words.filter((word) => typeof word === 'string').join(', ');
}

/** Textures that the services know by a name. */
function nameOf(player: string): string {
  return { [steve]: 'Steve', [alex]: 'Alex' }[player] ?? player;
}

const steve = '31f477eb1a7beee631c2ca64d06f8f68fa93a3386d04452ab27f43acdf1b60cb';
const alex = '46acd06e8483b176e8ea39fc12fe105eb3a2a4970f5100057e9d84d4b60bdfa7';

const ofPlayer = (player: string) => (player === 'jeb_' ? '' : ` of ${nameOf(player)}`);

type Figure = Extract<CompatPicture, { kind: 'render' }>['attempts'][number];

function figureWords({ looks, box, options, player, skinUrl }: Figure): string {
  const { height, yaw = 0, pitch = 0, roll = 0, fov, outline, outline_width: rim } = options;
  const angles = [yaw, pitch, roll].some((angle) => angle !== 0);
  const usual = looks[0] === 'front' || looks[0] === 'back' ? 'none' : 'auto';
  const words = [
    `${looks.join('/')} ${height}${box === null ? '' : ` in ${box.widthPx}×${box.heightPx}`}`,
    angles && `turned ${yaw + 0},${pitch + 0},${roll + 0}`,
    options.overlay === false && 'bare',
    options.cape !== undefined && (options.cape ? 'caped' : 'capeless'),
    options.ears !== undefined && options.ears !== usual && `ears ${options.ears}`,
    options.shadow === true && 'shadow',
    options.shading === false && 'unlit',
    fov !== undefined && `fov ${fov}`,
    outline !== undefined && `outline ${outline} ${rim}`,
    options.model,
    options.format,
    options.fallback === 'default' && 'else default',
    player !== 'jeb_' && `of ${nameOf(player)}`,
    skinUrl !== undefined && `from ${skinUrl}`,
  ];
  return words.filter((word) => typeof word === 'string').join(', ');
}

const cases = Object.entries(orders).flatMap(([service, list]) =>
  Object.entries(list).map(([address, order]) => ({ service, address, order })),
);

/** In words, or the error: what is not offered is said. */
function read(name: string, address: string): string {
  const [path = '', query = ''] = address.split('?');
  const service = compatServices.get(name);
  if (service === undefined) return 'nothing';
  try {
    return ordered(readCompat(service, path, Object.fromEntries(new URLSearchParams(query))));
  } catch (error) {
    if (error instanceof LineupError) return error.message;
    throw error;
  }
}

describe('a path of another service orders', () => {
  test.each(cases)('$service/$address: $order', ({ service, address, order }) => {
    expect(read(service, address)).toBe(order);
  });

  test('what is written here, for each name in the table', () => {
    for (const [service, { rows }] of compatServices) {
      const addresses = Object.keys(orders[service] ?? {});
      const missing = rows
        .flatMap(({ names }) => names)
        .filter((name) => !addresses.some((one) => `${one.split('?')[0]}/`.startsWith(`${name}/`)));
      expect([service, missing]).toEqual([service, []]);
    }
  });
});
