import type { ShownRequest } from './shown-request.ts';

/** For a script on a Roblox game server, which has to allow HTTP requests in its settings. */
export function writeLuau({ method, url, body }: ShownRequest): string {
  const lines = [
    `Url = ${quoted(url)},`,
    `Method = ${quoted(method)},`,
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
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(/\\u([\da-f]{4})/g, String.raw`\u{$1}`);
}

function table(value: unknown, indent: string): string {
  if (typeof value === 'string') return quoted(value);
  if (value === null) return 'nil';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}\t`;
  const fields = Array.isArray(value)
    ? value.map((one) => table(one, inner))
    : Object.entries(value).map(([name, one]) => `[${quoted(name)}] = ${table(one, inner)}`);
  return `{\n${fields.map((field) => `${inner}${field},\n`).join('')}${indent}}`;
}
