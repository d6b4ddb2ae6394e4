/** The names between braces: `{count} of {most}` → `'count' | 'most'`. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** What a text wants to be filled in; nothing where it has no braces. */
export type ValuesFor<Text extends string> = [NamesIn<Text>] extends [never]
  ? readonly []
  : readonly [values: Readonly<Record<NamesIn<Text>, string | number>>];

/** Puts values where a text has their names between braces. Pure: the script of the pages uses it too. */
export function fill(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  const known = new Map(Object.entries(values));
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(known.get(name) ?? whole));
}
