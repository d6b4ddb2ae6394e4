import { describe, expect, test } from 'vitest';
import { docsMessages } from './docs.ts';
import { fill, type Messages } from './fill.ts';
import { frontMessages } from './front.ts';
import { localeNames, readLocale } from './locales.ts';
import { scriptMessagesIn, translator } from './messages.ts';
import { nameMessages } from './names.ts';
import { scriptMessages } from './script.ts';

const tables: readonly Messages[] = [frontMessages, scriptMessages, docsMessages, nameMessages];
const all = tables.flatMap((table) => Object.entries(table));

describe('the table of texts', () => {
  test('no key occurs in two of its parts', () => {
    const keys = all.map(([key]) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.length).toBeGreaterThan(250);
  });

  test('a text has the same placeholders and markup in every language', () => {
    const marks = (text: string): string[] =>
      (text.match(/\{\w+\}|`|\*\*|[[\]]/g) ?? []).toSorted();
    for (const [key, texts] of all) {
      for (const locale of localeNames) {
        expect(marks(texts[locale]), `${key} in ${locale}`).toEqual(marks(texts.en));
        if (key !== 'inEnglish') expect(texts[locale], `${key} in ${locale}`).not.toBe('');
      }
    }
  });

  test('placeholders are filled in; unknown names stay', () => {
    expect(translator('pt')('nowNumber', { name: 'Ana {x}', number: 2, count: 5 })).toBe(
      'Ana {x} agora é o número 2 de 5',
    );
    expect(fill('{render_type} {n}', { n: '$&' })).toBe('{render_type} $&');
  });

  test('the script gets only its own texts, in one language', () => {
    const sent = scriptMessagesIn('es');
    expect(Object.keys(sent)).toEqual(Object.keys(scriptMessages));
    expect(sent['copied']).toBe('Copiado');
  });
});

test.each([
  ['', undefined, 'en', false],
  ['', '*', 'en', false],
  ['', 'de, fr;q=0.8', 'en', false],
  ['', 'pt-PT,pt;q=0.9,en;q=0.8', 'pt', false],
  ['', 'de, es-419;q=0.5, en;q=0.4', 'es', false],
  ['', 'en;q=0.4, ES ; q=0.7', 'es', false],
  ['', 'pt;q=0, en;q=0.1', 'en', false],
  ['', 'pt;q=zero, es;q=0.1', 'es', false],
  ['?value=Notch&lang=pt-BR', 'es', 'pt', true],
  ['?lang=xx', 'es', 'es', false],
  ['?lang=__proto__', undefined, 'en', false],
  ['', `${'xx,'.repeat(5000)}pt`, 'en', false],
] as const)('%j with Accept-Language %j: %s', (search, header, locale, isLocaleChosen) => {
  expect(readLocale(search, header)).toEqual({ locale, isLocaleChosen });
});
