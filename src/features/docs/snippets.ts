import type { ShownRequest } from './shown-request.ts';
import { embedWriters } from './snippets-embed.ts';
import { writeBrowser, writeNode } from './snippets-script.ts';

// Requests as code in various languages. Pure, without Node: the script of the pages uses it as
// well.

/** For embedding a picture … */
export const embedLanguages = ['html', 'wordpress', 'bbcode', 'markdown'] as const;
/** … and for programs. */
const codeLanguages = [
  'curl',
  'windows',
  'browser',
  'node',
  'python',
  'php',
  'java',
  'csharp',
  'go',
] as const;
export const languages = [...codeLanguages, ...embedLanguages] as const;
export type Language = (typeof languages)[number];

export const languageNames = {
  curl: 'curl',
  windows: 'curl (Windows)',
  browser: 'JavaScript',
  node: 'Node.js',
  python: 'Python',
  php: 'PHP',
  java: 'Java',
  csharp: 'C#',
  go: 'Go',
  html: 'HTML',
  wordpress: 'WordPress',
  markdown: 'Markdown',
  bbcode: 'BBCode',
} as const satisfies Record<Language, string>;

const writers = {
  curl: writeCurl,
  windows: writeWindowsCurl,
  browser: writeBrowser,
  node: writeNode,
  python: writePython,
  php: writePhp,
  java: writeJava,
  csharp: writeCSharp,
  go: writeGo,
  ...embedWriters,
} as const satisfies Record<Language, (request: ShownRequest) => string>;

export function snippet(language: Language, request: ShownRequest): string {
  return writers[language](request);
}

/** The languages for a request: only a plain picture can be embedded. */
export function languagesFor({ method, answer }: ShownRequest): readonly Language[] {
  const isEmbeddable = method === 'GET' && answer === 'picture';
  return isEmbeddable ? languages : codeLanguages;
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

/** For the Command Prompt: one line, without characters that it would interpret. */
function writeWindowsCurl({ method, url, body, answer, fileName }: ShownRequest): string {
  const parts = [
    `curl -sSf ${method === 'GET' || method === 'POST' ? '' : `-X ${method} `}"${url}"`,
    ...(body === undefined
      ? []
      : [
          '-H "Content-Type: application/json"',
          `-d "${windowsJson(body).replaceAll('"', String.raw`\"`)}"`,
        ]),
    ...(answer === 'picture' ? [`-o ${fileName}`] : []),
  ];
  return parts.join(' ');
}

/** ASCII JSON in which all characters special to the prompt are escaped. */
function windowsJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll(String.raw`\"`, String.raw`\u0022`)
    .replaceAll(String.raw`\\`, String.raw`\u005c`)
    .replaceAll(
      /[&|<>^%!'`$]|[^ -~]/g,
      (mark) => String.raw`\u` + mark.charCodeAt(0).toString(16).padStart(4, '0'),
    );
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

/** In single quotes only quotes and backslashes are special. */
function phpQuoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}

/** JSON strings are also valid in Java, C# and Go. */
function doubleQuoted(text: string): string {
  return JSON.stringify(text);
}

/** In single quotes only the quote itself is special. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** JSON strings are valid Python strings. */
function pythonQuoted(text: string): string {
  return JSON.stringify(text);
}

/** Lists and objects are broken into lines if they contain others. */
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
