/** The names of all scenes, in the order in which users see them; what they look like is in `scenes.ts`. */
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
