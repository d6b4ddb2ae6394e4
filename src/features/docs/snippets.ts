// What a request looks like in the languages that people call it from. Pure, without anything of
// Node: the script of the pages uses it as well.

/** A request as it is shown to people. */
export type ShownRequest = {
  readonly method: string;
  /** Whole address. */
  readonly url: string;
  readonly body?: unknown;
  /** `picture` is saved to a file, `text` is printed. */
  readonly answer: 'picture' | 'text';
  /** Name of the file that a picture is saved to. */
  readonly fileName: string;
  /** What the picture shows, for those who can't see it. */
  readonly alt: string;
  /** Keeps the picture's place on a page until it has come. */
  readonly size?: { readonly widthPx: number; readonly heightPx: number };
};

export const languages = [
  'curl',
  'javascript',
  'python',
  'php',
  'java',
  'csharp',
  'go',
  'html',
  'markdown',
  'bbcode',
] as const;
export type Language = (typeof languages)[number];

/** What readers call a language. */
export const languageNames = {
  curl: 'curl',
  javascript: 'JavaScript',
  python: 'Python',
  php: 'PHP',
  java: 'Java',
  csharp: 'C#',
  go: 'Go',
  html: 'HTML',
  markdown: 'Markdown',
  bbcode: 'BBCode',
} as const satisfies Record<Language, string>;

const writers = {
  curl: writeCurl,
  javascript: writeJavaScript,
  python: writePython,
  php: writePhp,
  java: writeJava,
  csharp: writeCSharp,
  go: writeGo,
  html: writeHtml,
  markdown: writeMarkdown,
  bbcode: ({ url }) => `[img]${url.replaceAll('[', '%5B').replaceAll(']', '%5D')}[/img]`,
} as const satisfies Record<Language, (request: ShownRequest) => string>;

/** The request in one language. */
export function snippet(language: Language, request: ShownRequest): string {
  return writers[language](request);
}

/** The languages that a request can be written in: only a plain picture can be embedded. */
export function languagesFor({ method, answer }: ShownRequest): readonly Language[] {
  const isEmbeddable = method === 'GET' && answer === 'picture';
  return isEmbeddable ? languages : languages.slice(0, languages.indexOf('html'));
}

function writeCurl({ method, url, body, answer, fileName }: ShownRequest): string {
  const lines = [
    `curl -sSf ${method === 'GET' || method === 'POST' ? '' : `-X ${method} `}${shellQuoted(url)}`,
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${shellQuoted(JSON.stringify(body))}`]),
    ...(answer === 'picture' ? [`-o ${fileName}`] : []),
  ];
  return lines.join(' \\\n  ');
}

function writeHtml({ url, alt, size }: ShownRequest): string {
  const place = size && ` width="${size.widthPx}" height="${size.heightPx}" loading="lazy"`;
  return `<img src="${escapeAttribute(url)}" alt="${escapeAttribute(alt)}"${place ?? ''}>`;
}

/** A parenthesis would end the address, a bracket the text; other marks would be left out of it. */
function writeMarkdown({ url, alt }: ShownRequest): string {
  const text = alt.replaceAll(/[[\]\\`*_<&]/g, '\\$&');
  return `![${text}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})`;
}

function writeJavaScript({ method, url, body, answer, fileName }: ShownRequest): string {
  const call =
    method === 'GET'
      ? `fetch(${scriptQuoted(url)})`
      : `fetch(${scriptQuoted(url)}, {
  method: ${scriptQuoted(method)},${
    body === undefined
      ? ''
      : `
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(${indented(JSON.stringify(body, null, 2))}),`
  }
})`;
  const check = 'if (!answer.ok) throw new Error((await answer.json()).detail);';
  return answer === 'picture'
    ? `import { writeFile } from 'node:fs/promises';

const answer = await ${call};
${check}
await writeFile(${scriptQuoted(fileName)}, Buffer.from(await answer.arrayBuffer()));`
    : `const answer = await ${call};
${check}
console.log(await answer.text());`;
}

function writePython({ method, url, body, answer, fileName }: ShownRequest): string {
  const isPlain = method === 'GET' && body === undefined;
  const request = isPlain
    ? `url = ${pythonQuoted(url)}`
    : `url = Request(
    ${pythonQuoted(url)},
    method=${pythonQuoted(method)},${
      body === undefined
        ? ''
        : `
    headers={"Content-Type": "application/json"},
    data=json.dumps(${pythonValue(body, '    ')}).encode(),`
    }
)`;
  const imports = [
    ...(body === undefined ? [] : ['import json']),
    `from urllib.request import ${isPlain ? 'urlopen' : 'Request, urlopen'}`,
  ];
  const end =
    answer === 'picture'
      ? `with urlopen(url) as answer, open(${pythonQuoted(fileName)}, "wb") as file:
    file.write(answer.read())`
      : `with urlopen(url) as answer:
    print(answer.read().decode())`;
  return `${imports.join('\n')}\n\n${request}\n${end}`;
}

