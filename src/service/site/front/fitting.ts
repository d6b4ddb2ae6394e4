import { gaitNames } from '../../../engine/figure/gait-names.ts';
import { hasOwnBlocks } from '../../../engine/scenes/layout/arrangements.ts';
import { hasOpenGround, sceneNames } from '../../../engine/scenes/layout/sizes.ts';
import {
  defaultLook,
  isMoving,
  taken,
  type Item,
  type Lineup,
  type Look,
  type OptionName,
  type Own,
} from './lineup.ts';

// What of a lineup goes with its kind of picture: the service refuses the rest, or it has no effect. Pure, for
// the script too.

/** What a picture is; `cards` are several. */
type Kind = 'plain' | 'card' | 'cards' | 'advancement';

function kindOf({ items, look }: Lineup): Kind {
  const count = taken(items).length;
  const { as } = look.options;
  if (as === 'card') return count > 1 ? 'cards' : 'card';
  return as === 'advancement' && count < 2 ? 'advancement' : 'plain';
}

/** All that the message of an advancement shows of its player is the face. */
const faceOptions: ReadonlySet<string> = new Set<OptionName>([
  'as',
  'title',
  'subtitle',
  'size',
  'overlay',
  'ears',
  'model',
  'fallback',
]);
const faceOwn: ReadonlySet<string> = new Set<keyof Own>(['type', 'overlay', 'ears', 'model']);

/** The lineup without what does not go with it. */
export function fitting(lineup: Lineup): Lineup {
  const { items, look } = lineup;
  const kind = kindOf(lineup);
  if (kind === 'advancement') {
    const face = { ...defaultLook, hasNames: look.hasNames };
    const options = picked(look.options, (name) => faceOptions.has(name));
    return { items: items.map(faceOf), look: { ...face, options } };
  }
  const without: ReadonlySet<string> = new Set<OptionName>([
    ...(kind === 'plain' ? (['as', 'rarity'] as const) : (['facing', 'labels', 'gap'] as const)),
    ...(hasArrangement(lineup, kind) ? [] : (['arrangement'] as const)),
    ...(canJourney(lineup) ? [] : (['journey'] as const)),
  ]);
  const options = picked(look.options, (name) => !without.has(name));
  if (kind === 'plain') return { items, look: { ...look, options } };
  // A card of which nothing is said has a scene of its own.
  const { scene = 'none' } = options;
  const { heightPx } = defaultLook;
  return { items, look: { ...look, heightPx, options: { ...options, scene } } };
}

function hasArrangement({ look }: Lineup, kind: Kind): boolean {
  const { arrangement } = look.options;
  return kind === 'plain' ? arrangement !== 'deck' : kind === 'cards' && arrangement === 'row';
}

function faceOf({ own, ...item }: Item): Item {
  const kept: Own = own === undefined ? {} : picked(own, (name) => faceOwn.has(name));
  return Object.assign(item, Object.keys(kept).length > 0 && { own: kept });
}

function picked(options: Look['options'] | Own, isKept: (name: string) => boolean) {
  return Object.fromEntries(Object.entries(options).filter(([name]) => isKept(name)));
}

/** Whether the ground passes below the players unless that is switched off. */
function canJourney(lineup: Lineup): boolean {
  const { items, look } = lineup;
  const { scene: named, arrangement = '', motion, mirror, yaw, pitch } = look.options;
  const scene = sceneNames.find((name) => name === named);
  const kind = kindOf(lineup);
  if (scene === undefined || !hasOpenGround(scene) || kind === 'advancement') return false;
  if (!isMoving(lineup) || (kind === 'plain' && hasOwnBlocks(arrangement))) return false;
  const forAll = { motion, mirror, yaw, pitch };
  const ways = taken(items).map(({ item: { own } }) => wayOf(forAll, own));
  return ways.every((way) => way !== null && way === ways[0]);
}

/** How and to which side somebody gets on; `null` for who does not. */
function wayOf(forAll: Partial<Record<keyof Own, string | undefined>>, own: Own = {}) {
  const { type, motion, mirror, yaw = '0', pitch = '0' } = { ...forAll, ...own };
  const gait = gaitNames.find((name) => name === motion);
  const isLevel = Number(yaw) === 0 && Number(pitch) === 0;
  if (gait === undefined || type === 'roblox' || !isLevel) return null;
  return `${gait} ${String(mirror === 'true')}`;
}

/** Parts of the form that have an effect on this picture, by the names in their `data-when`. */
export function partsFor(lineup: Lineup): ReadonlySet<string> {
  const kind = kindOf(lineup);
  return new Set([
    ...(kind === 'advancement' ? ['face'] : ['figures']),
    ...(kind === 'plain' ? ['plain'] : []),
    ...(kind === 'card' || kind === 'cards' ? ['card'] : []),
    ...(kind === 'cards' ? ['cards'] : []),
    ...(canJourney(lineup) ? ['journey'] : []),
    ...(kind === 'plain' && lineup.look.options.as === 'advancement' ? ['alone'] : []),
  ]);
}
