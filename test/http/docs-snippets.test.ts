import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gameLanguages, languages, snippet } from '../../src/service/site/snippets.ts';
import type { HttpServer } from '../../src/service/http/server.ts';
import { skinFile } from '../support/skin-files.ts';
import { openApp } from '../support/open-app.ts';

// Every snippet of every reference page that can be run is run, as it stands on the page.

const folder = mkdtempSync(join(tmpdir(), 'lineup-snippets-'));
const app: HttpServer = await openApp({ RATE_LIMIT_MAX: '100000' });
/** The files of a reader, of which the snippets for uploads tell. */
const files: Readonly<Record<string, Buffer>> = {
  'skin.png': skinFile(1, { overlay: true }),
  'cape.png': skinFile(2, { heightPx: 32 }),
};

/** Answers as Discord does to a webhook that is gone. */
const platform = createServer((_request, response) => {
  response.writeHead(404, { 'content-type': 'application/json' });
  response.end('{"message": "Unknown Webhook", "code": 10015}');
});
platform.listen(0, '127.0.0.1');
await once(platform, 'listening');
const { port } = Object(platform.address());

const origin = await app.listen({ host: '127.0.0.1', port: 0 });

afterAll(async () => {
  platform.close();
  await app.close();
  rmSync(folder, { recursive: true });
});

type Snippet = {
  readonly page: string;
  /** Of the example that it belongs to. */
  readonly id: string;
  readonly language: string;
  readonly text: string;
  /** Whether its request would act on something that only its reader has. */
  readonly isOnPaper: boolean;
};

const characters: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

const snippets = await readSnippets();

async function readSnippets(): Promise<Snippet[]> {
  const index = await (await fetch(`${origin}/docs`)).text();
  const pages = [...index.matchAll(/<h2><a href="(\/docs\/[^"]+)"/g)].map(([, page]) => page ?? '');
  const texts = await Promise.all(
    pages.map(async (page) => ({ page, body: await (await fetch(origin + page)).text() })),
  );
  return texts.flatMap(({ page, body }) =>
    body
      .split('<figure class="example"')
      .slice(1)
      .flatMap((figure) => snippetsOf(page, figure)),
  );
}

function snippetsOf(page: string, figure: string): Snippet[] {
  const isOnPaper = !figure.includes('class="live');
  const panels = figure.matchAll(/id="([\w-]+)-(\w+)" data-tab=[\s\S]*?<code>([\s\S]*?)<\/code>/g);
  return [...panels].map(([, id = '', language = '', markup = '']) => ({
    page,
    id,
    language,
    text: unescape(markup),
    isOnPaper,
  }));
}

function unescape(markup: string): string {
  return markup.replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => characters[entity] ?? '');
}

/** What each language is run by, a program for all snippets: to start one takes longer than to run one. */
const runners: Readonly<Record<string, readonly [string, ...string[]]>> = {
  curl: [
    process.execPath,
    '--input-type=module',
    '-e',
    `import { spawnSync } from 'node:child_process';
     import { readFileSync } from 'node:fs';
     for (const { text, folder } of JSON.parse(readFileSync(0, 'utf8'))) {
       const { status, stdout, stderr } = spawnSync('sh', ['-ec', text], { cwd: folder, encoding: 'utf8' });
       console.log(JSON.stringify({ stdout, failure: status === 0 ? '' : stdout + stderr }));
     }`,
  ],
  node: [
    process.execPath,
    '--input-type=module',
    '-e',
    `import { readFileSync } from 'node:fs';
     const write = process.stdout.write.bind(process.stdout);
     for (const [index, { text, folder }] of JSON.parse(readFileSync(0, 'utf8')).entries()) {
       let [stdout, failure] = ['', ''];
       process.chdir(folder);
       process.stdout.write = (chunk) => { stdout += chunk; return true; };
       // The number keeps equal texts from being one module.
       try { await import('data:text/javascript,' + encodeURIComponent(text + '\\n//' + index)); }
       catch (error) { failure = String(error.stack); }
       process.stdout.write = write;
       console.log(JSON.stringify({ stdout, failure }));
     }`,
  ],
  python: [
    'python3',
    '-c',
    `import contextlib, io, json, os, sys, traceback
for snippet in json.load(sys.stdin):
    os.chdir(snippet['folder'])
    stdout, failure = io.StringIO(), ''
    try:
        with contextlib.redirect_stdout(stdout):
            exec(snippet['text'], {'__name__': '__main__'})
    except BaseException:
        failure = traceback.format_exc()
    print(json.dumps({'stdout': stdout.getvalue(), 'failure': failure}))`,
  ],
};

/** What a snippet wrote to its standard output, and why it failed where it did. */
type Outcome = { readonly stdout: string; readonly failure: string };

const isUpload = ({ id }: Snippet): boolean => /^(?:render|model)UploadedSkin-/.test(id);
const isRun = ({ language }: Snippet): boolean => language in runners;
const runnable = snippets.filter((one) => isRun(one) && !one.isOnPaper);
const uploads = snippets.filter((one) => isRun(one) && isUpload(one));

