import { asFields, asList, asText, isFields, type Fields } from '../../net/read-json.ts';
import { readColour, readSectionCodes } from './section-codes.ts';
import keyBindingTable from './key-bindings.json' with { type: 'json' };
import {
  createRunList,
  decorations,
  plainStyle,
  type RunList,
  type TextObject,
  type TextRun,
  type TextStyle,
} from './text-run.ts';
import translationTable from './translations.json' with { type: 'json' };

/** The game's English texts of the keys that occur in MOTDs; `%s` are arguments. */
const translations = new Map(Object.entries(translationTable));
/** The default key of each `keybind`, which the game shows unless a player changes it. */
const keyBindings = new Map(Object.entries(keyBindingTable));

/** Deeper content is omitted; no real message is nested like that. */
const deepestNesting = 32;
/** `%s`, `%2$s` and `%%` of a translation, and what the game takes for one. */
const placeholder = /%(?:(\d{1,9})\$)?([A-Za-z%]|$)/g;

/**
 * Parses a text component of the Java edition: a string, an array (whose first element is the parent of
 * the others), or an object. Unknown parts are omitted; nothing throws.
 */
export function readComponent(component: unknown): readonly TextRun[] {
  const list = createRunList();
  addComponent(component, { list, style: plainStyle, depth: 0 });
  return list.runs;
}

type Context = { readonly list: RunList; readonly style: TextStyle; readonly depth: number };

function addComponent(component: unknown, context: Context): void {
  if (context.depth > deepestNesting || !context.list.goesOn()) return;
  if (Array.isArray(component)) addSiblings(component, context);
  else if (isFields(component)) addFields(component, context);
  else addText(textOf(component), context);
}

function addSiblings(components: readonly unknown[], context: Context): void {
  const first = parentOf(components);
  const below = { ...context, depth: context.depth + 1 };
  const style = isFields(first) ? styleBelow(first, context.style) : context.style;
  for (const [index, component] of components.entries()) {
    if (!context.list.goesOn()) return;
    addComponent(component, index === 0 ? below : { ...below, style });
  }
}

/** The first of a list, also if that is a list: it is the parent of the others. */
function parentOf(components: readonly unknown[]): unknown {
  let first: unknown = components;
  for (let depth = 0; Array.isArray(first) && depth <= deepestNesting; depth += 1) [first] = first;
  return first;
}

function addFields(fields: Fields, { list, style: outer, depth }: Context): void {
  const context = { list, style: styleBelow(fields, outer), depth: depth + 1 };
  addContent(fields, context);
  for (const component of asList(fields['extra'])) {
    if (!list.goesOn()) return;
    addComponent(component, context);
  }
}

/** The first of these that is there, be it an empty text, as in the game; inline pictures since 1.21.9. */
function addContent(fields: Fields, context: Context): void {
  const { translate, keybind, score, selector, player, sprite } = fields;
  const text = fields['text'] ?? fields[''];
  if (/^(?:string|number|boolean)$/.test(typeof text)) addText(textOf(text), context);
  else if (typeof translate === 'string') addTranslation(translate, fields, context);
  else if (typeof keybind === 'string') addText(keyBindings.get(keybind) ?? keybind, context);
  else if (score !== undefined) addText(textOf(asFields(score)['value']), context);
  // The game cannot tell either whom it would choose.
  else if (typeof selector === 'string') addText(selector, context);
  else if (player !== undefined) context.list.addObject(readHead(fields), context.style);
  else if (sprite !== undefined) context.list.addObject({ kind: 'blank' }, context.style);
}

/** A text that the game translates: in English, or the server's fallback, or the key. */
function addTranslation(key: string, { fallback, with: args }: Fields, context: Context): void {
  const pattern = translations.get(key) ?? (typeof fallback === 'string' ? fallback : key);
  const legible = context.list.legible(pattern);
  const { parts, isFilled } = fillIn(legible, asList(args));
  // What was cut may end within a placeholder.
  const shown = isFilled || legible !== pattern ? parts : [pattern];
  for (const part of shown) {
    if (!context.list.goesOn()) return;
    addComponent(part, context);
  }
}

