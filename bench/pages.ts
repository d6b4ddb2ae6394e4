import { createApp } from '../src/service/create-app.ts';
import type { HttpServer } from '../src/service/http/server.ts';
import { readSettings } from '../src/service/settings.ts';
import { firstLoad } from './support/first-load.ts';
import { rowsOf, type Report, type Row } from './support/report.ts';
import { elapsedMs, median, sum } from './support/timing.ts';

const rounds = 21;
const bytesPerKb = 1000;

const row = rowsOf('pages/');

type Part = { readonly name: string; readonly sentBytes: number };

/** The size of the front page as it is sent, and the cost of rendering pages. */
export async function run(): Promise<Report> {
  const app = await createApp(readSettings({ LOG_LEVEL: 'silent', RATE_LIMIT_MAX: '1000000' }));
  try {
    const parts = await weigh(app);
    const kbOf = (some: readonly Part[]) =>
      sum(some.map(({ sentBytes }) => sentBytes)) / bytesPerKb;
    const scripts = parts.filter(({ name }) => name === 'page.js' || name === 'base.js');
    const script = 'the script that all pages begin with, as sent';
    const front = 'front page with style, script, fonts and images, as sent';
    const rows: Row[] = [
      row('script', script, [kbOf(scripts), 'kB'], { atMost: 22 }),
      row('front', front, [kbOf(parts), 'kB'], { atMost: 120 }),
      ...(await loading()),
      await making(app, '/', 'front page'),
      await making(app, '/api/blockgame/render/composition/templates', 'reference page'),
    ];
    const each = parts.map((part) => `${part.name} ${kbOf([part]).toFixed(1)}`);
    return {
      rows,
      remarks: [`The front page without pictures of players, in kB: ${each.join(', ')}.`],
    };
  } finally {
    await app.close();
  }
}

/** The first visit, on a slow phone. */
async function loading(): Promise<Row[]> {
  const app = await createApp(readSettings({ LOG_LEVEL: 'silent' }));
  // Its picture is in the cache, as is usual for a front page.
  await app.inject(preview((await app.inject('/')).body));
  const { sentBytes, lcpMs, shift, element } = await firstLoad(app);
  const first = 'first load of the front page on a phone, with its picture';
  const lcp = `its largest contentful paint (#${element}) on slow 4G with a fourfold slower processor`;
  return [
    row('first-load', first, [sentBytes / bytesPerKb, 'kB'], { atMost: 200 }),
    row('lcp', lcp, [lcpMs, 'ms'], { atMost: 2200 }),
    row('shift', 'its cumulative layout shift, in thousandths', [shift * 1000, ''], { atMost: 10 }),
  ];
}

/** URL of the picture for narrow screens, by day. */
function preview(page: string): string {
  const address =
    /<source media="\(max-width[^>]*srcset="([^"]*composition[^"]*)"/.exec(page)?.[1] ?? '/';
  return address.replaceAll('&amp;', '&');
}

/**
 * The page and all static files it names, including those in its stylesheet. Pictures of players and
 * the sheets of its pickers are loaded later; `firstLoad` counts them.
 */
async function weigh(app: HttpServer): Promise<Part[]> {
  const { body } = await app.inject('/');
  const own = [...body.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
  const style = own.find((path) => path.endsWith('.css')) ?? '';
  const named = [...(await app.inject(style)).body.matchAll(/url\(([^)]+)\)/g)];
  const all = [...own, ...named.map(([, name]) => `/assets/${name}`)];
  const files = new Set(all.filter((path) => !/#|\/server-card\./.test(path)));
  return Promise.all(
    ['/', ...files].map(async (url) => ({
      name: url === '/' ? 'HTML' : url.replace(/^\/assets\/(.+)\.[\da-f]{16}/, '$1'),
      sentBytes: (await app.inject({ url, headers: { 'accept-encoding': 'br' } })).rawPayload
        .length,
    })),
  );
}

/** A page that is not cached: each request has another host. */
async function making(app: HttpServer, url: string, name: string): Promise<Row> {
  const timesMs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const headers = { host: `host-${round}.example` };
    timesMs.push(await elapsedMs(() => app.inject({ url, headers })));
  }
  const what = `making a ${name} for the first time`;
  return row(`make-${name.split(' ')[0]}`, what, [median(timesMs), 'ms'], { atMost: 20 });
}
