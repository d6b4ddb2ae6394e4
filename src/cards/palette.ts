/** Backgrounds that a card can be made for. */
export const widgetThemes = ['dark', 'light', 'transparent'] as const;
type WidgetTheme = (typeof widgetThemes)[number];

export const widgetScales = [1, 2] as const;

/** Options of all cards. */
export type WidgetOptions = {
  readonly theme: WidgetTheme;
  /** Pixels per unit. */
  readonly scale: (typeof widgetScales)[number];
};

/** A background of its own, or only bars behind the texts. */
type Ground = Sheet | { readonly kind: 'bar'; readonly bar: string };

type Sheet = {
  readonly kind: 'sheet';
  /** From top to bottom. */
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
  /** The background that colours from servers must stand out from. */
  readonly contrastGround: string;
  /** WCAG contrast. A higher one would turn all bright colours on white into mud. */
  readonly leastContrast: number;
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
export const palettes = {
  dark: {
    ground: {
      kind: 'sheet',
      top: '#1f232d',
      bottom: '#181b23',
      strip: 'rgba(8, 10, 15, 0.42)',
      rule: 'rgba(255, 255, 255, 0.07)',
      border: 'rgba(255, 255, 255, 0.11)',
    },
    contrastGround: '#1b1f28',
    leastContrast: 3.6,
    weights: { regular: 500, bold: 800 },
    tracking: 0,
    text: '#f5f7fb',
    quiet: '#9ba4b5',
    muted: '#9ba4b5',
    faint: 'rgba(255, 255, 255, 0.15)',
    online: { ground: 'rgba(62, 214, 134, 0.15)', text: '#6ee7a8', dot: '#3ed686' },
    offline: { ground: 'rgba(255, 107, 107, 0.15)', text: '#ff9c9c', dot: '#ff6b6b' },
    unknown: { ground: 'rgba(255, 255, 255, 0.09)', text: '#b9c1cf', dot: '#8f99ab' },
    signal: { good: '#3ed686', fair: '#f5b83d', poor: '#ff6b6b' },
    iconEdge: 'rgba(255, 255, 255, 0.10)',
    chip: 'rgba(255, 255, 255, 0.09)',
  },
  light: {
    ground: {
      kind: 'sheet',
      top: '#ffffff',
      bottom: '#fbfcfe',
      strip: 'rgba(30, 45, 80, 0.045)',
      rule: 'rgba(20, 30, 55, 0.08)',
      border: 'rgba(20, 30, 55, 0.16)',
    },
    contrastGround: '#ffffff',
    leastContrast: 4.2,
    weights: { regular: 500, bold: 800 },
    tracking: 0,
    text: '#161b26',
    quiet: '#5c667a',
    muted: '#5c667a',
    faint: 'rgba(20, 30, 55, 0.16)',
    online: { ground: 'rgba(22, 163, 94, 0.13)', text: '#0b7040', dot: '#18a962' },
    offline: { ground: 'rgba(214, 60, 60, 0.12)', text: '#b02a2a', dot: '#dd4b4b' },
    unknown: { ground: 'rgba(20, 30, 55, 0.08)', text: '#4c566a', dot: '#8993a6' },
    signal: { good: '#18a962', fair: '#d9920f', poor: '#dd4b4b' },
    iconEdge: 'rgba(20, 30, 55, 0.14)',
    chip: 'rgba(20, 30, 55, 0.08)',
  },
  transparent: {
    ground: { kind: 'bar', bar: 'rgba(18, 21, 28, 0.86)' },
    // The bar on a white page, where it is lightest.
    contrastGround: '#33363c',
    leastContrast: 4,
    weights: { regular: 500, bold: 800 },
    tracking: 0,
    text: '#ffffff',
    quiet: '#e6eaf1',
    muted: '#b9c1cf',
    faint: 'rgba(255, 255, 255, 0.2)',
    online: { ground: '#12151c', text: '#7cf0b4', dot: '#3ed686' },
    offline: { ground: '#12151c', text: '#ffabab', dot: '#ff6b6b' },
    unknown: { ground: '#12151c', text: '#e6eaf1', dot: '#9ba4b5' },
    signal: { good: '#3ed686', fair: '#f5b83d', poor: '#ff6b6b' },
    iconEdge: 'rgba(18, 21, 28, 0.55)',
    chip: 'rgba(255, 255, 255, 0.14)',
  },
} as const satisfies Record<WidgetTheme, Palette>;
