import type { ShownRequest } from './shown-request.ts';

/** With nothing but the standard library, which cannot write a form by itself. */
export function writePython(request: ShownRequest): string {
  const { method, url, body, upload, answer, fileName } = request;
  const isPlain = method === 'GET' && body === undefined && upload === undefined;
  const imports = [
    ...(body === undefined ? [] : ['import json']),
    ...(typeof upload === 'object' ? ['import uuid'] : []),
    ...(upload === undefined ? [] : ['from pathlib import Path']),
    'from urllib.error import HTTPError',
    `from urllib.request import ${isPlain ? 'urlopen' : 'Request, urlopen'}`,
  ];
  const target = isPlain
    ? `url = ${quoted(url)}`
    : `${typeof upload === 'object' ? formOf(upload) : ''}url = Request(
    ${quoted(url)},
    method=${quoted(method)},${dataOf(request)}
)`;
  const end =
    answer === 'picture'
      ? `    with urlopen(url) as answer, open(${quoted(fileName)}, "wb") as file:
        file.write(answer.read())`
      : `    with urlopen(url) as answer:
        print(answer.read().decode())`;
  return `${imports.join('\n')}

${target}
try:
${end}
except HTTPError as error:
    raise SystemExit(error.read().decode())`;
}

function dataOf({ body, upload }: ShownRequest): string {
  if (typeof upload === 'string') {
    return dataLines('"image/png"', `Path(${quoted(upload)}).read_bytes()`);
  }
  if (upload !== undefined) return dataLines('f"multipart/form-data; boundary={boundary}"', 'form');
  if (body === undefined) return '';
  return dataLines('"application/json"', `json.dumps(${pythonValue(body, '    ')}).encode()`);
}

function dataLines(type: string, data: string): string {
  return `
    headers={"Content-Type": ${type}},
    data=${data},`;
}

function formOf(upload: Readonly<Record<string, string>>): string {
  return String.raw`boundary = uuid.uuid4().hex
form = b""
for field, file in ${pythonValue(upload, '')}.items():
    form += f'--{boundary}\r\nContent-Disposition: form-data; name="{field}"; filename="{file}"\r\n'.encode()
    form += b"Content-Type: image/png\r\n\r\n" + Path(file).read_bytes() + b"\r\n"
form += f"--{boundary}--\r\n".encode()
`;
}

/** JSON strings are valid Python strings. */
function quoted(text: string): string {
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
