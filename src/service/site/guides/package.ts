import { html } from '../html.ts';
import { paragraphs, plainTable, type Guide } from './guide.ts';

const library = `import { readFile, writeFile } from 'node:fs/promises';
import { drawFigure, drawGroup } from 'lineup-draw';

const skin = await readFile('me.png');
await writeFile('me-front.png', await drawFigure(skin, { render_type: 'walking', height: 300 }));
const team = [
  { skin, label: 'Notch', hold: 'torch' },
  { skin, label: 'jeb_', render_type: 'cheering' },
];
await writeFile('team.png', await drawGroup(team, { scene: 'meadow', title: 'Oakhaven' }));`;

const program = `npx lineup sample-fox -o fox.png
npx lineup Notch jeb_ ./me.png -o team.png --scene meadow --title Oakhaven
npx lineup Notch --motion walk -o notch.gif`;

export const packageGuide: Guide = () => [
  {
    id: 'library',
    title: 'The library',
    content: html`${paragraphs(
        'The package `lineup-draw` is what draws here, for Node 22.19 and newer: skins in, pictures out, without a server, a browser or WebGL. `npm run package` in the repository writes its tarball for `npm install`.',
      )}
      <pre><code>${library}</code></pre>
      ${plainTable({
        heads: ['Function', 'Draws'],
        rows: [
          ['`drawFigure(skin, options)`', 'one figure, with the options of a render'],
          ['`drawGroup(items, options)`', 'one to ten figures, with those of a composition'],
          ['`drawFilm(skin or items, …)`', 'the same with a `motion`'],
          ['`createLineup({ workers: 4 })`', 'in threads of its own, until `close()`'],
        ],
      })}
      ${paragraphs(
        'Each returns the bytes of a file as a `Buffer`. What is wrong is a `DrawError` with `field` and `sentence`, the same as here. Nothing is fetched: skins, and where they are worn `cape` and `elytra`, are bytes of PNG files.',
      )}`,
  },
  {
    id: 'program',
    title: 'The program',
    content: html`<pre><code>${program}</code></pre>
      ${paragraphs(
        'Names are looked up as here; nothing is stored on disk. The format follows the ending of the file. Options are those of the API: `lineup --help` lists them. It ends with 0, with 1 if what was requested is not available, with 2 if the request is wrong.',
      )}`,
  },
];
