import type { en } from '../../../../web/messages/en.ts';
import { fill, type ValuesFor } from './fill.ts';
import { locales, type Locale } from './locales.ts';

type Texts = (typeof en)['pages'] & (typeof en)['script'];
export type MessageKey = keyof Texts;

/** A text by its key, with its values filled in. */
export type Translate = <Key extends MessageKey>(
  key: Key,
  ...values: ValuesFor<Texts[Key]>
) => string;

export function translator(locale: Locale): Translate {
  const { pages, script }: Readonly<Record<'pages' | 'script', Readonly<Record<string, string>>>> =
    locales[locale];
  return (key, ...[values]) => fill(pages[key] ?? script[key] ?? key, values);
}
