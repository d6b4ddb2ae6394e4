import { drawAstronaut } from './characters/astronaut.ts';
import { drawBeekeeper } from './characters/beekeeper.ts';
import { drawChef } from './characters/chef.ts';
import { drawDiver } from './characters/diver.ts';
import { drawDj } from './characters/dj.ts';
import { drawExplorer } from './characters/explorer.ts';
import { drawFallback } from './characters/fallback.ts';
import { drawFox } from './characters/fox.ts';
import { drawGardener } from './characters/gardener.ts';
import { drawGhost } from './characters/ghost.ts';
import { drawKnight } from './characters/knight.ts';
import { drawLibrarian } from './characters/librarian.ts';
import { drawMushroom } from './characters/mushroom.ts';
import { drawPanda } from './characters/panda.ts';
import { drawPirate } from './characters/pirate.ts';
import { drawPrincess } from './characters/princess.ts';
import { drawPunk } from './characters/punk.ts';
import { drawRobot } from './characters/robot.ts';
import { drawWizard } from './characters/wizard.ts';
import type { Figure } from './figure.ts';
import { type Sheet, topRows } from './sheet.ts';

/** A sheet and the place, under `samples/`, that it is kept at. */
export type Sample = { readonly path: string; readonly sheet: Sheet };

/** Every bundled character by its name. */
const cast: Readonly<Record<string, () => Figure>> = {
  astronaut: drawAstronaut,
  beekeeper: drawBeekeeper,
  chef: drawChef,
  diver: drawDiver,
  dj: drawDj,
  explorer: drawExplorer,
  fox: drawFox,
  gardener: drawGardener,
  ghost: drawGhost,
  knight: drawKnight,
  librarian: drawLibrarian,
  mushroom: drawMushroom,
  panda: drawPanda,
  pirate: drawPirate,
  princess: drawPrincess,
  punk: drawPunk,
  robot: drawRobot,
  wizard: drawWizard,
};

/** These are kept in the oldest layout, 64×32, in which left limbs mirror the right ones. */
const legacy: ReadonlySet<string> = new Set(['pirate']);

/** All bundled sheets, drawn anew; the same bytes on every call. */
export function drawSamples(): Sample[] {
  const characters = Object.entries(cast).map(([name, draw]) => {
    const { sheet, model } = draw();
    const suffix = model === 'slim' ? '.slim' : '';
    return {
      path: `skins/sample-${name}${suffix}.png`,
      sheet: legacy.has(name) ? topRows(sheet, 32) : sheet,
    };
  });
  return [
    ...characters,
    { path: 'fallback/classic.png', sheet: drawFallback('classic').sheet },
    { path: 'fallback/slim.png', sheet: drawFallback('slim').sheet },
  ];
}
