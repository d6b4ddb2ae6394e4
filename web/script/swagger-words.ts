/** The document, each description of an operation in two: its first paragraph, and what the page folds. */
export function withShortDescriptions(spec: unknown): unknown {
  return mapped(spec, (paths, name) =>
    name === 'paths' ? mapped(paths, (operations) => mapped(operations, shortDescription)) : paths,
  );
}

function mapped(whole: unknown, change: (part: unknown, name: string) => unknown): unknown {
  if (typeof whole !== 'object' || whole === null) return whole;
  return Object.fromEntries(
    Object.entries<unknown>({ ...whole }).map(([name, part]) => [name, change(part, name)]),
  );
}

function shortDescription(operation: unknown): unknown {
  if (typeof operation !== 'object' || operation === null) return operation;
  if (!('description' in operation) || typeof operation.description !== 'string') return operation;
  const [description, ...others] = operation.description.split('\n\n');
  if (others.length === 0) return operation;
  return { ...operation, description, 'x-more': others.join('\n\n') };
}
