import { cave } from './places/cave.ts';
import { desert } from './places/desert.ts';
import { inferno } from './places/inferno.ts';
import { meadow } from './places/meadow.ts';
import { night } from './places/night.ts';
import { snow } from './places/snow.ts';
import { stage } from './places/stage.ts';
import { voidPlace } from './places/void.ts';
import type { Scene } from './scene.ts';

/** In the order in which users see them. */
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

/** All scenes; `docs/scenes.md` describes how to add one. */
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
