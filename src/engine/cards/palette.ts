import { Type } from 'typebox';
import { choice } from '../../common/schemas/fields.ts';
import { inviteLangs } from './strings.ts';
import table from './palettes.json' with { type: 'json' };

/** Backgrounds that a card can be made for. */
const widgetThemes = ['dark', 'light', 'transparent'] as const;
type WidgetTheme = (typeof widgetThemes)[number];

const widgetScales = [1, 2] as const;

/** Options of all cards. */
export type WidgetOptions = {
  readonly theme: WidgetTheme;
  /** Pixels per unit. */
  readonly scale: (typeof widgetScales)[number];
};

type Ground = {
  /** From top to bottom: `#rrggbb`, or `#rrggbbaa` if the page shows through. */
  readonly top: string;
  readonly bottom: string;
  /** The strip at the bottom, and the line above it. */
  readonly strip: string;
  readonly rule: string;
  readonly border: string;
};

/** A small coloured label: background, text, dot. */
type Pill = { readonly ground: string; readonly text: string; readonly dot: string };

export type Palette = {
  readonly ground: Ground;
  /** Whether a banner may be the background: an opaque one would end where the page shows through. */
  readonly hasBanner: boolean;
  /** The background that colours from servers must stand out from. */
  readonly contrastGround: string;
  /** WCAG contrast. A higher one would turn all bright colours on white into mud. */
  readonly minContrast: number;
  /** Font weights of a MOTD. */
  readonly weights: { readonly regular: number; readonly bold: number };
  /** Letter spacing of MOTDs and names, relative to the font size. */
  readonly tracking: number;
  readonly text: string;
  /** Text in place of a MOTD. */
  readonly quiet: string;
  /** Footer text. */
  readonly muted: string;
  /** Empty parts: the track of a meter, missing bars. */
  readonly faint: string;
  readonly online: Pill;
  readonly offline: Pill;
  readonly unknown: Pill;
  /** Bars of the signal, from good to bad. */
  readonly signal: { readonly good: string; readonly fair: string; readonly poor: string };
  /** The hairline around the icon. */
  readonly iconEdge: string;
  readonly chip: string;
};

/** The dark palette is a calmer version of the game's; the others have the same roles. */
export const palettes: Readonly<Record<WidgetTheme, Palette>> = table;

/** Options of all cards. @param size at scale 1: `600×138` */
export const widgetFields = (size: string) => ({
  theme: choice(widgetThemes, 'Colours of the card; `transparent` suits any background.', 'dark'),
  scale: choice(
    widgetScales,
    `1 is ${size} pixels; 2 is twice that, for high-resolution screens.`,
    1,
  ),
  title: Type.Optional(
    Type.String({
      // 80 visible characters can be many more: see `titleFrom`.
      maxLength: 1024,
      description: 'Shown instead of the name or address, at most 80 characters.',
    }),
  ),
  lang: langField('card'),
});

/** @param where the text is: `card` */
export const langField = (where: string) =>
  choice(inviteLangs, `The language of the text on the ${where}.`, 'en');
