import { createLineup, type Lineup } from './create-lineup.ts';

// The entry of the package `lineup-draw`. What draws is opened by the first picture, without threads.

const lineup = createLineup();

export const drawFigure: Lineup['drawFigure'] = lineup.drawFigure;
export const drawModel: Lineup['drawModel'] = lineup.drawModel;
export const drawGroup: Lineup['drawGroup'] = lineup.drawGroup;
export const drawFilm: Lineup['drawFilm'] = lineup.drawFilm;
export { createLineup };
export { DrawError, type DrawErrorCode } from './draw-error.ts';
export type { FigureFilm, GroupFilm, GroupItem, Lineup, LineupSettings } from './create-lineup.ts';
export type { FigureOptions, GroupOptions, ItemOptions, ModelOptions } from './options.ts';
