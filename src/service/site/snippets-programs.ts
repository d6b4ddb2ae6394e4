import { lines, ofBody, quoted, type Files, type ShownRequest } from './shown-request.ts';

// Programs, as statements for the body of a function where a language has those; editors add the imports.

export function writeJava(request: ShownRequest): string {
  const { method, url, answer, fileName } = request;
  // Text comes in the character set that its response names, on any machine.
  const [handler, text] =
    answer !== 'text'
      ? ['ofByteArray()', 'new String(answer.body())']
      : ['ofString()', 'answer.body()'];
  const send = (publisher: string, type?: string) => [
    type !== undefined && `    .header("Content-Type", ${type})`,
    `    .method(${quoted(method)}, ${publisher})`,
  ];
  return lines(
    ofBody(request, { form: javaForm, other: [] }),
    `var request = HttpRequest.newBuilder(URI.create(${quoted(url)}))`,
    ofBody(request, {
      file: (name) => send(javaFile(name), '"image/png"'),
      form: () => send('form', '"multipart/form-data; boundary=" + boundary'),
      json: (value) => send(javaText(quoted(value)), '"application/json"'),
      other: method === 'GET' ? [] : send('HttpRequest.BodyPublishers.noBody()'),
    }),
    '    .build();',
    `var answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.${handler});`,
    'if (answer.statusCode() > 299) {',
    `    throw new RuntimeException(${text});`,
    '}',
    answer !== 'text'
      ? `Files.write(Path.of(${quoted(fileName)}), answer.body());`
      : `System.out.println(${text});`,
  );
}

const javaText = (text: string) => `HttpRequest.BodyPublishers.ofString(${text})`;

const javaFile = (file: string) => `HttpRequest.BodyPublishers.ofFile(Path.of(${quoted(file)}))`;

/** Java has no writer of forms. */
function javaForm(files: Files): readonly string[] {
  const parts = files.map(([field, file], index) => {
    const before = index === 0 ? '--' : '\r\n--';
    const head = `\r\nContent-Disposition: form-data; name="${field}"; filename="${file}"\r\nContent-Type: image/png\r\n\r\n`;
    const text = javaText(`${quoted(before)} + boundary + ${quoted(head)}`);
    return `    ${text},\n    ${javaFile(file)},`;
  });
  return [
    'var boundary = UUID.randomUUID().toString();',
    'var form = HttpRequest.BodyPublishers.concat(',
    ...parts,
    `    ${javaText(`${quoted('\r\n--')} + boundary + ${quoted('--\r\n')}`)});`,
  ];
}

export function writeCSharp(request: ShownRequest): string {
  const { method, url, answer, fileName } = request;
  const word = method.charAt(0) + method.slice(1).toLowerCase();
  return lines(
    `var request = new HttpRequestMessage(HttpMethod.${word}, ${quoted(url)});`,
    ofBody(request, {
      file: (name) => [
        `request.Content = ${csharpFile(name)};`,
        'request.Content.Headers.Add("Content-Type", "image/png");',
      ],
      form: (files) => [
        'var form = new MultipartFormDataContent();',
        ...files.map(
          ([field, file]) => `form.Add(${csharpFile(file)}, ${quoted(field)}, ${quoted(file)});`,
        ),
        'request.Content = form;',
      ],
      json: (value) => [
        `request.Content = new StringContent(${quoted(value)}, null, "application/json");`,
      ],
      other: [],
    }),
    'var answer = await new HttpClient().SendAsync(request);',
    'if (!answer.IsSuccessStatusCode) throw new Exception(await answer.Content.ReadAsStringAsync());',
    answer !== 'text'
      ? `await File.WriteAllBytesAsync(${quoted(fileName)}, await answer.Content.ReadAsByteArrayAsync());`
      : 'Console.WriteLine(await answer.Content.ReadAsStringAsync());',
  );
}

const csharpFile = (file: string) =>
  `new ByteArrayContent(await File.ReadAllBytesAsync(${quoted(file)}))`;

const goCheck = 'if err != nil {\n\tlog.Fatal(err)\n}';

export function writeGo(request: ShownRequest): string {
  const { method, url, answer, fileName } = request;
  const [reader, type, ...before] = ofBody<readonly (string | false)[]>(request, {
    file: (name) => ['bytes.NewReader(skin)', '"image/png"', ...goFile('skin', name)],
    form: (files) => ['&form', 'parts.FormDataContentType()', ...goForm(files)],
    json: (value) => [`strings.NewReader(${quoted(value)})`, '"application/json"'],
    other: ['nil', false],
  });
  return lines(
    before,
    `request, err := http.NewRequest(${quoted(method)}, ${quoted(url)}, ${reader})`,
    goCheck,
    type !== false && `request.Header.Set("Content-Type", ${type})`,
    'answer, err := http.DefaultClient.Do(request)',
    goCheck,
    'defer answer.Body.Close()',
    'content, err := io.ReadAll(answer.Body)',
    goCheck,
    'if answer.StatusCode > 299 {\n\tlog.Fatal(string(content))\n}',
    answer !== 'text'
      ? [`err = os.WriteFile(${quoted(fileName)}, content, 0o644)`, goCheck]
      : 'fmt.Println(string(content))',
  );
}

