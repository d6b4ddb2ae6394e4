/** The keywords of JSON schema that sentences and conversions are made from. */
export type Rules = {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Rules[];
  readonly oneOf?: readonly Rules[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly items?: Rules;
  readonly properties?: Readonly<Record<string, Rules>>;
  /** Our annotation: what is allowed, as the end of "must be …". */
  readonly 'x-allowed'?: string;
};

/**
 * A schema of ours as its keywords. That each has the right type need not be checked here: the
 * validator refuses a schema where one has not, before the service starts.
 */
export function rulesOf(schema: unknown): Rules {
  return isObject(schema) ? schema : {};
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
