import { createLineup, type Lineup } from './create-lineup.ts';

// The entry of the package `lineup-draw`. What draws is opened by the first picture, without threads.

const { drawFigure, drawGroup, drawFilm }: Omit<Lineup, 'close'> = createLineup();

export { createLineup, drawFigure, drawFilm, drawGroup };
export { DrawError } from './draw-error.ts';
export type { GroupItem, Lineup, LineupSettings } from './create-lineup.ts';
export type { FigureOptions, GroupOptions, ItemOptions } from './options.ts';
