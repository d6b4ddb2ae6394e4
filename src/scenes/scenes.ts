import { cave } from './places/cave.ts';
import { desert } from './places/desert.ts';
import { inferno } from './places/inferno.ts';
import { meadow } from './places/meadow.ts';
import { night } from './places/night.ts';
import { snow } from './places/snow.ts';
import { stage } from './places/stage.ts';
import { voidPlace } from './places/void.ts';
import type { Scene } from './scene.ts';

/** All scenes, in the order in which users see them; `docs/scenes.md` describes how to add one. */
export const scenes = {
  meadow,
  night,
  desert,
  snow,
  cave,
  inferno,
  void: voidPlace,
  stage,
} as const satisfies Record<string, Scene>;

export type SceneName = keyof typeof scenes;
export const sceneNames = Object.keys(scenes).filter(isSceneName);

function isSceneName(name: string): name is SceneName {
  return Object.hasOwn(scenes, name);
}
