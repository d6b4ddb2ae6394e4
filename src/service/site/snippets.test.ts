import { execFileSync } from 'node:child_process';
import { parser as goParser } from '@lezer/go';
import { parser as javaParser } from '@lezer/java';
import { parser as phpParser } from '@lezer/php';
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
  '100 %PATH% ^& !x! `y`',
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

const stub = `globalThis.fetch = async (url, { body }) =>
  new Response(url === '${request('').url}' ? body : JSON.stringify(url));\n`;

/** What snippets print, by language and text: a program for all, as to start one takes longer than to run it. */
const printed = {
  curl: printedBy(
    ['sh', '-c'],
    'curl() { for last; do :; done; printf "%s\\n" "$last"; }',
    nasty.map((text) => `( ${snippet('curl', request(text))}\n)`),
  ),
  node: printedBy(...modules('node')),
  browser: printedBy(...modules('browser')),
  python: printedBy(
    ['python3', '-c'],
    `import io, json, urllib.request
class Answer(io.BytesIO): pass
urllib.request.urlopen = lambda request: Answer(request.data)`,
    nasty.map(
      (text) => `exec(${JSON.stringify(snippet('python', request(text)))}, {'__name__': 'a'})`,
    ),
  ),
} as const;

function modules(language: 'node' | 'browser') {
  const codes = nasty.map((text, index) => `${snippet(language, request(text))}\n//${index}`);
  const start = [process.execPath, '--input-type=module', '-e'] as const;
  const urls = codes.map((one) => `data:text/javascript,${encodeURIComponent(one)}`);
  return [start, stub, urls.map((url) => `await import(${JSON.stringify(url)});`)] as const;
}

function printedBy(
  [program, ...args]: readonly [string, ...string[]],
  before: string,
  snippets: readonly string[],
): readonly unknown[] {
  const script = [before, ...snippets].join('\n');
  const text = execFileSync(program, [...args, script], { encoding: 'utf8' });
  const lines: readonly unknown[] = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return lines;
}

describe.each(nasty)('%j', (text) => {
  const expected = request(text).body;

  test.each(['curl', 'node', 'browser', 'python'] as const)('reaches %s', (language) => {
    expect(printed[language][nasty.indexOf(text)]).toEqual(expected);
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
    expect(values).toEqual(
      expect.arrayContaining([JSON.stringify(expected), 'http://example.org/a?b=c']),
    );
  });

  test('reaches curl in the Command Prompt', () => {
    const line = snippet('windows', request(text));
    // To the prompt nothing in it is special, whether it takes it for quoted or not.
    expect(line).toMatch(/^curl -sS --fail-with-body "http:\/\/example\.org\/a\?b=c" [ -~]+$/);
    expect(line).not.toMatch(/[&|<>^%!]/);
    // As programs on Windows read their command line.
    const body = /-d "((?:[^"\\]|\\.)*)"$/.exec(line)?.[1] ?? '';
    expect(JSON.parse(body.replaceAll('\\"', '"'))).toEqual(expected);
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
  const script = `curl() { printf %s "$3"; }\n${snippet('curl', plain)}`;
  expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' })).toBe(plain.url);
});

test('Luau is for the game servers of Roblox, and has its own strings and tables', () => {
  const url = 'https://lineup.example/api/chat/webhook/1/t';
  const message = { ...request(''), url, body: { content: 'a "b" \\ \u0001', tts: false, n: [1] } };
  expect(languagesFor(message)).toContain('luau');
  expect(languagesFor({ ...message, answer: 'picture' })).not.toContain('luau');
  expect(snippet('luau', message))
    .toBe(String.raw`local HttpService = game:GetService("HttpService")

local answer = HttpService:RequestAsync({
	Url = "https://lineup.example/api/chat/webhook/1/t",
	Method = "POST",
	Headers = { ["Content-Type"] = "application/json" },
	Body = HttpService:JSONEncode({
		["content"] = "a \"b\" \\ \u{0001}",
		["tts"] = false,
		["n"] = {
			1,
		},
	}),
})
if not answer.Success then
	error(answer.Body)
end
print(answer.Body)`);
});

const code = ['curl', 'windows', 'browser', 'node', 'python', 'php', 'java', 'csharp', 'go'];

test.each([
  ['GET', 'picture', [...code, 'html', 'wordpress', 'bbcode', 'markdown']],
  ['GET', 'text', code],
  ['POST', 'picture', code],
] as const)('%s of a %s can be written in %j', (method, answer, languages) => {
  expect(languagesFor({ ...request(''), method, answer })).toEqual(languages);
});

// Machines that run the tests have no compilers for these languages: their text is parsed, and what
// it uses of a language's own library is compared with that library's documentation.

const compiled = ['php', 'java', 'csharp', 'go'] as const;
type Compiled = (typeof compiled)[number];

const file = { method: 'POST', upload: 'skin.png' } as const;
const form = { method: 'POST', upload: { skin: 'skin.png', cape: 'cape.png' } } as const;
const kinds: readonly Partial<ShownRequest>[] = [
  { method: 'GET' },
  { method: 'POST' },
  { method: 'DELETE' },
  { method: 'PATCH', body: [{ value: nasty.join(' ') }] },
  { method: 'POST', body: {} },
  file,
  form,
];
const { body: _body, ...bare } = request('a');
const requests = kinds.flatMap((kind) =>
  (['picture', 'text'] as const).map((answer): ShownRequest => ({ ...bare, answer, ...kind })),
);

