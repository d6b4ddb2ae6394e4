import type { ShownRequest } from './shown-request.ts';

/** With the extension curl, which web hosts have; streams give no body of an error, and write no forms. */
export function writePhp(request: ShownRequest): string {
  const { url, answer, fileName } = request;
  const options = ['CURLOPT_RETURNTRANSFER => true', ...optionsOf(request)];
  return `<?php
$request = curl_init(${quoted(url)});
curl_setopt_array($request, [
${options.map((option) => `    ${option},\n`).join('')}]);
$answer = curl_exec($request);
$status = curl_getinfo($request, CURLINFO_RESPONSE_CODE);
if ($status < 200 || $status > 299) {
    throw new Exception($answer ?: curl_error($request));
}
${answer === 'picture' ? `file_put_contents(${quoted(fileName)}, $answer);` : 'echo $answer;'}`;
}

function optionsOf({ method, body, upload }: ShownRequest): readonly string[] {
  const type = (name: string): string =>
    `CURLOPT_HTTPHEADER => [${quoted(`Content-Type: ${name}`)}]`;
  return [
    ...(method === 'GET' ? [] : [`CURLOPT_CUSTOMREQUEST => ${quoted(method)}`]),
    ...(typeof upload === 'string'
      ? [type('image/png'), `CURLOPT_POSTFIELDS => file_get_contents(${quoted(upload)})`]
      : []),
    ...(typeof upload === 'object' ? [`CURLOPT_POSTFIELDS => [${filesOf(upload)}]`] : []),
    ...(body === undefined
      ? []
      : [type('application/json'), `CURLOPT_POSTFIELDS => ${quoted(JSON.stringify(body))}`]),
  ];
}

/** The type of the form follows from its being an array. */
function filesOf(upload: Readonly<Record<string, string>>): string {
  const files = Object.entries(upload).map(
    ([field, file]) => `${quoted(field)} => new CURLFile(${quoted(file)}, 'image/png')`,
  );
  return files.join(', ');
}

/** In single quotes only quotes and backslashes are special. */
function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}
