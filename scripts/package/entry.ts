import './check.ts';

// The entry of the package for `import`; the one for `require` is made in `bundle-code.ts`.

export const { createLineup, DrawError, drawFigure, drawFilm, drawGroup, drawModel } =
  await import('../../src/engine/library/lineup.ts');
