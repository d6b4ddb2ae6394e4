import type { Own } from '../../src/service/site/front/lineup.ts';
import { setOption } from './look.ts';
import { isRoblox } from './roblox.ts';
import type { Slots } from './slots.ts';

// Arrangements with suitable poses; the order of players stays unchanged.

type Preset = {
  readonly arrangement: string;
  readonly facing: string;
  /** Poses from the first slot on; further slots have the common one. */
  readonly poses: readonly string[];
  /** Whether the poses repeat if there are more slots. */
  readonly repeats: boolean;
};

const presets: ReadonlyMap<string, Preset> = new Map([
  ['line', { arrangement: 'row', facing: 'same', poses: [], repeats: false }],
  [
    'podium',
    {
      arrangement: 'podium',
      facing: 'centre',
      poses: ['cheering', 'pointing', 'crossed'],
      repeats: false,
    },
  ],
  [
    'team',
    {
      arrangement: 'rows',
      facing: 'centre',
      poses: ['default', 'crossed', 'cheering'],
      repeats: true,
    },
  ],
  ['stairs', { arrangement: 'stairs', facing: 'same', poses: ['walking'], repeats: true }],
  ['teams', { arrangement: 'teams', facing: 'same', poses: ['lunging', 'archer'], repeats: true }],
]);

export function applyPreset(name: string, slots: Slots): void {
  const preset = presets.get(name);
  if (preset === undefined) return;
  setOption('arrangement', preset.arrangement);
  setOption('facing', preset.facing);
  const { poses, repeats } = preset;
  slots.all().forEach((slot, index) => {
    setPose(slots, slot, poses[repeats && poses.length > 0 ? index % poses.length : index]);
  });
}

/** Sets only the pose; a turned figure faces forward again. */
export function setPose(slots: Slots, slot: HTMLLIElement, pose: string | undefined): void {
  if (isRoblox({ own: slots.own(slot) })) return;
  const { yaw: _yaw, mirror: _mirror, render_type: _pose, crop: _crop, ...rest } = slots.own(slot);
  const own: Own = pose === undefined || pose === 'default' ? rest : { ...rest, render_type: pose };
  slots.setOwn(slot, own);
}
