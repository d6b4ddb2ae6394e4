/** The sixteen colours of the Java edition: code, name, value. */
const javaColours = [
  ['0', 'black', '#000000'],
  ['1', 'dark_blue', '#0000aa'],
  ['2', 'dark_green', '#00aa00'],
  ['3', 'dark_aqua', '#00aaaa'],
  ['4', 'dark_red', '#aa0000'],
  ['5', 'dark_purple', '#aa00aa'],
  ['6', 'gold', '#ffaa00'],
  ['7', 'gray', '#aaaaaa'],
  ['8', 'dark_gray', '#555555'],
  ['9', 'blue', '#5555ff'],
  ['a', 'green', '#55ff55'],
  ['b', 'aqua', '#55ffff'],
  ['c', 'red', '#ff5555'],
  ['d', 'light_purple', '#ff55ff'],
  ['e', 'yellow', '#ffff55'],
  ['f', 'white', '#ffffff'],
] as const;

/** Materials of the Bedrock edition; they have codes only. */
const bedrockColours = [
  ['g', '#ddd605'],
  ['h', '#e3d4d1'],
  ['i', '#cecaca'],
  ['j', '#443a3b'],
  ['m', '#971607'],
  ['n', '#b4684d'],
  ['p', '#deb12d'],
  ['q', '#47a036'],
  ['s', '#2cbaa8'],
  ['t', '#21497b'],
  ['u', '#9a5cc6'],
  ['v', '#eb7114'],
] as const;

const javaCodes = new Map<string, string>(javaColours.map(([code, , value]) => [code, value]));
const bedrockCodes = new Map<string, string>([...javaCodes, ...bedrockColours]);
const names = new Map<string, string>(javaColours.map(([, name, value]) => [name, value]));
const codesByValue = new Map<string, string>(javaColours.map(([code, , value]) => [value, code]));

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
