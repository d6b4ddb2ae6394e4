import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawContactSheets } from './contact-sheets.ts';
import { writeBlocks } from './documents.ts';
import { drawPageSamples, samplesFolder } from './page-samples.ts';
import { drawPictures, picturesFolder } from './pictures.ts';

// Draws the pictures of the documentation, and fills in its generated tables.

mkdirSync(picturesFolder, { recursive: true });
for (const { file, png } of await drawPictures()) writeFileSync(join(picturesFolder, file), png);
for (const { file, png } of await drawPageSamples()) writeFileSync(join(samplesFolder, file), png);
for (const { file, svg } of await drawContactSheets()) {
  writeFileSync(join(samplesFolder, file), svg);
}
writeBlocks();
