import colours from './colours.json' with { type: 'json' };

// The sixteen colours of the Java edition; the materials of the Bedrock edition have codes only.
const javaCodes = new Map(colours.java.map(({ code, value }) => [code, value]));
const bedrockCodes = new Map([...javaCodes, ...Object.entries(colours.bedrock)]);
const names = new Map(colours.java.map(({ name, value }) => [name, value]));
const codesByValue = new Map(colours.java.map(({ code, value }) => [value, code]));

/** Colour of a `§` code, by edition. */
export const colourCodes = { java: javaCodes, bedrock: bedrockCodes } as const;

/** Parses the `color` of a component, a name or `#rrggbb`; null for anything else. */
export function readColour(color: string): string | null {
  const lower = color.toLowerCase();
  return names.get(lower) ?? (/^#[0-9a-f]{6}$/.test(lower) ? lower : null);
}

/** The `§` codes of a colour: its own code, or the newer form with six digits. */
export function codesOf(value: string): string {
  const code = codesByValue.get(value);
  if (code !== undefined) return `§${code}`;
  return `§x${value.slice(1).replaceAll(/./g, '§$&')}`;
}
