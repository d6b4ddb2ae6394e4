import type { ParameterValues } from '../common/schemas/coerce-parameters.ts';
import { type Rules, rulesOf, matchesPattern } from '../common/schemas/validation-message.ts';
import { Type, type TSchema } from 'typebox';
import { closed } from '../common/schemas/fields.ts';
import {
  modelUploadQuery,
  uploadQuery,
  shortFormQuery,
} from '../engine/options/request-schemas.ts';

/** The program was called in a wrong way: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export type Arguments = {
  readonly players: readonly string[];
  /** Options of the API, as text. */
  readonly options: ParameterValues;
  readonly output: string | undefined;
  readonly service: string | undefined;
  readonly wants: 'picture' | 'help' | 'version';
};

/** Options of the program itself, with their values. */
type Own = { output?: string; service?: string };

/**
 * Reads the arguments of the program: `--name value`, `--name=value`, a switch alone or as `--no-name`.
 * @throws {UsageError} for what is no option, or has no value
 */
export function readArguments(argv: readonly string[]): Arguments {
  const players: string[] = [];
  const options = new Map<string, string | string[]>();
  const own: Own = {};
  let wants: Arguments['wants'] = 'picture';
  const rest = [...argv];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === '--') players.push(...rest.splice(0));
    else if (arg === '-h' || arg === '--help') wants = 'help';
    else if (arg === '--version') wants = 'version';
    else if (arg === '-o') addOwn(own, 'output', valueOf('-o', rest));
    else if (!arg.startsWith('-') || arg === '-') players.push(arg);
    else if (arg.startsWith('--')) readOption(arg.slice(2), rest, options, own);
    else throw new UsageError(`${arg} is not an option; lineup --help lists them`);
  }
  const { output, service } = own;
  return { players, options: Object.fromEntries(options), output, service, wants };
}

function readOption(
  text: string,
  rest: string[],
  options: Map<string, string | string[]>,
  own: Own,
): void {
  const [, given = '', inline] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? [];
  const name = given.replaceAll('-', '_');
  if (name === 'output' || name === 'service') {
    addOwn(own, name, inline ?? valueOf(`--${name}`, rest));
    return;
  }
  const rules = optionRules(name);
  const off = name.startsWith('no_') ? optionRules(name.slice(3)) : null;
  if (rules === undefined && off && isSwitch(off) && inline === undefined) {
    add(options, name.slice(3), 'false', off);
    return;
  }
  if (rules === undefined)
    throw new UsageError(`--${given} is not an option; lineup --help lists them`);
  const implied = isSwitch(rules) && standsAlone(rules, rest[0]) ? 'true' : undefined;
  add(options, name, inline ?? implied ?? valueOf(`--${given}`, rest), rules);
}

function addOwn(own: Own, name: keyof Own, value: string): void {
  if (own[name] !== undefined) throw new UsageError(`--${name}: must be given only once`);
  own[name] = value;
}

function add(
  options: Map<string, string | string[]>,
  name: string,
  value: string,
  { type }: Rules,
): void {
  const before = options.get(name);
  if (type === 'array') options.set(name, [before ?? [], value].flat());
  else if (before === undefined) options.set(name, value);
  else throw new UsageError(`${shownOption(name)}: must be given only once`);
}

function valueOf(name: string, rest: string[]): string {
  const value = rest.shift();
  if (value === undefined) throw new UsageError(`${name}: its value is missing`);
  return value;
}

/** Whether an option may stand alone. */
function isSwitch({ type, anyOf = [] }: Rules): boolean {
  return type === 'boolean' || anyOf.some((branch) => isSwitch(branch));
}

/** Whether what follows a switch is not its value: a switch that is nothing else may be before a player. */
function standsAlone({ type }: Rules, next: string | undefined): boolean {
  if (type === 'boolean') return next === undefined || !/^(?:true|false)$/i.test(next);
  return next === undefined || next.startsWith('-');
}

// The options of the program are those of the HTTP API in a query.

/** The program tells by itself what a player is; a service is given by its URL. */
const isOwn = (name: string): boolean => !/^\^?(?:type|service)\b/.test(name);

function withoutOwn<T>(fields: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => isOwn(name)));
}

/** Of a picture of one player. */
export const figureOptions = uploadQuery;

const { patternProperties = {} } = rulesOf(shortFormQuery);

/** Of a 3D model. */
export const modelOptions = modelUploadQuery;

/** Of a group. */
export const groupOptions = Type.Object(withoutOwn<TSchema>(shortFormQuery.properties), {
  ...closed,
  patternProperties: withoutOwn(patternProperties),
});

/** An option as `--help` lists it: `--hold-left`. @param name in the API */
export const shownOption = (name: string): string => `--${name.replaceAll('_', '-')}`;

/** The rules of an option by its name in the API; undefined if there is none. */
function optionRules(name: string): Rules | undefined {
  for (const schema of [groupOptions, figureOptions]) {
    const { properties: known = {}, patternProperties: patterns = {} } = rulesOf(schema);
    const found =
      Object.entries(known).find(([one]) => one === name) ??
      Object.entries(patterns).find(([pattern]) => matchesPattern(pattern, name));
    if (found !== undefined) return found[1];
  }
  return undefined;
}
