import { lines, ofBody, type ShownRequest } from './shown-request.ts';

// The request for shells and in JavaScript, for a page or a file, and a picture in somebody's page.

/** For curl. The body of an error goes where a reader sees it: `--fail-with-body` alone would save it as a picture. */
export function writeCurl(request: ShownRequest): string {
  const { answer, fileName } = request;
  const parts = curlParts(request, shellQuoted, (text) => text);
  // Unlike `-o`, this empties the file where there is no response at all.
  if (answer !== 'text') parts.push(`> ${fileName} || ! cat ${fileName}`);
  return parts.join(' \\\n  ');
}

/** For the Command Prompt: one line, without characters that it would interpret. */
export function writeWindowsCurl(request: ShownRequest): string {
  const { answer, fileName } = request;
  const parts = curlParts(request, windowsQuoted, windowsJson);
  if (answer !== 'text') parts.push(`-o ${fileName} || type ${fileName}`);
  return parts.join(' ');
}

type Write = (text: string) => string;

function curlParts(request: ShownRequest, quote: Write, json: Write): string[] {
  const { method, url, body, upload } = request;
  // A body makes it a `POST`.
  const implied = body === undefined && upload === undefined ? 'GET' : 'POST';
  const type = (name: string) => `-H ${quote(`Content-Type: ${name}`)}`;
  return [
    `curl -sS --fail-with-body ${method === implied ? '' : `-X ${method} `}${quote(url)}`,
    ...ofBody(request, {
      file: (name) => [type('image/png'), `--data-binary ${quote(`@${name}`)}`],
      form: (files) => files.map(([field, file]) => `-F ${quote(`${field}=@${file}`)}`),
      json: (text) => [type('application/json'), `-d ${quote(json(text))}`],
      other: [],
    }),
  ];
}

/** In single quotes only the quote itself is special. */
const shellQuoted: Write = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const windowsQuoted: Write = (text) => `"${text.replaceAll('"', String.raw`\"`)}"`;

/** ASCII JSON in which all characters special to the prompt are escaped. */
const windowsJson: Write = (json) =>
  json
    .replaceAll(String.raw`\"`, String.raw`\u0022`)
    .replaceAll(String.raw`\\`, String.raw`\u005c`)
    .replaceAll(
      /[&|<>^%!'`$]|[^ -~]/g,
      (mark) => String.raw`\u` + mark.charCodeAt(0).toString(16).padStart(4, '0'),
    );

/** For a script on a Roblox game server, which has to allow HTTP requests in its settings. */
export function writeLuau({ method, url, body }: ShownRequest): string {
  return lines(
    'local HttpService = game:GetService("HttpService")\n',
    'local answer = HttpService:RequestAsync({',
    `\tUrl = ${luauString(url)},`,
    `\tMethod = ${luauString(method)},`,
    body !== undefined && '\tHeaders = { ["Content-Type"] = "application/json" },',
    body !== undefined && `\tBody = HttpService:JSONEncode(${luauTable(body, '\t')}),`,
    '})',
    'if not answer.Success then',
    '\terror(answer.Body)',
    'end',
    'print(answer.Body)',
  );
}

/** Strings of JSON, but for the escape of a code point. */
const luauString: Write = (text) =>
  JSON.stringify(text).replaceAll(/\\u([\da-f]{4})/g, String.raw`\u{$1}`);

function luauTable(value: unknown, indent: string): string {
  if (typeof value === 'string') return luauString(value);
  if (value === null) return 'nil';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}\t`;
  const fields = Object.entries(value).map(([name, one]) => {
    const key = Array.isArray(value) ? '' : `[${luauString(name)}] = `;
    return `${inner}${key}${luauTable(one, inner)},\n`;
  });
  return `{\n${fields.join('')}${indent}}`;
}

// An error has a sentence of ours, or is one of Discord's: the text shows either.
const check = 'if (!answer.ok) throw new Error(await answer.text());';

/** A complete program that saves the result. */
export function writeNode(request: ShownRequest): string {
  const { answer, fileName, upload } = request;
  const isFile = answer !== 'text';
  const files = [upload !== undefined && 'readFile', isFile && 'writeFile'].filter(Boolean);
  const read = (file: string): string => `await readFile(${scriptQuoted(file)})`;
  return lines(
    files.length > 0 && `import { ${files.join(', ')} } from 'node:fs/promises';\n`,
    scriptForm(request, (_field, file) => `new Blob([${read(file)}])`),
    `const answer = await ${fetchOf(request, read)};`,
    check,
    isFile
      ? `await writeFile(${scriptQuoted(fileName)}, Buffer.from(await answer.arrayBuffer()));`
      : 'console.log(await answer.text());',
  );
}

/** For a module of a page. A picture with a URL needs no request by the script. */
export function writeBrowser(request: ShownRequest): string {
  const { method, url, answer, fileName, alt, upload } = request;
  const show = (source: string) =>
    `const image = new Image();\nimage.src = ${source};\nimage.alt = ${scriptQuoted(alt)};\ndocument.body.append(image);`;
  if (answer === 'picture' && method === 'GET') return show(scriptQuoted(url));
  const blob = 'URL.createObjectURL(await answer.blob())';
  const shows = {
    picture: show(blob),
    file: `const link = document.createElement('a');\nlink.href = ${blob};\nlink.download = ${scriptQuoted(fileName)};\nlink.click();`,
    text: 'console.log(await answer.text());',
  } as const;
  return lines(
    upload !== undefined && '// From <input type="file">.',
    scriptForm(request, chosenFile),
    `const answer = await ${fetchOf(request, () => chosenFile('skin'))};`,
    check,
    shows[answer],
  );
}

const chosenFile: Write = (id) => `document.querySelector('#${id}').files[0]`;

function scriptForm(
  request: ShownRequest,
  read: (field: string, file: string) => string,
): readonly string[] {
  const form = ([field, file]: readonly [string, string]) =>
    `form.append(${scriptQuoted(field)}, ${read(field, file)}, ${scriptQuoted(file)});`;
  return ofBody<readonly string[]>(request, {
    form: (files) => ['const form = new FormData();', ...files.map(form)],
    other: [],
  });
}

const scriptType: Write = (name) => `  headers: { 'Content-Type': '${name}' },`;

/** @param read the expression for the bytes of a file */
function fetchOf(request: ShownRequest, read: Write): string {
  const { method, url, body } = request;
  if (method === 'GET') return `fetch(${scriptQuoted(url)})`;
  return lines(
    `fetch(${scriptQuoted(url)}, {`,
    `  method: ${scriptQuoted(method)},`,
    ofBody<readonly string[]>(request, {
      file: (name) => [scriptType('image/png'), `  body: ${read(name)},`],
      form: () => ['  body: form,'],
      json: () => [
        scriptType('application/json'),
        `  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')}),`,
      ],
      other: [],
    }),
    '})',
  );
}

