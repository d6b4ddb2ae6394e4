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
export type Language = (typeof languages)[number] | (typeof gameLanguages)[number];

export const languageNames = {
  curl: 'curl',
  windows: 'curl (Windows)',
  browser: 'JavaScript',
  node: 'Node.js',
  python: 'Python',
  php: 'PHP',
  java: 'Java',
  csharp: 'C#',
  go: 'Go',
  html: 'HTML',
  wordpress: 'WordPress',
  markdown: 'Markdown',
  bbcode: 'BBCode',
  luau: 'Luau (Roblox)',
} as const satisfies Record<Language, string>;

const writers = {
  curl: writeCurl,
  windows: writeWindowsCurl,
  browser: writeBrowser,
  node: writeNode,
  python: writePython,
  php: writePhp,
  java: writeJava,
  csharp: writeCSharp,
  go: writeGo,
  ...embedWriters,
  luau: writeLuau,
} as const satisfies Record<Language, (request: ShownRequest) => string>;

export function snippet(language: Language, request: ShownRequest): string {
  return writers[language](request);
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
