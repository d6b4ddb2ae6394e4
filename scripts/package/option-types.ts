import {
  figureSchema,
  groupSchema,
  itemSchema,
  modelSchema,
  sheetAllowed,
} from '../../src/engine/library/options.ts';
import { rulesOf, type Rules } from '../../src/common/schemas/validation-message.ts';

/**
 * The declarations of the options, made of their schemas: the compiler's own would need the package of the
 * schemas, and have no descriptions.
 */
export function optionTypes(): string {
  const types = {
    FigureOptions: ['Options of one figure.', figureSchema],
    ModelOptions: ['Options of a 3D model.', modelSchema],
    ItemOptions: ['Options of one figure of a group; they override those for all.', itemSchema],
    GroupOptions: ['Options of a group, and of all its figures.', groupSchema],
  } as const;
  const texts = Object.entries(types).map(
    ([name, [about, schema]]) =>
      `/** ${about} */\nexport type ${name} = ${typeOf(rulesOf(schema))};\n`,
  );
  return texts.join('\n');
}

function typeOf(rules: Rules): string {
  if (rules['x-allowed'] === sheetAllowed) return 'boolean | Uint8Array';
  if (rules.const !== undefined) return JSON.stringify(rules.const);
  if (rules.anyOf !== undefined) return rules.anyOf.map((branch) => typeOf(branch)).join(' | ');
  const types = [rules.type ?? []].flat().map((type) => plainType(type, rules));
  return types.join(' | ');
}

function plainType(type: string, rules: Rules): string {
  const { items, minItems, maxItems, pattern = '' } = rules;
  const words = /^\^\(([\w|]+)\)\$$/.exec(pattern)?.[1];
  if (type === 'string' && words !== undefined) {
    return words
      .split('|')
      .map((word) => JSON.stringify(word))
      .join(' | ');
  }
  if (type === 'integer') return 'number';
  if (type === 'object') return objectType(rules);
  if (type !== 'array') return type;
  const item = typeOf(items ?? {});
  return minItems === maxItems
    ? `readonly [${Array.from({ length: minItems ?? 0 }, () => item).join(', ')}]`
    : `readonly (${item})[]`;
}

function objectType({ properties = {}, required = [] }: Rules): string {
  const fields = Object.entries(properties).map(([name, rules]) => {
    const isNeeded = required.includes(name);
    const fallback =
      rules.default === undefined ? '' : ` Default: \`${JSON.stringify(rules.default)}\`.`;
    const about = `${rules.description ?? ''}${boundsOf(rules)}${fallback}`.trim();
    const comment = about === '' ? '' : `/** ${about} */\n`;
    return `${comment}readonly ${name}${isNeeded ? '' : '?'}: ${typeOf(rules)}${isNeeded ? '' : ' | undefined'};`;
  });
  return `{\n${fields.join('\n')}\n}`;
}

function boundsOf({ minimum, maximum }: Rules): string {
  return minimum === undefined || maximum === undefined ? '' : ` From ${minimum} to ${maximum}.`;
}
