/** What is filled in where a text has a name between braces; a test compares the names. */
export type Values = Readonly<Record<string, string | number>>;

/** Puts values where a text has their names between braces. Pure: the script of the pages uses it too. */
export function fill(text: string, values: Values = {}): string {
  const known = new Map(Object.entries(values));
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(known.get(name) ?? whole));
}
