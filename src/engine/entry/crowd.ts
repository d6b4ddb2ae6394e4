import { standIn, type ItemResult } from '../../common/items.ts';
import type { Player, PlayerModel } from '../../common/player.ts';
import type { RenderType } from '../figure/render-types.ts';
import { readGroup, type GroupOptions, type PictureSpec, type Place } from '../options/spec.ts';
import { silhouette } from './load-sheets.ts';

/** How one of them stands: pose and build, how it is turned, and how tall it is. */
type Stranger = {
  readonly pose: RenderType;
  readonly model: PlayerModel;
  readonly mirror: boolean;
  /** Besides the half turn away from the viewer, on top of its pose's own view. */
  readonly yawDegrees: number;
  readonly scale: number;
};

/** Side by side, no two are alike; most look into the scene, and some at each other. */
const strangers: readonly Stranger[] = [
  { pose: 'default', model: 'classic', mirror: false, yawDegrees: -12, scale: 1 },
  { pose: 'crossed', model: 'slim', mirror: true, yawDegrees: 10, scale: 0.93 },
  { pose: 'default', model: 'slim', mirror: true, yawDegrees: 26, scale: 1.03 },
  { pose: 'walking', model: 'classic', mirror: false, yawDegrees: -30, scale: 0.97 },
  { pose: 'crossed', model: 'classic', mirror: false, yawDegrees: -24, scale: 1.05 },
  { pose: 'default', model: 'classic', mirror: true, yawDegrees: -8, scale: 0.92 },
  { pose: 'cheering', model: 'slim', mirror: false, yawDegrees: -14, scale: 0.98 },
  { pose: 'default', model: 'classic', mirror: false, yawDegrees: 18, scale: 1.02 },
  { pose: 'walking', model: 'slim', mirror: true, yawDegrees: -20, scale: 0.95 },
];

/** The most that are drawn of those whom nobody names. */
export const maxCrowd = strangers.length;

/**
 * A picture of players of whom only their number is known: grey figures who look away from the viewer.
 * @param count at most `maxCrowd`
 */
export function readCrowd(count: number, options: GroupOptions, place: Place): PictureSpec {
  const crowd = strangers.slice(0, count);
  const items = crowd.map(({ pose, mirror, scale }) => ({
    render_type: pose,
    mirror,
    scale,
    label: '',
  }));
  const spec = readGroup(items, options, place);
  // They stand still: in an animation, too, each needs one plan only.
  const figures = spec.figures.map((figure, index) => ({
    ...figure,
    motion: null,
    pose: null,
    yawDegrees: 180 + crowd[index]!.yawDegrees,
  }));
  const { arrangement = 'auto' } = options;
  return { ...spec, figures, arrangement: arrangement === 'auto' ? 'crowd' : arrangement };
}

/** What is found for them. */
export function findCrowd(count: number): readonly ItemResult[] {
  return strangers.slice(0, count).map(({ model }) => {
    const stranger: Player = { name: null, uuid: null, model, skin: silhouette, cape: null };
    return { item: standIn(stranger, { label: '' }) };
  });
}
