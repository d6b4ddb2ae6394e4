import type { ShownRequest } from './shown-request.ts';

// The request in JavaScript, for a page or a file.

const check = 'if (!answer.ok) throw new Error((await answer.json()).detail);';

/** A complete program that saves the result. */
export function writeNode(request: ShownRequest): string {
  const { answer, fileName } = request;
  const call = callOf(request);
  return answer === 'picture'
    ? `import { writeFile } from 'node:fs/promises';

const answer = await ${call};
${check}
await writeFile(${scriptQuoted(fileName)}, Buffer.from(await answer.arrayBuffer()));`
    : `const answer = await ${call};
${check}
console.log(await answer.text());`;
}

/** For a module of a page. A picture with a URL needs no request by the script. */
export function writeBrowser(request: ShownRequest): string {
  const { method, url, answer, alt } = request;
  const show = `image.alt = ${scriptQuoted(alt)};\ndocument.body.append(image);`;
  if (answer === 'picture' && method === 'GET') {
    return `const image = new Image();\nimage.src = ${scriptQuoted(url)};\n${show}`;
  }
  const fetched = `const answer = await ${callOf(request)};\n${check}`;
  if (answer !== 'picture') return `${fetched}\nconsole.log(await answer.text());`;
  return `${fetched}
const image = new Image();
image.src = URL.createObjectURL(await answer.blob());
${show}`;
}

function callOf({ method, url, body }: ShownRequest): string {
  return method === 'GET'
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
