import { statusResponse } from '../src/service/routes/server-status/schema.ts';

/** The used part of a schema. */
type Node = {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
};

type Field = { readonly path: string; readonly description: string };

/** All leaf fields, in the order of the response. */
function fieldsOf(node: Node, path: string, description: string): readonly Field[] {
  const words = node.description ?? description;
  const branch = node.anyOf?.find(({ properties, items }) => properties ?? items);
  if (branch !== undefined) return fieldsOf(branch, path, words);
  if (node.items?.properties) return fieldsOf(node.items, `${path}[]`, words);
  if (node.properties === undefined) return [{ path, description: words }];
  return Object.entries(node.properties).flatMap(([name, field]) =>
    fieldsOf(field, path === '' ? name : `${path}.${name}`, words),
  );
}

/**
 * The table of all fields of a status: path and description are those of the schema, the names at other
 * services between them are written by hand in the table of the document.
 * @param current the table in the document
 * @throws {Error} for a field that it lacks
 */
export function statusFieldsTable(current: string): string {
  const [title, rule, ...known] = current.trim().split('\n');
  const node: Node = JSON.parse(JSON.stringify(statusResponse));
  const rows = fieldsOf(node, '', '').map(({ path, description }) => {
    const row = known.find((line) => line.startsWith(`| \`${path}\` |`));
    if (row === undefined) throw new Error(`nothing is said of the field ${path}`);
    const [mcstatus, mcsrvstat, pymine] = row.split(' | ').slice(1);
    return `| \`${path}\` | ${mcstatus} | ${mcsrvstat} | ${pymine} | ${firstSentence(description)} |`;
  });
  return [title, rule, ...rows].join('\n');
}

function firstSentence(text: string): string {
  return text
    .replaceAll('|', '\\|')
    .replace(/(?<=[.:;]) .*$/s, '')
    .replace(/[;:]$/, '.');
}
