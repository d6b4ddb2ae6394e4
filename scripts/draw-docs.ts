import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawContactSheets } from './contact-sheets.ts';
import { writeBlocks } from './documents.ts';
import { drawPictures, drawSampleCard, picturesFolder, samplesFolder } from './pictures.ts';

// Draws the pictures of the documentation, and fills in its generated tables.

for (const { file, png } of await drawPictures()) writeFileSync(join(picturesFolder, file), png);
const card = await drawSampleCard();
writeFileSync(join(samplesFolder, card.file), card.png);
for (const { file, svg } of await drawContactSheets()) {
  writeFileSync(join(samplesFolder, file), svg);
}
writeBlocks();
