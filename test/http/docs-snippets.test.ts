import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import { languages } from '../../src/features/docs/snippets.ts';
import type { HttpServer } from '../../src/http/server.ts';
import { readSettings } from '../../src/settings.ts';

// Every snippet of every reference page that can be run is run, as it stands on the page.

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'lineup-snippets-'));
const app: HttpServer = await createApp(
  readSettings({ LOG_LEVEL: 'silent', RATE_LIMIT_MAX: '100000' }),
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

/** What each language is run by. */
const runners: Readonly<Record<string, (text: string) => readonly [string, ...string[]]>> = {
  curl: (text) => ['sh', '-ec', text.replace('curl -s', 'curl -sf')],
  node: (text) => [process.execPath, '--input-type=module', '-e', text],
  python: (text) => ['python3', '-c', text],
};

const runnable = snippets.filter(({ language, isOnPaper }) => language in runners && !isOnPaper);
const embedded: ReadonlySet<string> = new Set(['html', 'wordpress', 'markdown', 'bbcode']);
const embeds = snippets.filter(({ language, isOnPaper }) => embedded.has(language) && !isOnPaper);

test('there are snippets in every language', () => {
  expect(runnable.length).toBeGreaterThan(30);
  expect(new Set(snippets.map(({ language }) => language))).toEqual(new Set<string>(languages));
});

describe('code', () => {
  test.each(runnable)('$id in $language', async ({ text, language }) => {
    const [command = '', ...args] = runners[language]?.(text) ?? [];
    for (const file of readdirSync(folder)) rmSync(join(folder, file));
    const { stdout } = await run(command, args, { cwd: folder });
    const [saved] = readdirSync(folder);
    if (text.includes('/status-text')) expect(stdout.trim()).toMatch(/^Offline • /);
    else if (saved === undefined) expect(JSON.parse(stdout)).toBeTypeOf('object');
    else {
      expect(isPicture(readFileSync(join(folder, saved)))).toBe(true);
      expect(text).toContain(saved);
    }
  });

  // Machines have no compiler for these: they ask for what the others ask for.
  test.each(
    snippets.filter(({ language }) =>
      ['windows', 'browser', 'php', 'java', 'csharp', 'go'].includes(language),
    ),
  )('$id in $language has the address of the others', ({ id, text }) => {
    const curl = snippets.find((one) => one.id === id && one.language === 'curl');
    const url = /https?:[^'"]+/.exec(curl?.text ?? '')?.[0] ?? 'none';
    expect(text).toContain(url);
  });
});

test.each(embeds)('the address in $language of $id is a picture', async ({ text, language }) => {
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
