import type { ShownRequest } from './shown-request.ts';

// The request for curl. The body of an error goes where a reader sees it: `--fail-with-body` alone
// would save it as a picture.

export function writeCurl(request: ShownRequest): string {
  const { answer, fileName } = request;
  const lines = [
    `curl -sS --fail-with-body ${methodOf(request)}${shellQuoted(request.url)}`,
    ...bodyOf(request, { quoted: shellQuoted, json: JSON.stringify }),
    // Unlike `-o`, this empties the file where there is no response at all.
    ...(answer === 'picture' ? [`> ${fileName} || ! cat ${fileName}`] : []),
  ];
  return lines.join(' \\\n  ');
}

/** For the Command Prompt: one line, without characters that it would interpret. */
export function writeWindowsCurl(request: ShownRequest): string {
  const { answer, fileName } = request;
  const parts = [
    `curl -sS --fail-with-body ${methodOf(request)}${windowsQuoted(request.url)}`,
    ...bodyOf(request, { quoted: windowsQuoted, json: windowsJson }),
    ...(answer === 'picture' ? [`-o ${fileName} || type ${fileName}`] : []),
  ];
  return parts.join(' ');
}

/** A body makes it a `POST`. */
function methodOf({ method, body, upload }: ShownRequest): string {
  const implied = body === undefined && upload === undefined ? 'GET' : 'POST';
  return method === implied ? '' : `-X ${method} `;
}

type Quoting = {
  readonly quoted: (text: string) => string;
  readonly json: (value: unknown) => string;
};

function bodyOf({ body, upload }: ShownRequest, { quoted, json }: Quoting): readonly string[] {
  if (typeof upload === 'string') {
    return [`-H ${quoted('Content-Type: image/png')}`, `--data-binary ${quoted(`@${upload}`)}`];
  }
  if (upload !== undefined) {
    return Object.entries(upload).map(([field, file]) => `-F ${quoted(`${field}=@${file}`)}`);
  }
  if (body === undefined) return [];
  return [`-H ${quoted('Content-Type: application/json')}`, `-d ${quoted(json(body))}`];
}

/** In single quotes only the quote itself is special. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function windowsQuoted(text: string): string {
  return `"${text.replaceAll('"', String.raw`\"`)}"`;
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

/** For a script on a Roblox game server, which has to allow HTTP requests in its settings. */
export function writeLuau({ method, url, body }: ShownRequest): string {
  const lines = [
    `Url = ${luauString(url)},`,
    `Method = ${luauString(method)},`,
    ...(body === undefined
      ? []
      : [
          'Headers = { ["Content-Type"] = "application/json" },',
          `Body = HttpService:JSONEncode(${table(body, '\t')}),`,
        ]),
  ];
  return `local HttpService = game:GetService("HttpService")

local answer = HttpService:RequestAsync({
${lines.map((line) => `\t${line}\n`).join('')}})
if not answer.Success then
\terror(answer.Body)
end
print(answer.Body)`;
}

/** Strings of JSON, but for the escape of a code point. */
function luauString(text: string): string {
  return JSON.stringify(text).replaceAll(/\\u([\da-f]{4})/g, String.raw`\u{$1}`);
}

function table(value: unknown, indent: string): string {
  if (typeof value === 'string') return luauString(value);
  if (value === null) return 'nil';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}\t`;
  const fields = Array.isArray(value)
    ? value.map((one) => table(one, inner))
    : Object.entries(value).map(([name, one]) => `[${luauString(name)}] = ${table(one, inner)}`);
  return `{\n${fields.map((field) => `${inner}${field},\n`).join('')}${indent}}`;
}