/** A pattern with its arguments, up to a `%` that the game does not know, or whose argument is missing. */
function fillIn(pattern: string, args: readonly unknown[]) {
  const parts: unknown[] = [];
  let from = 0;
  let next = 0;
  for (const match of pattern.matchAll(placeholder)) {
    const [whole, number, kind] = match;
    const text = pattern.slice(from, match.index);
    const index = number === undefined ? next : Number(number) - 1;
    const isKnown = whole === '%%' || (kind === 's' && index >= 0 && index < args.length);
    if (text.includes('%') || !isKnown) return { parts, isFilled: false };
    if (whole !== '%%' && number === undefined) next += 1;
    if (text !== '') parts.push(text);
    parts.push(whole === '%%' ? '%' : args[index]);
    from = match.index + whole.length;
  }
  const rest = pattern.slice(from);
  parts.push(rest);
  return { parts, isFilled: !rest.includes('%') };
}

function addText(text: string, { list, style }: Context): void {
  if (text !== '') readSectionCodes(text, list, { base: style, edition: 'java' });
}

/** Numbers and booleans become text; other values are ignored. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function styleBelow(fields: Fields, outer: TextStyle): TextStyle {
  const style = { ...outer };
  const { color } = fields;
  if (color === 'reset') style.color = null;
  else if (typeof color === 'string') style.color = readColour(color) ?? outer.color;
  for (const name of decorations) {
    const value = fields[name];
    // Old servers write booleans as strings.
    if (value === true || value === 'true') style[name] = true;
    if (value === false || value === 'false') style[name] = false;
  }
  return style;
}

/** A signed profile has some 1.5 kB; longer ones are ignored. */
const longestProperty = 8 * 1024;

/**
 * The head of an `object` component: `player` is a name, or a profile with `name`, `id` and signed
 * `properties`; `hat` is on unless it is `false`. Blank if no player can be identified.
 */
function readHead({ player, hat }: Fields): TextObject {
  const profile: Fields = typeof player === 'string' ? { name: player } : asFields(player);
  const name = asText(profile['name']);
  const head = {
    texture: readTexture(profile['properties']),
    uuid: readUuid(profile['id']),
    name: name !== null && /^\w{1,25}$/.test(name) ? name : null,
  };
  const isKnown = Object.values(head).some((value) => value !== null);
  return isKnown ? { kind: 'head', ...head, hat: hat !== false } : { kind: 'blank' };
}

/** Text with or without dashes, or four 32-bit numbers. */
function readUuid(id: unknown): string | null {
  const digits =
    typeof id === 'string'
      ? id.slice(0, 36).replaceAll('-', '').toLowerCase()
      : asList(id)
          .slice(0, 5)
          .map((part) =>
            (typeof part === 'number' ? (part >>> 0).toString(16) : '').padStart(8, '0'),
          )
          .join('');
  return /^[0-9a-f]{32}$/.test(digits) ? digits : null;
}

/** The hash in the skin's URL; the URL itself is never requested. */
function readTexture(properties: unknown): string | null {
  for (const property of asList(properties).slice(0, 4)) {
    const { name, value } = asFields(property);
    if (name === 'textures' && typeof value === 'string' && value.length <= longestProperty) {
      return textureOf(Buffer.from(value, 'base64').toString('utf8'));
    }
  }
  return null;
}

function textureOf(json: string): string | null {
  try {
    const profile: unknown = JSON.parse(json);
    const { SKIN } = asFields(isFields(profile) ? profile['textures'] : null);
    const url = asText(asFields(SKIN)['url']) ?? '';
    return /\/texture\/([0-9a-f]{32,64})$/.exec(url)?.[1] ?? null;
  } catch {
    return null;
  }
}
