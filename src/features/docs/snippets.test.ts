import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import type { ShownRequest } from './shown-request.ts';
import { languagesFor, snippet } from './snippets.ts';

// Texts that mean something to a shell, to JavaScript, to Python or to HTML. The snippets are run
// with `curl` and `fetch` replaced by something that tells what it was given.

const nasty = [
  'plain',
  `it's`,
  '"quoted"',
  '$(id) `id` ${x}',
  String.raw`back\slash \n`,
  '<b>&amp;',
  'emoji 🚀 и кириллица',
];

function request(text: string): ShownRequest {
  return {
    method: 'POST',
    url: 'http://example.org/a?b=c',
    body: [{ value: text, flag: true, none: null, n: 1.5 }],
    answer: 'text',
    fileName: 'lineup.png',
    alt: text,
  };
}

describe.each(nasty)('%j', (text) => {
  const expected = request(text).body;

  test('reaches curl', () => {
    const script = `curl() { for last; do :; done; printf %s "$last"; }\n${snippet('curl', request(text))}`;
    expect(JSON.parse(execFileSync('sh', ['-c', script], { encoding: 'utf8' }))).toEqual(expected);
  });

  test('reaches fetch', () => {
    const stub = `globalThis.fetch = async (url, { body }) => new Response(body);\n`;
    const args = ['--input-type=module', '-e', stub + snippet('node', request(text))];
    expect(JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))).toEqual(
      expected,
    );
  });

  test('reaches Python', () => {
    const stub = `
import io, urllib.request
class Answer(io.BytesIO): pass
urllib.request.urlopen = lambda request: Answer(request.data)
`;
    const code = stub + snippet('python', request(text));
    expect(JSON.parse(execFileSync('python3', ['-c', code], { encoding: 'utf8' }))).toEqual(
      expected,
    );
  });

  test.each(['java', 'csharp', 'go'] as const)('is one string of %s', (language) => {
    const strings = snippet(language, request(text)).match(/"(?:[^"\\\n]|\\.)*"/g) ?? [];
    const values = strings.map((one) => String(JSON.parse(one)));
    expect(values).toContain(JSON.stringify(expected));
    expect(values).toContain('http://example.org/a?b=c');
  });

  test('is one string of PHP', () => {
    const strings = snippet('php', request(text)).match(/'(?:[^'\\]|\\.)*'/gs) ?? [];
    const values = strings.map((one) => one.slice(1, -1).replaceAll(/\\([\\'])/g, '$1'));
    expect(values).toContain(JSON.stringify(expected));
  });

  test('reaches curl in the Command Prompt', () => {
    const line = snippet('windows', request(text));
    // To the prompt nothing in it is special, whether it takes it for quoted or not.
    expect(line.replace(/^curl -sSf "[^"]*"/, '')).toMatch(/^[ -~]+$/);
    expect(line).not.toMatch(/[&|<>^%!]/);
    // As programs on Windows read their command line.
    const body = /-d "((?:[^"\\]|\\.)*)"$/.exec(line)?.[1] ?? '';
    expect(JSON.parse(body.replaceAll('\\"', '"'))).toEqual(expected);
  });

  test('reaches fetch in a browser', () => {
    const stub = `globalThis.fetch = async (url, { body }) => new Response(body);\n`;
    const args = ['--input-type=module', '-e', stub + snippet('browser', request(text))];
    expect(JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))).toEqual(
      expected,
    );
  });

  test('stays within its attribute', () => {
    expect(snippet('wordpress', request(text)).split('\n')[1]).toMatch(
      /^<figure class="wp-block-image"><img src="[^"<]*" alt="[^"<]*"\/><\/figure>$/,
    );
    expect(snippet('html', request(text))).toMatch(/^<img src="[^"<]*" alt="[^"<]*">$/);
  });
});

test('a URL with a quote is one word in a shell', () => {
  const plain = {
    ...request(''),
    method: 'GET',
    url: `http://example.org/it's;id`,
    body: undefined,
  };
  const script = `curl() { printf %s "$2"; }\n${snippet('curl', plain)}`;
  expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' })).toBe(plain.url);
});

const code = ['curl', 'windows', 'browser', 'node', 'python', 'php', 'java', 'csharp', 'go'];

test.each([
  ['GET', 'picture', [...code, 'html', 'wordpress', 'bbcode', 'markdown']],
  ['GET', 'text', code],
  ['POST', 'picture', code],
] as const)('%s of a %s can be written in %j', (method, answer, languages) => {
  expect(languagesFor({ ...request(''), method, answer })).toEqual(languages);
});

test('curl fails on an error response, instead of saving it as a picture', () => {
  expect(snippet('curl', request(''))).toMatch(/^curl -sSf /);
});

test.each([
  ['Notch and jeb_', String.raw`Notch and jeb\_`],
  ['a](b) [c]', String.raw`a\](b) \[c\]`],
  ['a\\', String.raw`a\\`],
  ['`x` *y* <b> &amp;', String.raw`\`x\` \*y\* \<b> \&amp;`],
])('the text %j stays text in Markdown', (alt, text) => {
  const url = 'http://example.org/a?label=:(%20(b))';
  expect(snippet('markdown', { ...request(''), url, alt })).toBe(
    `![${text}](http://example.org/a?label=:%28%20%28b%29%29)`,
  );
});