function writePhp({ method, url, body, answer, fileName }: ShownRequest): string {
  const options =
    body === undefined
      ? `['method' => ${phpQuoted(method)}]`
      : `[
    'method' => ${phpQuoted(method)},
    'header' => 'Content-Type: application/json',
    'content' => ${phpQuoted(JSON.stringify(body))},
]`;
  const isPlain = method === 'GET' && body === undefined;
  const call = isPlain
    ? `file_get_contents(${phpQuoted(url)})`
    : `file_get_contents(${phpQuoted(url)}, false, stream_context_create(['http' => ${options}]))`;
  return answer === 'picture'
    ? `<?php\nfile_put_contents(${phpQuoted(fileName)}, ${call});`
    : `<?php\necho ${call};`;
}

function writeJava({ method, url, body, answer, fileName }: ShownRequest): string {
  const request = [
    `var request = HttpRequest.newBuilder(URI.create(${doubleQuoted(url)}))`,
    ...(body === undefined
      ? method === 'GET'
        ? []
        : [`    .method(${doubleQuoted(method)}, HttpRequest.BodyPublishers.noBody())`]
      : [
          '    .header("Content-Type", "application/json")',
          `    .method(${doubleQuoted(method)}, HttpRequest.BodyPublishers.ofString(${doubleQuoted(JSON.stringify(body))}))`,
        ]),
    '    .build();',
  ];
  const handler =
    answer === 'picture' ? `ofFile(Path.of(${doubleQuoted(fileName)}))` : 'ofString()';
  const send = `HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.${handler})`;
  return [
    ...request,
    answer === 'picture' ? `${send};` : `System.out.println(${send}.body());`,
  ].join('\n');
}

function writeCSharp({ method, url, body, answer, fileName }: ShownRequest): string {
  const word = method.charAt(0) + method.slice(1).toLowerCase();
  const request = `var request = new HttpRequestMessage(HttpMethod.${word}, ${doubleQuoted(url)});`;
  const content =
    body === undefined
      ? []
      : [
          `request.Content = new StringContent(${doubleQuoted(JSON.stringify(body))}, null, "application/json");`,
        ];
  const end =
    answer === 'picture'
      ? `await File.WriteAllBytesAsync(${doubleQuoted(fileName)}, await answer.Content.ReadAsByteArrayAsync());`
      : 'Console.WriteLine(await answer.Content.ReadAsStringAsync());';
  return [
    request,
    ...content,
    'var answer = (await new HttpClient().SendAsync(request)).EnsureSuccessStatusCode();',
    end,
  ].join('\n');
}

function writeGo({ method, url, body, answer, fileName }: ShownRequest): string {
  const reader =
    body === undefined ? 'nil' : `strings.NewReader(${doubleQuoted(JSON.stringify(body))})`;
  return [
    `request, err := http.NewRequest(${doubleQuoted(method)}, ${doubleQuoted(url)}, ${reader})`,
    'if err != nil {\n\tlog.Fatal(err)\n}',
    ...(body === undefined ? [] : ['request.Header.Set("Content-Type", "application/json")']),
    'answer, err := http.DefaultClient.Do(request)',
    'if err != nil {\n\tlog.Fatal(err)\n}',
    'defer answer.Body.Close()',
    ...(answer === 'picture'
      ? [
          `file, err := os.Create(${doubleQuoted(fileName)})`,
          'if err != nil {\n\tlog.Fatal(err)\n}',
          'defer file.Close()',
          'io.Copy(file, answer.Body)',
        ]
      : ['io.Copy(os.Stdout, answer.Body)']),
  ].join('\n');
}

/** Between single quotes a quote and a backslash are special, nothing else. */
function phpQuoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}

/** JSON strings are strings of Java, C# and Go as well: they know the same escapes. */
function doubleQuoted(text: string): string {
  return JSON.stringify(text);
}

/** Nothing is special between single quotes but the quote itself. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function scriptQuoted(text: string): string {
  return `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`;
}

/** JSON strings are Python strings. */
function pythonQuoted(text: string): string {
  return JSON.stringify(text);
}

/** Lists and objects stand on lines of their own while they hold others, else on one. */
function pythonValue(value: unknown, indent: string): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const [open, close, parts] = Array.isArray(value)
    ? (['[', ']', value.map((item) => pythonValue(item, `${indent}    `))] as const)
    : ([
        '{',
        '}',
        Object.entries(value).map(
          ([name, item]) => `${JSON.stringify(name)}: ${pythonValue(item, `${indent}    `)}`,
        ),
      ] as const);
  const isNested = Object.values(value).some((item) => typeof item === 'object');
  if (!isNested) return `${open}${parts.join(', ')}${close}`;
  return `${open}\n${parts.map((part) => `${indent}    ${part},\n`).join('')}${indent}${close}`;
}

function indented(text: string): string {
  return text.replaceAll('\n', '\n  ');
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
