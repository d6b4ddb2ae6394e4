import { html } from '../html.ts';
import { docsPath } from '../paths.ts';
import { pageHref, stems } from '../site.ts';
import { topicOf } from '../topics.ts';
import { type Guide, paragraphs, plainTable } from './guide.ts';
import { limitsGuide } from './limits.ts';
import { motionGuide } from './motion.ts';
import { scenesGuide } from './scenes.ts';
import advice from './advice.json' with { type: 'json' };
import { codeBlock, breakable } from '../code.ts';
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { catalogue } from '../../../common/errors/lineup-error.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');

const licence = readFileSync(join(root, 'LICENSE'), 'utf8').trim();

const selfHostGuide: Guide = ({ t, settings }) => [
  {
    id: 'start',
    title: 'Start',
    content: html`${codeBlock(t, 'npm ci --omit=dev\nnpm start', 'With npm')}
    ${codeBlock(t, 'docker build -t lineup . && docker run --rm -p 8080:8080 lineup', 'With Docker')}
    ${paragraphs(
      'Then open `http://127.0.0.1:8080`. It is tested on Linux; on Windows, use Docker or WSL. `compose.yaml` runs a whole service with Docker, and the folder `deploy` has files for nginx, Caddy, systemd and Kubernetes, with a dashboard and alerts. `docs/operating.md` has everything else.',
    )}`,
  },
  {
    id: 'skins',
    title: 'Skins of your own',
    content: paragraphs(
      'Put `name.png` (or `name.slim.png`) into a folder and set `SKINS_DIR` to it: that name is then drawn with this skin instead of the one from the account service. New files are found within a second.',
    ),
  },
  {
    id: 'health',
    title: 'Health',
    content: paragraphs(
      '`/healthz` says whether the process is alive, `/readyz` whether it should get requests and which parts are degraded. Neither counts against a limit. `METRICS_PORT` serves Prometheus metrics.',
    ),
  },
  {
    id: 'licence',
    title: 'Licence',
    content: html`${paragraphs(
      'MIT: you may use, change and run it, also commercially. The sample skins are included.',
    )}
    ${codeBlock(t, licence, 'The licence')}`,
  },
  {
    id: 'settings',
    title: 'Settings',
    content: plainTable({
      heads: ['Variable', 'Meaning', 'Values'],
      rows: settings.map(({ name, fallback, allowed, help }) => [
        breakable(name, /(?<=_)/),
        help,
        fallback === '–' ? allowed : `${allowed}; default: ${fallback}`,
      ]),
    }),
  },
];

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

const packageGuide: Guide = () => [
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

/** Advice by code where it differs, and by status, so that a new error has some, too. */
const adviceOf = new Map(Object.entries(advice));

const errorsGuide: Guide = ({ t }) => [
  {
    id: 'form',
    title: 'Form',
    content: html`${codeBlock(t, JSON.stringify({ detail: 'items[3].type: must be "nick", "url" or "roblox"' }, null, 2), 'An error')}
    ${paragraphs(
      'The text before the colon names the field: `items[3].type` is the `type` of the fourth item of a JSON body (they are counted from 0), `query.height` a parameter, `query.value[1]` the second of a repeated parameter, `query.label.1` the parameter `label.1`, `path.player` a part of the path. If several items of a composition are invalid, all of them are named, separated by `; `.',
      'The status says what kind of error it is; the wording may change. In a browser, paths outside of `/api/` show a page instead.',
    )}`,
  },
  {
    id: 'list',
    title: 'All of them',
    content: plainTable({
      heads: ['Status', 'Default sentence', 'What to do'],
      rows: Object.entries(catalogue)
        .toSorted(([, a], [, b]) => a.status - b.status)
        .map(([code, { status, sentence }]) => [
          String(status),
          sentence,
          adviceOf.get(code) ?? adviceOf.get(String(status)) ?? '',
        ]),
    }),
  },
];

/** Guides by path, in the order in which they are listed. */
export const guides: ReadonlyMap<string, Guide> = new Map([
  ['/docs/scenes', scenesGuide],
  ['/docs/motion', motionGuide],
  ['/docs/package', packageGuide],
  ['/docs/limits', limitsGuide],
  ['/docs/errors', errorsGuide],
  ['/docs/self-host', selfHostGuide],
  ['/docs/roblox', familyGuide('/api/roblox')],
  ['/docs/chat', familyGuide('/api/chat')],
]);

/** All endpoints of one platform, by reference page. */
function familyGuide(stem: string): Guide {
  return (site) =>
    [...stems(site.routes).keys()]
      .filter((one) => one.startsWith(`${stem}/`))
      .map((one) => {
        const { title, lead } = topicOf(one, site.locale);
        const path = docsPath(one);
        return {
          id: path.replace('/docs/', ''),
          title,
          content: html`<p>${lead}</p>
            <p><a href="${pageHref(site, path)}">${site.t('reference')}: ${title}</a></p>`,
        };
      });
}
