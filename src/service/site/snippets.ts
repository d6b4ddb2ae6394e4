import { embedLanguages, type ShownRequest } from './shown-request.ts';
import { writeCSharp, writeGo, writeJava, writePhp, writePython } from './snippets-programs.ts';
import {
  writeBrowser,
  writeCurl,
  writeLuau,
  writeNode,
  writeWindowsCurl,
  embedWriters,
} from './snippets-web.ts';

// Requests as code in various languages. Pure, without Node: the script of the pages uses it as
// well.

/** For programs. */
const codeLanguages = [
  'curl',
  'windows',
  'browser',
  'node',
  'python',
  'php',
  'java',
  'csharp',
  'go',
] as const;
export const languages = [...codeLanguages, ...embedLanguages] as const;
/** For game servers of Roblox, whose scripts cannot show a picture of the web. */
export const gameLanguages = ['luau'] as const;
type Language = (typeof languages)[number] | (typeof gameLanguages)[number];

const forms = {
  curl: ['curl', writeCurl],
  windows: ['curl (Windows)', writeWindowsCurl],
  browser: ['JavaScript', writeBrowser],
  node: ['Node.js', writeNode],
  python: ['Python', writePython],
  php: ['PHP', writePhp],
  java: ['Java', writeJava],
  csharp: ['C#', writeCSharp],
  go: ['Go', writeGo],
  html: ['HTML', embedWriters.html],
  wordpress: ['WordPress', embedWriters.wordpress],
  bbcode: ['BBCode', embedWriters.bbcode],
  markdown: ['Markdown', embedWriters.markdown],
  luau: ['Luau (Roblox)', writeLuau],
} as const satisfies Record<
  Language,
  readonly [name: string, write: (request: ShownRequest) => string]
>;

export function snippet(language: Language, request: ShownRequest): string {
  return forms[language][1](request);
}

/** A request in several languages: the key of each, its name and the code. */
export function snippetsIn(among: readonly Language[], request: ShownRequest) {
  return among.map((one) => [one, forms[one][0], snippet(one, request)] as const);
}

/** What scripts of a game send: to Roblox itself, or a message. */
const gamePath = /\/api\/(?:roblox|chat\/webhook)\//;

/** The languages for a request: only a plain picture can be embedded. */
export function languagesFor({ method, url, answer }: ShownRequest): readonly Language[] {
  const isEmbeddable = method === 'GET' && answer === 'picture';
  if (isEmbeddable) return languages;
  const isForGames = answer === 'text' && gamePath.test(url);
  return isForGames ? [...codeLanguages, ...gameLanguages] : codeLanguages;
}
