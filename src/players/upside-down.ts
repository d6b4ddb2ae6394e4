import type { Player } from './player.ts';

/** The two accounts that the game itself turns on their heads. */
const turned: ReadonlySet<string | null> = new Set(['Dinnerbone', 'Grumm']);

/** Whether this player stands on its head. A sample that only shares the name does not. */
export function isUpsideDown({ name, uuid }: Player): boolean {
  return uuid !== null && turned.has(name);
}
