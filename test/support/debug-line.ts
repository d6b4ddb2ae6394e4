import { createFontRegistry, setRunStyle } from '../../src/engine/text/font-registry.ts';
import { itemize, type ItemizedText } from '../../src/engine/text/itemize.ts';

export const fonts = createFontRegistry();

/** What the canvas library says of a line: its undocumented view for its own tests. */
type DebugLine = {
  /** How often it has looked into the fonts of the machine, since it was loaded. */
  readonly fallbackReads: number;
  readonly runs: readonly { readonly family: string; readonly glyphs: readonly number[] }[];
};

export function debugLine(text: string): DebugLine {
  const set = itemize(fonts, text);
  const line = set.graphemes.join('');
  return viewLine(line, set);
}

export function viewLine(
  line: string,
  { families, direction }: Pick<ItemizedText, 'families' | 'direction'>,
): DebugLine {
  setRunStyle(fonts.context, { font: `32px ${families}`, direction, spacingPx: 0 });
  const view: unknown = Reflect.get(fonts.context, '__debugTextLine');
  if (typeof view !== 'function') throw new Error('the canvas library has lost its debug view');
  return JSON.parse(String(Reflect.apply(view, fonts.context, [line])));
}
