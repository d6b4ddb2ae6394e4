import type { Player } from './player.ts';

/** The two accounts that the game draws upside down. */
const turned: ReadonlySet<string | null> = new Set(['Dinnerbone', 'Grumm']);

/** Whether this player is drawn upside down. A sample with the same name is not. */
export function isUpsideDown({ name, uuid }: Player): boolean {
  return uuid !== null && turned.has(name);
}
