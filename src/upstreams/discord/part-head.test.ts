import { expect, test } from 'vitest';
import { readPartHead } from './multipart.ts';

const headOf = (parameters: string) =>
  readPartHead(`Content-Disposition: form-data; ${parameters}`);

test.each([
  ['a browser', 'name="files[0]"; filename="a b.png"', 'files[0]', 'a b.png'],
  ['a browser', 'name="a%22b%0D%0A"; filename="%22.png"', 'a"b\r\n', '".png'],
  ['Go', String.raw`name="a\"b"; filename="c\\d\".png"`, 'a"b', String.raw`c\d".png`],
  ['.NET', "name=file; filename=a.png; filename*=utf-8''a%20b.png", 'file', 'a b.png'],
  ['a browser on Windows', String.raw`name="f"; filename="C:\dir\a.png"`, 'f', 'C:\\dir\\a.png'],
  ['another order', 'filename="a.png";name="f"', 'f', 'a.png'],
  ['blanks', 'name="f" ; filename = "a.png" ; size=1', 'f', 'a.png'],
  ['a semicolon', 'name="f"; filename="a;b=c.png"', 'f', 'a;b=c.png'],
  ['another charset', `name="f"; filename*=ISO-8859-1'de'gr%FC.txt`, 'f', 'grü.txt'],
  ['a name in UTF-8', `name*=utf-8''%E7%94%BB; filename="b"`, '画', 'b'],
  ['a bad long name', `name="f"; filename="a.txt"; filename*=utf-8''%FC`, 'f', 'a.txt'],
  ['no charset', 'name="f"; filename="a.txt"; filename*=b.txt', 'f', 'a.txt'],
  ['no name', 'filename="a.png"', '', 'a.png'],
  ['no file', 'name="content"', 'content', null],
  ['no file chosen', 'name="f"; filename=""', 'f', ''],
  ['a name twice', 'name="f"; name="g"', 'f', null],
  ['a quote without an end', 'name="f"; filename="a', 'f', ''],
])('%s: %s', (_who, parameters, field, fileName) => {
  expect(headOf(parameters)).toMatchObject({ field, fileName });
});

test.each([
  ['', { type: 'text/plain', encoding: '' }],
  ['\r\ncontent-type:image/png\r\nContent-Length: 5', { type: 'image/png' }],
  ['\r\nContent-Type: text/plain;\r\n charset=latin1', { type: 'text/plain; charset=latin1' }],
  ['\r\nContent-Transfer-Encoding: 8bit', { encoding: '' }],
  ['\r\nContent-Transfer-Encoding: Base64', { encoding: 'Base64' }],
])('the other lines: %j', (lines, expected) => {
  expect(readPartHead(`content-disposition: form-data; name="f"${lines}`)).toMatchObject(expected);
});

test.each(['', 'Content-Type: text/plain', 'no header', ': form-data; name="a"'])(
  '%j is no part of a form',
  (text) => {
    expect(readPartHead(text)).toBeNull();
  },
);
