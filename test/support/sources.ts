import { join } from 'node:path';
import { API, type Checker, type Type } from 'typescript/unstable/sync';
import type { Node, SourceFile } from 'typescript/unstable/ast';

/** A node of the service's own code, with the types of its project. */
export type SourceNode = {
  readonly node: Node;
  readonly checker: Checker;
  /** Where it is, and its text: `src/http/server.ts:12 table[name]`. */
  readonly describe: () => string;
};

const root = join(import.meta.dirname, '..', '..', '/');

/** Calls `visit` with every node of `src` and `web`, without tests and what is built. */
export function visitSources(visit: (found: SourceNode) => void): void {
  const api = new API({ cwd: root });
  try {
    const openProjects = ['tsconfig.json', 'web/tsconfig.json'].map((name) => join(root, name));
    const seen = new Set<string>();
    for (const { program, checker } of api.updateSnapshot({ openProjects }).getProjects()) {
      for (const name of program.getSourceFileNames().filter((one) => isOwn(one))) {
        const file = seen.has(name) ? undefined : program.getSourceFile(name);
        seen.add(name);
        if (file !== undefined) visitBelow(file, { file, checker, visit });
      }
    }
  } finally {
    api.close();
  }
}

function isOwn(name: string): boolean {
  const path = name.startsWith(root) ? name.slice(root.length) : '';
  return /^(?:src|web\/script)\//.test(path) && !/\.(?:test|d)\.ts$/.test(path);
}

type Walk = {
  readonly file: SourceFile;
  readonly checker: Checker;
  readonly visit: (found: SourceNode) => void;
};

function visitBelow(node: Node, walk: Walk): void {
  const { file, checker, visit } = walk;
  const describe = () => {
    const line = file.text.slice(0, node.getStart(file)).split('\n').length;
    return `${file.fileName.slice(root.length)}:${line} ${node.getText(file)}`;
  };
  visit({ node, checker, describe });
  node.forEachChild((child) => visitBelow(child, walk));
}

/** The texts that a type allows; `null` if they are not all known, or are not all texts. */
export function textsOf(type: Type | undefined): readonly string[] | null {
  if (type?.isStringLiteralType() === true) return [type.value];
  if (type?.isUnionType() !== true) return null;
  const texts = type.getTypes().map((member) => textsOf(member));
  return texts.every((some) => some !== null) ? texts.flat() : null;
}
