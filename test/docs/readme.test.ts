import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDocument } from '../../scripts/documents.ts';
import type { HttpServer } from '../../src/service/http/server.ts';
import { decodePng } from '../../src/engine/image/decode-png.ts';
import {
  startFakeAccountService,
  type FakeAccountService,
} from '../support/fake-account-service.ts';
import { openApp } from '../support/open-app.ts';

// The README's commands, run as they stand against the product, only at another port and with the
// account service played by a server of our own.

const run = promisify(execFile);
const readme = readDocument('README.md');
const commands = [...readme.matchAll(/```sh\n([^`]+)```/g)].map(([, text]) => text ?? '');
const folder = mkdtempSync(join(tmpdir(), 'lineup-readme-'));
const hash = 'ad'.repeat(32);
let accounts: FakeAccountService;
let app: HttpServer;
let origin: string;

beforeAll(async () => {
  accounts = await startFakeAccountService();
  accounts.addTexture(
    hash,
    readFileSync(join(import.meta.dirname, '../../samples/skins/sample-fox.png')),
  );
  for (const [name, uuid] of [
    ['Notch', '069a79f444e94726a5befca90e38aaf5'],
    ['jeb_', '853c80ef3c3749fdaa49938b674adae6'],
    ['Dinnerbone', '61699b2ed3274a019f1e0ea8c3f06bc6'],
  ] as const) {
    accounts.addPlayer({ name, uuid, skin: { hash } });
  }
  app = await openApp({
    MOJANG_API_URL: accounts.url,
    MOJANG_SESSION_URL: accounts.url,
    MOJANG_TEXTURES_URL: accounts.url,
  });
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
});

afterAll(async () => {
  await app.close();
  await accounts.close();
  rmSync(folder, { recursive: true });
});

test('the first block has the two commands that start it, the second one image that serves', () => {
  expect(commands[0]).toBe('npm ci --omit=dev\nnpm start\n');
  expect(commands[1]).toBe('docker build -t lineup . && docker run --rm -p 8080:8080 lineup\n');
  for (const file of ['Dockerfile', 'compose.yaml', 'deploy/lineup.service']) {
    expect(readme).toContain(`](${file})`);
  }
  for (const part of ['EXPOSE 8080', 'HOST=0.0.0.0 PORT=8080']) {
    expect(readDocument('Dockerfile')).toContain(part);
  }
});

/** Runs the command of the README that writes this file. */
async function drawn(file: string) {
  const command = commands.find((text) => text.includes(`-o ${file}`)) ?? '';
  const { stderr } = await run('sh', ['-ec', command.replaceAll('http://127.0.0.1:8080', origin)], {
    cwd: folder,
  });
  expect(stderr).toBe('');
  return decodePng(readFileSync(join(folder, file)));
}

test('the two curl commands draw the picture at the top of the page', async () => {
  const [, shown = ''] = /<img src="(docs\/[^"]+)"/.exec(readme) ?? [];
  const kept = decodePng(readFileSync(join(import.meta.dirname, '..', '..', shown)));
  const { widthPx, heightPx, data } = await drawn('scene.png');
  expect([widthPx, heightPx]).toEqual([kept.widthPx, kept.heightPx]);
  expect(Buffer.compare(Buffer.from(data), Buffer.from(kept.data))).toBe(0);
});

test.each([
  ['samples', 'lineup.png', 0],
  ['real names', 'players.png', 1],
])('the curl with %s draws three players', async (_, file, bulkCalls) => {
  accounts.forgetCalls();
  const { widthPx, heightPx } = await drawn(file);
  expect(widthPx).toBeGreaterThan(700);
  expect(heightPx).toBeGreaterThan(512);
  expect(accounts.count('bulk')).toBe(bulkCalls);
});

test('the image URL in the HTML works', async () => {
  const address = /<img src="http:\/\/127\.0\.0\.1:8080([^"]+)"/.exec(readme)?.[1] ?? '';
  const answer = await app.inject(address);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('image/png');
});

test('the error shown in README and docs is the actual response', async () => {
  const [, shown = ''] = /`(items\[3\]\.type: [^`]+)`/.exec(readme) ?? [];
  const item = { value: 'sample-fox' };
  const response = await app.inject({
    method: 'POST',
    url: '/api/blockgame/render/composition',
    payload: [item, item, item, { ...item, type: 'x' }],
  });
  expect(response.json()).toEqual({ detail: shown });
  expect(readDocument('docs/errors.md')).toContain(JSON.stringify(shown));
  const page = await app.inject('/docs/errors');
  expect(page.body.replaceAll('&quot;', '"')).toContain(JSON.stringify(shown));
});

test('the caches in the guide on limits strip the same headers as the shipped one', () => {
  const guide = readDocument('docs/limits.md');
  const stripped = (text: string, pattern: RegExp) =>
    new Set([...text.matchAll(pattern)].map(([, name]) => name));
  const headers = stripped(readDocument('deploy/nginx.conf'), /proxy_hide_header (\S+);/g);
  expect(headers.size).toBe(5);
  expect(stripped(guide, /proxy_hide_header (\S+);/g)).toEqual(headers);
  expect(stripped(guide, /unset beresp\.http\.(\S+);/g)).toEqual(headers);
});
