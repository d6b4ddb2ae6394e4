import type { figureOptions } from './figure-options.ts';
import type { pictureOptions } from './picture-options.ts';

// What options are about, wherever there are too many of them for one list.

export const optionTopics = ['players', 'poses', 'figures', 'scene', 'text', 'output'] as const;
export type OptionTopic = (typeof optionTopics)[number];

type OptionName =
  | keyof typeof figureOptions
  | keyof typeof pictureOptions
  | 'items'
  | 'service'
  | 'type'
  | 'value';

const topicOfName: Readonly<Record<OptionName, OptionTopic>> = {
  items: 'players',
  value: 'players',
  type: 'players',
  service: 'players',
  fallback: 'players',
  model: 'players',
  cape: 'players',
  elytra: 'players',
  ears: 'players',
  overlay: 'players',
  render_type: 'poses',
  pose: 'poses',
  motion: 'poses',
  frame: 'poses',
  hold: 'poses',
  hold_left: 'poses',
  mirror: 'poses',
  crop: 'figures',
  scale: 'figures',
  yaw: 'figures',
  pitch: 'figures',
  roll: 'figures',
  fov: 'figures',
  shading: 'figures',
  outline: 'figures',
  outline_width: 'figures',
  scene: 'scene',
  arrangement: 'scene',
  facing: 'scene',
  journey: 'scene',
  shadow: 'scene',
  background: 'scene',
  angle: 'scene',
  gap: 'scene',
  as: 'scene',
  rarity: 'scene',
  label: 'text',
  caption: 'text',
  labels: 'text',
  title: 'text',
  subtitle: 'text',
  height: 'output',
  size: 'output',
  format: 'output',
  matte: 'output',
};

const topics: ReadonlyMap<string, OptionTopic> = new Map(Object.entries(topicOfName));

/** What an option is about; `null` for fields that are none. */
export function topicOfOption(name: string): OptionTopic | null {
  return topics.get(name) ?? null;
}