const goFile = (name: string, file: string) => [
  `${name}, err := os.ReadFile(${quoted(file)})`,
  goCheck,
];

const goForm = (files: Files) => [
  'var form bytes.Buffer',
  'parts := multipart.NewWriter(&form)',
  ...files.flatMap(([field, file]) => [
    ...goFile(field, file),
    `${field}Part, err := parts.CreateFormFile(${quoted(field)}, ${quoted(file)})`,
    goCheck,
    `${field}Part.Write(${field})`,
  ]),
  'parts.Close()',
];

/** With the extension curl, which web hosts have; streams give no body of an error, and write no forms. */
export function writePhp(request: ShownRequest): string {
  const { method, url, answer, fileName } = request;
  const options = [
    'CURLOPT_RETURNTRANSFER => true',
    ...(method === 'GET' ? [] : [`CURLOPT_CUSTOMREQUEST => ${phpQuoted(method)}`]),
    ...ofBody(request, {
      file: (name) => [
        phpType('image/png'),
        `CURLOPT_POSTFIELDS => file_get_contents(${phpQuoted(name)})`,
      ],
      // The type of the form follows from its being an array.
      form: (files) => [`CURLOPT_POSTFIELDS => [${files.map(phpFile).join(', ')}]`],
      json: (value) => [phpType('application/json'), `CURLOPT_POSTFIELDS => ${phpQuoted(value)}`],
      other: [],
    }),
  ];
  return `<?php
$request = curl_init(${phpQuoted(url)});
curl_setopt_array($request, [
${options.map((option) => `    ${option},\n`).join('')}]);
$answer = curl_exec($request);
$status = curl_getinfo($request, CURLINFO_RESPONSE_CODE);
if ($status < 200 || $status > 299) {
    throw new Exception($answer ?: curl_error($request));
}
${answer !== 'text' ? `file_put_contents(${phpQuoted(fileName)}, $answer);` : 'echo $answer;'}`;
}

const phpType = (name: string) => `CURLOPT_HTTPHEADER => [${phpQuoted(`Content-Type: ${name}`)}]`;

const phpFile = ([field, file]: Files[number]) =>
  `${phpQuoted(field)} => new CURLFile(${phpQuoted(file)}, 'image/png')`;

/** In single quotes only quotes and backslashes are special. */
const phpQuoted = (text: string) => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;

/** With nothing but the standard library, which cannot write a form by itself. */
export function writePython(request: ShownRequest): string {
  const { method, url, body, upload, answer, fileName } = request;
  const isPlain = method === 'GET' && body === undefined && upload === undefined;
  return lines(
    body !== undefined && 'import json',
    typeof upload === 'object' && 'import uuid',
    upload !== undefined && 'from pathlib import Path',
    'from urllib.error import HTTPError',
    `from urllib.request import ${isPlain ? 'urlopen' : 'Request, urlopen'}\n`,
    ofBody(request, { form: pythonForm, other: [] }),
    isPlain
      ? `url = ${quoted(url)}`
      : [
          'url = Request(',
          `    ${quoted(url)},`,
          `    method=${quoted(method)},`,
          ...ofBody(request, {
            file: (name) => pythonData('"image/png"', `Path(${quoted(name)}).read_bytes()`),
            form: () => pythonData('f"multipart/form-data; boundary={boundary}"', 'form'),
            json: () =>
              pythonData('"application/json"', `json.dumps(${pythonValue(body)}).encode()`),
            other: [],
          }),
          ')',
        ],
    'try:',
    answer !== 'text'
      ? `    with urlopen(url) as answer, open(${quoted(fileName)}, "wb") as file:
        file.write(answer.read())`
      : `    with urlopen(url) as answer:
        print(answer.read().decode())`,
    'except HTTPError as error:',
    '    raise SystemExit(error.read().decode())',
  );
}

const pythonData = (type: string, data: string) => [
  `    headers={"Content-Type": ${type}},`,
  `    data=${data},`,
];

const pythonForm = (files: Files) => [
  String.raw`boundary = uuid.uuid4().hex
form = b""
for field, file in ${pythonValue(Object.fromEntries(files), '')}.items():
    form += f'--{boundary}\r\nContent-Disposition: form-data; name="{field}"; filename="{file}"\r\n'.encode()
    form += b"Content-Type: image/png\r\n\r\n" + Path(file).read_bytes() + b"\r\n"
form += f"--{boundary}--\r\n".encode()`,
];

/** Lists and objects are broken into lines if they contain others. */
function pythonValue(value: unknown, indent = '    '): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  const isList = Array.isArray(value);
  const [open, close] = isList ? '[]' : '{}';
  const parts = Object.entries(value).map(
    ([name, item]) => `${isList ? '' : `${quoted(name)}: `}${pythonValue(item, inner)}`,
  );
  const isNested = Object.values(value).some((item) => typeof item === 'object');
  if (!isNested) return `${open}${parts.join(', ')}${close}`;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
}
