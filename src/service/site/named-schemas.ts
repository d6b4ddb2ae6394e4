import { isDeepStrictEqual } from 'node:util';

/** Named schemas of the OpenAPI document, which generated clients use as type names. */
export type NamedSchemas = {
  /** The reference to a schema; an existing one keeps its first name. */
  readonly refer: (name: string, schema: object) => { readonly $ref: string };
  readonly all: Readonly<Record<string, object>>;
};

/** An empty collection, except for the names in use. */
export function createNamedSchemas(taken: Readonly<Record<string, object>>): NamedSchemas {
  const all = new Map(Object.entries(taken));
  return {
    get all() {
      return Object.fromEntries(all);
    },
    refer: (name, schema) => {
      const known = [...all].find(([, one]) => isDeepStrictEqual(one, schema))?.[0];
      const free = known ?? freeName(name, all);
      all.set(free, schema);
      return { $ref: `#/components/schemas/${free}` };
    },
  };
}

function freeName(name: string, all: ReadonlyMap<string, object>): string {
  let free = name;
  for (let number = 2; all.has(free); number++) free = `${name}${number}`;
  return free;
}