/** Requests that fail, and what a program should say of that. */
const failing = [
  ['GET', `${origin}/api/blockgame/render/head/no-such/full`, 'picture', 'path.player: must be'],
  ['GET', `${origin}/api/blockgame/player/no-such`, 'text', 'path.player: must be'],
  ['POST', `${origin}/api/blockgame/render/composition`, 'picture', 'items: is missing'],
  ['POST', `http://127.0.0.1:${port}/api/chat/webhook/1/a/slack`, 'text', 'Unknown Webhook'],
] as const;
const failures = failing.flatMap(([method, url, answer, says]) =>
  (['curl', 'node', 'python'] as const).map((language) => ({
    page: '',
    id: url,
    isOnPaper: false,
    language,
    says,
    text: snippet(language, {
      method,
      url,
      answer,
      fileName: 'lineup.png',
      alt: '',
      ...(method === 'POST' && { body: {} }),
    }),
  })),
);

const all: readonly Snippet[] = [...runnable, ...uploads, ...failures];
const folders = new Map(all.map((one) => [one, mkdtempSync(join(folder, 'snippet-'))]));

/** By snippet; those of one language run one after the other, each in a folder of its own. */
async function runAll(): Promise<ReadonlyMap<Snippet, Outcome>> {
  const outcomes = new Map<Snippet, Outcome>();
  for (const one of uploads) {
    for (const [name, bytes] of Object.entries(files)) {
      writeFileSync(join(folders.get(one) ?? '', name), bytes);
    }
  }
  for (const [language, [program, ...args]] of Object.entries(runners)) {
    const own = all.filter((one) => one.language === language);
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdin.end(JSON.stringify(own.map((one) => ({ ...one, folder: folders.get(one) }))));
    const lines = (await textOf(child.stdout)).trim().split('\n');
    for (const [index, one] of own.entries()) {
      outcomes.set(one, JSON.parse(lines[index] ?? '{"failure":"not run"}'));
    }
  }
  return outcomes;
}

/** What the upload of an example draws. */
async function uploaded({ id, text }: Snippet): Promise<Buffer> {
  const url = /https?:[^'"]+/.exec(text)?.[0] ?? '';
  const form = new FormData();
  form.append('skin', new Blob([new Uint8Array(files['skin.png'] ?? [])]), 'skin.png');
  if (id.endsWith('-1')) {
    form.append('cape', new Blob([new Uint8Array(files['cape.png'] ?? [])]), 'cape.png');
  }
  const answer = await fetch(url, { method: 'POST', body: form });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

/** What a snippet saved. */
function savedBy(one: Snippet): readonly string[] {
  return readdirSync(folders.get(one) ?? '').filter((name) => !(name in files));
}

const embedded: ReadonlySet<string> = new Set(['html', 'wordpress', 'markdown', 'bbcode']);
const embeds = snippets.filter(({ language, isOnPaper }) => embedded.has(language) && !isOnPaper);

test('there are snippets in every language', () => {
  expect(runnable.length).toBeGreaterThan(30);
  // As a file, and as a form; a picture, and a model.
  expect(uploads).toHaveLength(2 * 2 * Object.keys(runners).length);
  expect(new Set(snippets.map(({ language }) => language))).toEqual(
    new Set<string>([...languages, ...gameLanguages]),
  );
});

describe('code', () => {
  let outcomes: ReadonlyMap<Snippet, Outcome>;
  beforeAll(async () => {
    outcomes = await runAll();
  });

  test.each(runnable)('$id in $language', (one) => {
    const { stdout = '', failure } = outcomes.get(one) ?? {};
    expect(failure).toBe('');
    const place = folders.get(one) ?? '';
    const [saved] = readdirSync(place);
    if (one.text.includes('/status-text')) expect(stdout.trim()).toMatch(/^Offline • /);
    else if (saved === undefined) expect(JSON.parse(stdout)).toBeTypeOf('object');
    else {
      expect(isDrawn(readFileSync(join(place, saved)))).toBe(true);
      expect(one.text).toContain(saved);
    }
  });

  test.each(uploads)('$id in $language draws the files', async (one) => {
    expect(outcomes.get(one)).toEqual({ stdout: '', failure: '' });
    const name = one.id.startsWith('model') ? 'lineup.glb' : 'lineup.png';
    expect(savedBy(one)).toEqual([name]);
    const saved = readFileSync(join(folders.get(one) ?? '', name));
    expect(saved.equals(await uploaded(one))).toBe(true);
  });

  test.each(failures)('$language says what is wrong at $id', (one) => {
    expect(outcomes.get(one)?.failure).toContain(one.says);
    // The shell has made the file before curl knows.
    const saved = one.language === 'curl' && one.text.includes(' > ') ? ['lineup.png'] : [];
    expect(savedBy(one)).toEqual(saved);
  });
});

test.each([...embedded])('every URL in %s is a picture', async (language) => {
  const source = /src="([^"]+)"/;
  const pattern = { html: source, wordpress: source, bbcode: /\](.+)\[/ }[language] ?? /\((.+)\)$/;
  const urls = embeds
    .filter((one) => one.language === language)
    .map(({ text }) => pattern.exec(pattern === source ? unescape(text) : text)?.[1] ?? 'none');
  expect(urls.length).toBeGreaterThan(10);
  for (const url of new Set(urls)) {
    const answer = await fetch(url);
    expect([url, answer.status, answer.headers.get('content-type')]).toEqual([
      url,
      200,
      expect.stringMatching(/^image\//),
    ]);
  }
});

/** By its first bytes: PNG, WebP, SVG or a model. */
function isDrawn(bytes: Buffer): boolean {
  if (/^(?:<svg|glTF)$/.test(bytes.toString('latin1', 0, 4))) return true;
  return bytes.subarray(1, 4).toString() === 'PNG' || bytes.subarray(8, 12).toString() === 'WEBP';
}
