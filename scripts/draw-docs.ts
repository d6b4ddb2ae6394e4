import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawContactSheets } from './contact-sheets.ts';
import { writeBlocks } from './documents.ts';
import {
  documentAnimations,
  drawPictures,
  drawSampleBadges,
  drawSampleCards,
  filmsFolder,
  picturesFolder,
  samplesFolder,
} from './pictures.ts';

// Draws the pictures of the documentation, and fills in its generated tables.

for (const { file, png } of await drawPictures()) writeFileSync(join(picturesFolder, file), png);
mkdirSync(filmsFolder, { recursive: true });
for (const { file, png } of await drawPictures(documentAnimations)) {
  writeFileSync(join(filmsFolder, file), png);
}
for (const { file, png } of await drawSampleCards()) writeFileSync(join(samplesFolder, file), png);
for (const { file, svg } of [...drawSampleBadges(), ...(await drawContactSheets())]) {
  writeFileSync(join(samplesFolder, file), svg);
}
writeBlocks();
