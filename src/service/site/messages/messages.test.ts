import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { localeNames, messagesOf, readLocale, withEnglish, translator } from './messages.ts';
import { fill } from './fill.ts';

/** All texts of a table, also those of tables in it, by their path. */
function textsIn(table: object, path = ''): [path: string, text: string][] {
  return Object.entries(table).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : textsIn(value, `${path}${key} `),
  );
}

describe('the texts', () => {
  test('no key occurs both in the markup and in the script', () => {
    const keys = [messagesOf('en').pages, messagesOf('en').script].flatMap((part) =>
      Object.keys(part),
    );
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.length).toBeGreaterThan(250);
  });

  test('a text has the same placeholders and markup in every language', () => {
    const marks = (text = ''): string[] => (text.match(/\{\w+\}|`|\*\*|[[\]]/g) ?? []).toSorted();
    const english = new Map(textsIn(messagesOf('en')));
    for (const locale of localeNames) {
      const file = new URL(`../../../../web/messages/${locale}.json`, import.meta.url);
      const texts = textsIn(JSON.parse(readFileSync(file, 'utf8')));
      expect(texts.map(([path]) => path)).toEqual([...english.keys()]);
      for (const [path, text] of texts) {
        expect(marks(text), `${path} in ${locale}`).toEqual(marks(english.get(path)));
        if (path !== 'pages inEnglish') expect(text, `${path} in ${locale}`).not.toBe('');
      }
    }
  });

  test('what is not translated yet is in English', () => {
    const { topics, pages, ...dutch } = withEnglish({
      name: 'Nederlands',
      pages: { guides: 'Gidsen' },
    });
    expect(pages).toEqual({ ...messagesOf('en').pages, guides: 'Gidsen' });
    expect(topics).toEqual(messagesOf('en').topics);
    expect(dutch).toEqual({ name: 'Nederlands', tag: 'en', script: messagesOf('en').script });
  });

  test('placeholders are filled in; unknown names stay', () => {
    expect(translator('pt')('nowNumber', { name: 'Ana {x}', number: 2, count: 5 })).toBe(
      'Ana {x} agora é o número 2 de 5',
    );
    expect(translator('de')('serverOnline', { online: 48_213, max: '200000' })).toBe(
      '48.213 von 200000 Spielern online',
    );
    expect(fill('{render_type} {n}', { n: '$&' })).toBe('{render_type} $&');
  });
});

test.each([
  ['', undefined, 'en', false],
  ['', '*', 'en', false],
  ['', 'eo, la;q=0.8', 'en', false],
  ['', 'de-AT, de;q=0.9, en;q=0.8', 'de', false],
  ['', 'fr-CA', 'fr', false],
  ['', 'pt-PT,pt;q=0.9,en;q=0.8', 'pt', false],
  ['', 'it, es-419;q=0.5, en;q=0.4', 'es', false],
  ['', 'en;q=0.4, ES ; q=0.7', 'es', false],
  ['', 'pt;q=0', 'en', false],
  ['', 'de; q=0.000', 'en', false],
  ['', 'pt;q=0, es;q=0.001', 'es', false],
  ['', 'de;q=-1', 'en', false],
  ['', 'fr;q=0.5, de;q=0.5', 'fr', false],
  ['', 'pt;q=zero, es;q=0.1', 'es', false],
  ['?value=Notch&lang=pt-BR', 'es', 'pt', true],
  ['?lang=xx', 'es', 'es', false],
  ['?lang=__proto__', undefined, 'en', false],
  ['?lang=pt_BR', undefined, 'pt', true],
  ['', `${'xx,'.repeat(5000)}pt`, 'en', false],
] as const)('%j with Accept-Language %j: %s', (search, header, locale, isLocaleChosen) => {
  expect(readLocale(search, header)).toEqual({ locale, isLocaleChosen });
});
