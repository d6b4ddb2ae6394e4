import type { ShownRequest, Upload } from './shown-request.ts';

// The request in JavaScript, for a page or a file.

// An error has a sentence of ours, or is one of Discord's: the text shows either.
const check = 'if (!answer.ok) throw new Error(await answer.text());';

/** A complete program that saves the result. */
export function writeNode(request: ShownRequest): string {
  const { answer, fileName, upload } = request;
  const isPicture = answer === 'picture';
  const files = [upload !== undefined && 'readFile', isPicture && 'writeFile'].filter(Boolean);
  const read = (file: string): string => `await readFile(${scriptQuoted(file)})`;
  return [
    ...(files.length > 0 ? [`import { ${files.join(', ')} } from 'node:fs/promises';\n`] : []),
    ...formOf(upload, (_field, file) => `new Blob([${read(file)}])`),
    `const answer = await ${callOf(request, read)};`,
    check,
    isPicture
      ? `await writeFile(${scriptQuoted(fileName)}, Buffer.from(await answer.arrayBuffer()));`
      : 'console.log(await answer.text());',
  ].join('\n');
}

/** For a module of a page. A picture with a URL needs no request by the script. */
export function writeBrowser(request: ShownRequest): string {
  const { method, url, answer, alt, upload } = request;
  const show = `image.alt = ${scriptQuoted(alt)};\ndocument.body.append(image);`;
  if (answer === 'picture' && method === 'GET') {
    return `const image = new Image();\nimage.src = ${scriptQuoted(url)};\n${show}`;
  }
  return [
    ...(upload === undefined ? [] : ['// From <input type="file">.']),
    ...formOf(upload, chosenFile),
    `const answer = await ${callOf(request, () => chosenFile('skin'))};`,
    check,
    ...(answer === 'picture'
      ? [
          `const image = new Image();\nimage.src = URL.createObjectURL(await answer.blob());\n${show}`,
        ]
      : ['console.log(await answer.text());']),
  ].join('\n');
}

function chosenFile(id: string): string {
  return `document.querySelector('#${id}').files[0]`;
}

function formOf(
  upload: Upload | undefined,
  read: (field: string, file: string) => string,
): readonly string[] {
  if (typeof upload !== 'object') return [];
  const parts = Object.entries(upload).map(
    ([field, file]) =>
      `form.append(${scriptQuoted(field)}, ${read(field, file)}, ${scriptQuoted(file)});`,
  );
  return ['const form = new FormData();', ...parts];
}

/** @param read the expression for the bytes of a file */
function callOf(
  { method, url, body, upload }: ShownRequest,
  read: (file: string) => string,
): string {
  if (method === 'GET') return `fetch(${scriptQuoted(url)})`;
  const lines = [
    `method: ${scriptQuoted(method)},`,
    ...(typeof upload === 'string' ? [typeLine('image/png'), `body: ${read(upload)},`] : []),
    ...(typeof upload === 'object' ? ['body: form,'] : []),
    ...(body === undefined
      ? []
      : [
          typeLine('application/json'),
          `body: JSON.stringify(${indented(JSON.stringify(body, null, 2))}),`,
        ]),
  ];
  return `fetch(${scriptQuoted(url)}, {\n${lines.map((line) => `  ${line}\n`).join('')}})`;
}

function typeLine(type: string): string {
  return `headers: { 'Content-Type': '${type}' },`;
}

function scriptQuoted(text: string): string {
  return `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`;
}

function indented(text: string): string {
  return text.replaceAll('\n', '\n  ');
}

// A picture in the markup of somebody's page.

export const embedWriters = {
  html: writeHtml,
  wordpress: writeWordPress,
  bbcode: ({ url }: ShownRequest): string =>
    `[img]${url.replaceAll('[', '%5B').replaceAll(']', '%5D')}[/img]`,
  markdown: writeMarkdown,
} as const;

function writeHtml({ url, alt, size }: ShownRequest): string {
  const attributes = size && ` width="${size.widthPx}" height="${size.heightPx}" loading="lazy"`;
  return `<img src="${escapeAttribute(url)}" alt="${escapeAttribute(alt)}"${attributes ?? ''}>`;
}

/** A block for the editor: when pasted, it becomes a picture. */
function writeWordPress({ url, alt, size }: ShownRequest): string {
  const attributes = size && ` width="${size.widthPx}" height="${size.heightPx}"`;
  return `<!-- wp:image -->
<figure class="wp-block-image"><img src="${escapeAttribute(url)}" alt="${escapeAttribute(alt)}"${attributes ?? ''}/></figure>
<!-- /wp:image -->`;
}

/** A parenthesis would end the URL, a bracket the text; other special characters are removed. */
function writeMarkdown({ url, alt }: ShownRequest): string {
  const text = alt.replaceAll(/[[\]\\`*_<&]/g, '\\$&');
  return `![${text}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
