import { cave } from './places/cave.ts';
import { desert } from './places/desert.ts';
import { inferno } from './places/inferno.ts';
import { meadow } from './places/meadow.ts';
import { night } from './places/night.ts';
import { snow } from './places/snow.ts';
import { stage } from './places/stage.ts';
import { voidPlace } from './places/void.ts';
import type { Scene } from './scene.ts';

/** In the order they are listed to users. */
export const sceneNames = [
  'meadow',
  'night',
  'desert',
  'snow',
  'cave',
  'inferno',
  'void',
  'stage',
] as const;
export type SceneName = (typeof sceneNames)[number];

/** Every place there is; `docs/scenes.md` tells how to add one. */
export const scenes = {
  meadow,
  night,
  desert,
  snow,
  cave,
  inferno,
  void: voidPlace,
  stage,
} as const satisfies Record<SceneName, Scene>;
