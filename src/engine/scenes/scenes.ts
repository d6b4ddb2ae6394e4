import { cave } from './backgrounds/cave.ts';
import { desert } from './backgrounds/desert.ts';
import { inferno } from './backgrounds/inferno.ts';
import { meadow } from './backgrounds/meadow.ts';
import { night } from './backgrounds/night.ts';
import { snow } from './backgrounds/snow.ts';
import { stage } from './backgrounds/stage.ts';
import { voidScene } from './backgrounds/void.ts';
import type { Scene } from './scene.ts';
import type { SceneName } from './layout/sizes.ts';

/** All scenes; `docs/scenes.md` describes how to add one. */
export const scenes = {
  meadow,
  night,
  desert,
  snow,
  cave,
  inferno,
  void: voidScene,
  stage,
} as const satisfies Record<SceneName, Scene>;
