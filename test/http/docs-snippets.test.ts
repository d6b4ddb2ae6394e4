import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import { languages } from '../../src/features/docs/snippets.ts';
import type { HttpServer } from '../../src/http/server.ts';
import { readSettings } from '../../src/settings.ts';
import { openSharedDrawing } from '../support/shared-drawing.ts';

// Every snippet of every reference page that can be run is run, as it stands on the page.

const folder = mkdtempSync(join(tmpdir(), 'lineup-snippets-'));
const app: HttpServer = await createApp(
  readSettings({ LOG_LEVEL: 'silent', RATE_LIMIT_MAX: '100000' }),
  { openDrawing: openSharedDrawing },
);
const origin = await app.listen({ host: '127.0.0.1', port: 0 });

afterAll(async () => {
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
       const command = text.replace('curl -s', 'curl -sf');
       const { status, stdout, stderr } = spawnSync('sh', ['-ec', command], { cwd: folder, encoding: 'utf8' });
       console.log(JSON.stringify({ stdout, failure: status === 0 ? '' : stderr || String(status) }));
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

const runnable = snippets.filter(({ language, isOnPaper }) => language in runners && !isOnPaper);
const folders = new Map(
  runnable.map((snippet) => [snippet, mkdtempSync(join(folder, 'snippet-'))]),
);

/** By snippet; those of one language run one after the other, each in an empty folder. */
async function runAll(): Promise<ReadonlyMap<Snippet, Outcome>> {
  const outcomes = new Map<Snippet, Outcome>();
  for (const [language, [program, ...args]] of Object.entries(runners)) {
    const own = runnable.filter((snippet) => snippet.language === language);
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdin.end(
      JSON.stringify(own.map((snippet) => ({ ...snippet, folder: folders.get(snippet) }))),
    );
    const lines = (await textOf(child.stdout)).trim().split('\n');
    for (const [index, snippet] of own.entries()) {
      outcomes.set(snippet, JSON.parse(lines[index] ?? '{"failure":"not run"}'));
    }
  }
  return outcomes;
}

const embedded: ReadonlySet<string> = new Set(['html', 'wordpress', 'markdown', 'bbcode']);
const embeds = snippets.filter(({ language, isOnPaper }) => embedded.has(language) && !isOnPaper);

test('there are snippets in every language', () => {
  expect(runnable.length).toBeGreaterThan(30);
  expect(new Set(snippets.map(({ language }) => language))).toEqual(new Set<string>(languages));
});

describe('code', () => {
  let outcomes: ReadonlyMap<Snippet, Outcome>;
  beforeAll(async () => {
    outcomes = await runAll();
  });

  test.each(runnable)('$id in $language', (snippet) => {
    const { stdout = '', failure } = outcomes.get(snippet) ?? {};
    expect(failure).toBe('');
    const place = folders.get(snippet) ?? '';
    const [saved] = readdirSync(place);
    if (snippet.text.includes('/status-text')) expect(stdout.trim()).toMatch(/^Offline • /);
    else if (saved === undefined) expect(JSON.parse(stdout)).toBeTypeOf('object');
    else {
      expect(isPicture(readFileSync(join(place, saved)))).toBe(true);
      expect(snippet.text).toContain(saved);
    }
  });

  // Machines have no compiler for these: they ask for what the others ask for.
  test.each(
    snippets.filter(({ language }) =>
      ['windows', 'browser', 'php', 'java', 'csharp', 'go'].includes(language),
    ),
  )('$id in $language has the same URL as in other languages', ({ id, text }) => {
    const curl = snippets.find((one) => one.id === id && one.language === 'curl');
    const url = /https?:[^'"]+/.exec(curl?.text ?? '')?.[0] ?? 'none';
    expect(text).toContain(url);
  });
});

test.each(embeds)('the URL in $language of $id is a picture', async ({ text, language }) => {
  const source = /src="([^"]+)"/;
  const pattern = { html: source, wordpress: source, bbcode: /\](.+)\[/ }[language] ?? /\((.+)\)$/;
  const url = pattern.exec(
    language === 'html' || language === 'wordpress' ? unescape(text) : text,
  )?.[1];
  const answer = await fetch(url ?? '');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^image\//);
});

/** By its first bytes: PNG, WebP or SVG. */
function isPicture(bytes: Buffer): boolean {
  if (bytes.subarray(0, 4).toString() === '<svg') return true;
  return bytes.subarray(1, 4).toString() === 'PNG' || bytes.subarray(8, 12).toString() === 'WEBP';
}
