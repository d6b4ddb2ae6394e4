// What our plugins use of Swagger UI, which has no types of its own.

export type Props = Readonly<Record<string, unknown>>;
export type Component<P = Props> = (props: P) => unknown;

/** Of React; only its type tells what it provides. */
export type Context<T> = { readonly Provider: unknown; readonly provides?: T };

export type React = {
  readonly createElement: (kind: unknown, props: object | null, ...children: unknown[]) => unknown;
  readonly createContext: <T>(value: T) => Context<T>;
  readonly useContext: <T>(context: Context<T>) => T;
  readonly useState: <T>(value: T) => [T, (value: T) => void];
  readonly useRef: <T>(value: T | null) => { current: T | null };
  readonly useEffect: (act: () => void, on: readonly unknown[]) => void;
};

export type System = { readonly React: React };

/** An immutable map. */
export type Fields = { readonly get: (name: string) => unknown };

/** An immutable list. */
type List<T> = {
  toArray(): T[];
  filter(keep: (one: T) => boolean): List<T>;
  sortBy(rank: (one: T) => number): List<T>;
};

type GetComponent = (name: string, isContainer?: boolean) => unknown;

type PathMethod = readonly [path: string, method: string];

/** What the component of an operation's parameters is given. */
export type ParametersProps = {
  readonly parameters: List<Fields>;
  readonly pathMethod: PathMethod;
  readonly operation: Fields;
  readonly specSelectors: {
    parameterWithMetaByIdentity(at: PathMethod, parameter: Fields): Fields | undefined;
  };
  readonly specActions: {
    changeParamByIdentity(at: PathMethod, parameter: Fields, value: unknown, isXml: boolean): void;
  };
  readonly getComponent: GetComponent;
};

export type LiveResponseProps = {
  readonly response: unknown;
  readonly path: string;
  readonly method: string;
  readonly specSelectors: { requestFor(path: string, method: string): unknown };
  readonly getComponent: GetComponent;
};

/** A text of a map; empty without one. */
export function textOf(fields: Fields, name: string): string {
  const text = fields.get(name);
  return typeof text === 'string' ? text : '';
}
