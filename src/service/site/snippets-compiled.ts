import type { ShownRequest, Upload } from './shown-request.ts';

// Statements for the body of a function; editors add the imports.

type Form = Exclude<Upload, string>;

export function writeJava(request: ShownRequest): string {
  const { url, upload, answer, fileName } = request;
  // Text comes in the character set that its response names, on any machine.
  const [handler, text] =
    answer === 'picture'
      ? ['ofByteArray()', 'new String(answer.body())']
      : ['ofString()', 'answer.body()'];
  return [
    ...(typeof upload === 'object' ? javaForm(upload) : []),
    `var request = HttpRequest.newBuilder(URI.create(${quoted(url)}))`,
    ...javaBody(request),
    '    .build();',
    `var answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.${handler});`,
    'if (answer.statusCode() > 299) {',
    `    throw new RuntimeException(${text});`,
    '}',
    answer === 'picture'
      ? `Files.write(Path.of(${quoted(fileName)}), answer.body());`
      : `System.out.println(${text});`,
  ].join('\n');
}

function javaBody({ method, body, upload }: ShownRequest): readonly string[] {
  const send = (publisher: string, type?: string): readonly string[] => [
    ...(type === undefined ? [] : [`    .header("Content-Type", ${type})`]),
    `    .method(${quoted(method)}, ${publisher})`,
  ];
  if (typeof upload === 'string') return send(javaFile(upload), '"image/png"');
  if (upload !== undefined) return send('form', '"multipart/form-data; boundary=" + boundary');
  if (body !== undefined) return send(javaText(json(body)), '"application/json"');
  return method === 'GET' ? [] : send('HttpRequest.BodyPublishers.noBody()');
}

function javaText(text: string): string {
  return `HttpRequest.BodyPublishers.ofString(${text})`;
}

function javaFile(file: string): string {
  return `HttpRequest.BodyPublishers.ofFile(Path.of(${quoted(file)}))`;
}

/** Java has no writer of forms. */
function javaForm(form: Form): readonly string[] {
  const parts = Object.entries(form).map(([field, file], index) => {
    const before = index === 0 ? '--' : '\r\n--';
    const head = `\r\nContent-Disposition: form-data; name="${field}"; filename="${file}"\r\nContent-Type: image/png\r\n\r\n`;
    const text = javaText(`${quoted(before)} + boundary + ${quoted(head)}`);
    return `    ${text},\n    ${javaFile(file)},`;
  });
  const end = javaText(`${quoted('\r\n--')} + boundary + ${quoted('--\r\n')}`);
  return [
    'var boundary = UUID.randomUUID().toString();',
    'var form = HttpRequest.BodyPublishers.concat(',
    ...parts,
    `    ${end});`,
  ];
}

export function writeCSharp(request: ShownRequest): string {
  const { method, url, answer, fileName } = request;
  const word = method.charAt(0) + method.slice(1).toLowerCase();
  return [
    `var request = new HttpRequestMessage(HttpMethod.${word}, ${quoted(url)});`,
    ...contentOf(request),
    'var answer = await new HttpClient().SendAsync(request);',
    'if (!answer.IsSuccessStatusCode) throw new Exception(await answer.Content.ReadAsStringAsync());',
    answer === 'picture'
      ? `await File.WriteAllBytesAsync(${quoted(fileName)}, await answer.Content.ReadAsByteArrayAsync());`
      : 'Console.WriteLine(await answer.Content.ReadAsStringAsync());',
  ].join('\n');
}

function contentOf({ body, upload }: ShownRequest): readonly string[] {
  if (typeof upload === 'string') {
    return [
      `request.Content = ${fileContent(upload)};`,
      'request.Content.Headers.Add("Content-Type", "image/png");',
    ];
  }
  if (upload !== undefined) {
    const parts = Object.entries(upload).map(
      ([field, file]) => `form.Add(${fileContent(file)}, ${quoted(field)}, ${quoted(file)});`,
    );
    return ['var form = new MultipartFormDataContent();', ...parts, 'request.Content = form;'];
  }
  return body === undefined
    ? []
    : [`request.Content = new StringContent(${json(body)}, null, "application/json");`];
}

function fileContent(file: string): string {
  return `new ByteArrayContent(await File.ReadAllBytesAsync(${quoted(file)}))`;
}

const goCheck = 'if err != nil {\n\tlog.Fatal(err)\n}';

export function writeGo(request: ShownRequest): string {
  const { method, url, answer, fileName } = request;
  const { before, reader, type } = goBody(request);
  return [
    ...before,
    `request, err := http.NewRequest(${quoted(method)}, ${quoted(url)}, ${reader})`,
    goCheck,
    ...(type === null ? [] : [`request.Header.Set("Content-Type", ${type})`]),
    'answer, err := http.DefaultClient.Do(request)',
    goCheck,
    'defer answer.Body.Close()',
    'content, err := io.ReadAll(answer.Body)',
    goCheck,
    'if answer.StatusCode > 299 {\n\tlog.Fatal(string(content))\n}',
    ...(answer === 'picture'
      ? [`err = os.WriteFile(${quoted(fileName)}, content, 0o644)`, goCheck]
      : ['fmt.Println(string(content))']),
  ].join('\n');
}

/** The reader of the body, the statements before it, and its type. */
function goBody({ body, upload }: ShownRequest) {
  if (typeof upload === 'string') {
    const before = goFile('skin', upload);
    return { before, reader: 'bytes.NewReader(skin)', type: '"image/png"' };
  }
  if (upload !== undefined) {
    return { before: goForm(upload), reader: '&form', type: 'parts.FormDataContentType()' };
  }
  if (body === undefined) return { before: [], reader: 'nil', type: null };
  const reader = `strings.NewReader(${json(body)})`;
  return { before: [], reader, type: '"application/json"' };
}

function goFile(name: string, file: string): readonly string[] {
  return [`${name}, err := os.ReadFile(${quoted(file)})`, goCheck];
}

function goForm(form: Form): readonly string[] {
  const parts = Object.entries(form).flatMap(([field, file]) =>
    goFile(field, file).concat(
      `${field}Part, err := parts.CreateFormFile(${quoted(field)}, ${quoted(file)})`,
      goCheck,
      `${field}Part.Write(${field})`,
    ),
  );
  return [
    'var form bytes.Buffer',
    'parts := multipart.NewWriter(&form)',
    ...parts,
    'parts.Close()',
  ];
}

/** JSON strings are also valid in Java, C# and Go. */
function quoted(text: string): string {
  return JSON.stringify(text);
}

/** JSON as a string. */
function json(value: unknown): string {
  return quoted(JSON.stringify(value));
}