const scriptQuoted: Write = (text) =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`;

export const embedWriters = {
  html: (request: ShownRequest): string =>
    linkedTo(request, `<img ${imageAttributes(request)}${request.size ? ' loading="lazy"' : ''}>`),
  /** A block for the editor: when pasted, it becomes a picture. */
  wordpress: (request: ShownRequest): string =>
    `<!-- wp:image -->
<figure class="wp-block-image">${linkedTo(request, `<img ${imageAttributes(request)}/>`)}</figure>
<!-- /wp:image -->`,
  bbcode: ({ url, link }: ShownRequest): string => {
    const image = `[img]${withoutBrackets(url)}[/img]`;
    return link === undefined ? image : `[url=${withoutBrackets(link)}]${image}[/url]`;
  },
  /** A parenthesis would end the URL, a bracket the text; other special characters are removed. */
  markdown: ({ url, alt, link }: ShownRequest): string => {
    const text = alt.replaceAll(/[[\]\\`*_<&]/g, '\\$&');
    const image = `![${text}](${withoutParentheses(url)})`;
    return link === undefined ? image : `[${image}](${withoutParentheses(link)})`;
  },
} as const;

const withoutBrackets: Write = (url) => url.replaceAll('[', '%5B').replaceAll(']', '%5D');
const withoutParentheses: Write = (url) => url.replaceAll('(', '%28').replaceAll(')', '%29');

function linkedTo({ link }: ShownRequest, image: string): string {
  return link === undefined ? image : `<a href="${escapeAttribute(link)}">${image}</a>`;
}

function imageAttributes({ url, alt, size }: ShownRequest): string {
  const sides = size ? ` width="${size.widthPx}" height="${size.heightPx}"` : '';
  return `src="${escapeAttribute(url)}" alt="${escapeAttribute(alt)}"${sides}`;
}

const escapeAttribute: Write = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