/** Names of the libraries, as their documentation has them. */
const libraries: Readonly<Record<Compiled, readonly string[]>> = {
  php: [
    'curl_init curl_setopt_array curl_exec curl_getinfo curl_error file_get_contents',
    'file_put_contents CURLOPT_RETURNTRANSFER CURLOPT_CUSTOMREQUEST CURLOPT_HTTPHEADER',
    'CURLOPT_POSTFIELDS CURLINFO_RESPONSE_CODE CURLFile Exception true if new throw echo php status',
  ],
  java: [
    'var if throw new',
    'HttpRequest newBuilder URI create header method build BodyPublishers ofString ofFile concat',
    'noBody Path of Files write HttpClient newHttpClient send HttpResponse BodyHandlers',
    'ofByteArray statusCode body RuntimeException String System out println UUID randomUUID toString',
  ],
  csharp: [
    'var if throw new await null',
    'HttpRequestMessage HttpMethod Get Post Patch Delete Content StringContent ByteArrayContent',
    'MultipartFormDataContent Add Headers HttpClient SendAsync IsSuccessStatusCode Exception',
    'ReadAsStringAsync ReadAsByteArrayAsync File ReadAllBytesAsync WriteAllBytesAsync Console WriteLine',
  ],
  go: [
    'var if nil defer string',
    'http NewRequest Header Set DefaultClient Do Body Close StatusCode log Fatal io ReadAll os',
    'ReadFile WriteFile fmt Println strings bytes NewReader Buffer multipart NewWriter',
    'CreateFormFile Write FormDataContentType 0o644',
  ],
};

/** What the snippets name themselves. */
const ownNames = 'request answer form boundary parts skin cape skinPart capePart content err';

const parsers = { php: phpParser, java: javaParser, csharp: javaParser, go: goParser } as const;

/** A file with the snippet, as the parser of its language reads one. */
const whole: Readonly<Record<Compiled, (text: string) => string>> = {
  php: (text) => text,
  java: (text) => `class A { void a() {\n${text}\n} }`,
  // Without `await`, these statements are those of Java.
  csharp: (text) => `class A { void a() {\n${text.replaceAll(/\bawait /g, '')}\n} }`,
  go: (text) => `package main\nfunc main() {\n${text}\n}\n`,
};

/** The texts at which a parser found a mistake. */
function mistakes(language: Compiled, text: string): readonly string[] {
  const source = whole[language](text);
  const found: string[] = [];
  parsers[language].parse(source).iterate({
    enter: ({ type, from, to }) => {
      if (type.isError) found.push(`${from}: ${source.slice(from - 20, to + 20)}`);
    },
  });
  return found;
}

/** Go ends its statements with their lines. */
const marks = { php: ";()'{}", java: ';()"{}', csharp: ';()"', go: '()"{}' } as const;

const strings = { php: /'(?:[^'\\]|\\.)*'/gs, other: /"(?:[^"\\\n]|\\.)*"/g } as const;

describe.each(compiled)('%s', (language) => {
  test.each(requests)('parses: %j', (shown) => {
    expect(mistakes(language, snippet(language, shown))).toEqual([]);
  });

  test.each(marks[language].split(''))('does not parse without the last %s', (mark) => {
    const text = snippet(language, { ...bare, ...file });
    const at = text.lastIndexOf(mark);
    expect(at).toBeGreaterThan(0);
    expect(mistakes(language, text.slice(0, at) + text.slice(at + 1))).not.toEqual([]);
  });

  test('uses only what its library has', () => {
    const known = new Set([...libraries[language], ownNames].flatMap((line) => line.split(' ')));
    const isString = strings[language === 'php' ? 'php' : 'other'];
    const used = requests.flatMap(
      (shown) =>
        snippet(language, shown)
          .replaceAll(isString, '')
          .match(/\b(?!\d+\b)\w+/g) ?? [],
    );
    expect([...new Set(used)].filter((name) => !known.has(name))).toEqual([]);
  });

  test('checks the status before it saves or prints, and shows what an error says', () => {
    for (const shown of requests) {
      const lines = snippet(language, shown).split('\n');
      const at = lines.findIndex((line) => /status|IsSuccess/i.test(line) && line.startsWith('if'));
      expect(lines.slice(at, at + 2).join(' ')).toMatch(
        /throw new \w+\(.*answer|Fatal\(string\(content/,
      );
      const save = lines.findIndex((line) =>
        /WriteFile|Files.write|WriteAll|put_contents|println|WriteLine|^echo/i.test(line),
      );
      expect([at > 0, save > at]).toEqual([true, true]);
    }
  });
});

describe.each([...compiled, 'windows', 'browser'] as const)('an upload in %s', (language) => {
  test('posts the file as PNG', () => {
    const text = snippet(language, { ...bare, ...file });
    expect(text).toMatch(/\bpost\b|--data-binary "@/i);
    expect(text).toMatch(/Content-Type\W{1,6}image\/png/);
    expect(text).toMatch(language === 'browser' ? /'#skin'\)\.files\[0\]/ : /["'@]skin\.png["']/);
  });

  test('posts a form with each file', () => {
    const text = snippet(language, { ...bare, ...form });
    expect(text).toMatch(/\bpost\b|-F "/i);
    expect(text).toMatch(/multipart|FormData\(\)|CURLFile|-F/i);
    for (const field of ['skin', 'cape']) {
      expect(text).toMatch(new RegExp(`\\b${field}\\b`));
      expect(text).toContain(`${field}.png`);
    }
  });
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
