import type { Edition } from '../target.ts';
import colours from './colours.json' with { type: 'json' };

// The sixteen colours of the Java edition; the Bedrock edition has another grey, and materials by code only.
const javaCodes = new Map(colours.java.map(({ code, value }) => [code, value]));
const bedrockCodes = new Map([...javaCodes, ...Object.entries(colours.bedrock)]);
const names = new Map(colours.java.map(({ name, value }) => [name, value]));

/** Colour of a `§` code, by edition. */
export const colourCodes = { java: javaCodes, bedrock: bedrockCodes } as const;

const codesByValue = { java: reversed(javaCodes), bedrock: reversed(bedrockCodes) } as const;

function reversed(codes: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...codes].map(([code, value]) => [value, code]));
}

/** A component may be read thousands of times. */
const longestColour = 64;

/** The game reads a number of any length: `#123` is `#000123`. */
const hexNumber = /^#(?:\+?0*([0-9a-f]{1,6})|-0+)$/;

/** Parses the `color` of a component, a name or `#` and a hexadecimal number; null for anything else. */
export function readColour(color: string): string | null {
  if (color.length > longestColour) return null;
  const lower = color.toLowerCase();
  const named = names.get(lower);
  if (named !== undefined) return named;
  const match = hexNumber.exec(lower);
  return match && `#${(match[1] ?? '').padStart(6, '0')}`;
}

/** The `§` codes of a colour: its own code, or the newer form with six digits, which only Java has. */
export function codesOf(value: string, edition: Edition): string {
  const code = codesByValue[edition].get(value);
  if (code !== undefined) return `§${code}`;
  return `§x${value.slice(1).replaceAll(/./g, '§$&')}`;
}
