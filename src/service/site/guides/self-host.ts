import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { breakable, codeBlock } from '../code.ts';
import { html } from '../html.ts';
import { paragraphs, plainTable, type Guide } from './guide.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');
const licence = readFileSync(join(root, 'LICENSE'), 'utf8').trim();

export const selfHostGuide: Guide = ({ t, settings }) => [
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
