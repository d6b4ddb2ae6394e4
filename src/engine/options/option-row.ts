import type { EtagPart } from '../../common/cache/context.ts';
import { Type, type Static, type TOptional, type TSchema, type TSchemaOptions } from 'typebox';

// What a row of a table of options says, and what follows from it.

/** Where an option may stand: for one player alone, for a 3D model, for a group, or for one of its players. */
export type Surface = 'single' | 'model' | 'group' | 'item';

/**
 * What an option changes. `geometry`: which texel each pixel sees, so that it is part of the key of a plan;
 * `pixels`: the bytes of the picture alone; `source`: which sheets are drawn, which say so themselves.
 */
export type Depends = 'geometry' | 'pixels' | 'source';

/** The surfaces that have an option, with the keywords that are others there, such as a default. */
type Surfaces = Readonly<Partial<Record<Surface, TSchemaOptions>>>;

/** An option as a client writes it. */
export type OptionRow<
  Schema extends TSchema = TSchema,
  Json extends TSchema = TSchema,
  Has extends Surfaces = Surfaces,
> = {
  /** With its sentence, and its bounds. */
  readonly schema: Schema;
  /** Its form in JSON, if it is another one. */
  readonly json?: Json;
  readonly on: Has;
};

/** How an option becomes a canonical value. */
export type Reading<Given, Field extends string, Value, At, Of extends Depends = Depends> = {
  /** The name of the canonical value. */
  readonly field: Field;
  /** The value that is not part of any key. */
  readonly default: NoInfer<Value>;
  readonly of: Of;
  /** Makes it canonical: equal pictures have equal values. Undefined stands for one that was not given. */
  readonly read: (given: Given | undefined, at: At) => Value;
};

/** Of a table whose rows are read by what `At` says. */
export const rowsReadBy =
  <At, More extends object = object>() =>
  <
    Schema extends TSchema,
    const Field extends string,
    Value,
    const Has extends Surfaces,
    const Of extends Depends,
    Json extends TSchema = Schema,
  >(
    row: OptionRow<Schema, Json, Has> &
      Reading<Static<Schema> | Static<Json>, Field, Value, At, Of> &
      More,
  ) =>
    row;

type OptionTable = Readonly<Record<string, OptionRow>>;

/** The names of a table that a surface has. */
type NamesOn<Table extends OptionTable, At extends Surface> = {
  [Name in keyof Table]: At extends keyof Table[Name]['on'] ? Name : never;
}[keyof Table];

type SchemaIn<Row extends OptionRow, Json extends boolean> = Json extends true
  ? Row extends { readonly json?: infer Other extends TSchema }
    ? Other
    : Row['schema']
  : Row['schema'];

/** The properties of a schema of a surface. */
export type FieldsOn<
  Table extends OptionTable,
  At extends Surface,
  Json extends boolean = false,
> = {
  [Name in NamesOn<Table, At>]: TOptional<SchemaIn<Table[Name], Json>>;
};

/** What a client gave: of any surface, in any form. */
export type Values<Table extends OptionTable> = {
  readonly [Name in keyof Table]?:
    | Static<SchemaIn<Table[Name], false>>
    | Static<SchemaIn<Table[Name], true>>
    | undefined;
};

/** What a client gave on a surface. */
export type ValuesOn<Table extends OptionTable, At extends Surface> = Pick<
  Values<Table>,
  NamesOn<Table, At>
>;

/** The canonical values of a table. */
export type Canonical<Table extends OptionTable> = {
  readonly [
    Name in keyof Table as Table[Name] extends { readonly field: infer Field extends string }
      ? Field
      : never
  ]: Table[Name] extends { readonly read: (...given: never[]) => infer Value } ? Value : never;
};

/** The properties of the schema of a surface, each optional. @param form in a query, or in JSON */
export function fieldsOn<
  const Table extends OptionTable,
  At extends Surface,
  Form extends 'query' | 'json' = 'query',
>(table: Table, surface: At, form?: Form): FieldsOn<Table, At, Form extends 'json' ? true : false> {
  const fields = Object.entries(table).flatMap(([name, { schema, json = schema, on }]) => {
    const own = on[surface];
    return own === undefined
      ? []
      : [[name, Type.Optional({ ...(form === 'json' ? json : schema), ...own })]];
  });
  return Object.fromEntries(fields);
}

/** A row whatever its values; a method, so that it may be one of any of them. */
type ReadRow = OptionRow & {
  readonly name: string;
  readonly field: string;
  readonly default: unknown;
  readonly of: Depends;
  read(given: unknown, at: unknown): unknown;
};

function isRead(row: OptionRow | Omit<ReadRow, 'name'>): row is Omit<ReadRow, 'name'> {
  return 'read' in row;
}

/** The names of the canonical values of options that depend so. */
export type FieldsOf<Table extends OptionTable, Of extends Depends> = {
  [Name in keyof Table]: Table[Name] extends { readonly of: Of; readonly field: infer Field }
    ? Field
    : never;
}[keyof Table] &
  keyof Canonical<Table>;

/** What is made of the rows of a table that have a canonical value. */
export function optionTable<Table extends OptionTable>(table: Table) {
  const rows = Object.entries(table).flatMap(([name, row]): ReadRow[] =>
    isRead(row) ? [{ ...row, name }] : [],
  );
  const plain: Canonical<Table> = Object.fromEntries(
    rows.map((row): unknown[] => [row.field, row.default]),
  );
  const byField = new Map(rows.map((row) => [row.field, row]));
  type Drawn = Pick<Canonical<Table>, FieldsOf<Table, 'geometry' | 'pixels'>>;
  return {
    rows,
    /** Makes all values canonical. @param valueOf that of a row */
    canonical: (valueOf: (row: ReadRow) => unknown): Canonical<Table> => {
      const values = { ...plain };
      for (const row of rows) {
        const value = valueOf(row);
        if (value !== row.default) Object.assign(values, { [row.field]: value });
      }
      return values;
    },
    /** The values of which nothing is said, without those that only say where sheets come from. */
    defaults: (): Drawn =>
      Object.fromEntries(
        rows.flatMap((row): unknown[][] => (row.of === 'source' ? [] : [[row.field, row.default]])),
      ),
    /**
     * The values that are not their default, of options that depend so: the part of a key that they are. None
     * is named here, so none can be forgotten.
     */
    keyOf: (spec: Readonly<Record<string, EtagPart | undefined>>, ...of: readonly Depends[]) => {
      const parts: [string, EtagPart][] = [];
      for (const [field, value] of Object.entries(spec)) {
        if (value === undefined || value === null) continue;
        const row = byField.get(field);
        if (row === undefined || value === row.default || !of.includes(row.of)) continue;
        parts.push([field, value]);
      }
      // In one order, wherever a spec is from.
      if (parts.length > 1) parts.sort(([a], [b]) => (a < b ? -1 : 1));
      return Object.fromEntries(parts);
    },
  };
}
