import type { ExampleValue } from '../../src/http/route-docs.ts';
import { exampleTarget } from '../../src/features/docs/paths.ts';
import type { Asked } from './ask.ts';

/** One place of the lineup, as it stands in the form. */
export type Place = { readonly value: string; readonly label: string };

export type Look = {
  readonly renderType: string;
  readonly crop: string;
  readonly heightPx: number;
  /** Whether names stand below the players. */
  readonly hasNames: boolean;
  /** Options that a link may have and the form has no fields for. */
  readonly passed: Passed;
};

type Passed = { readonly gap?: string; readonly fallback?: string };

export type Lineup = { readonly places: readonly Place[]; readonly look: Look };

const compositionPath = '/api/blockgame/render/composition';
export const usualLook: Look = {
  renderType: 'default',
  crop: 'full',
  heightPx: 512,
  hasNames: true,
  passed: {},
};

// Longer addresses are cut off by some of the programs and proxies that they pass through.
export const longestUrl = 8000;

/** The places that somebody stands in, and where they are in the form. */
export function taken(places: readonly Place[]): { place: Place; index: number }[] {
  return places
    .map((place, index) => ({ place: { value: place.value.trim(), label: place.label }, index }))
    .filter(({ place }) => place.value !== '');
}

/** The query of the picture: what is usual is left out. */
export function lineupQuery({ places, look }: Lineup): Record<string, ExampleValue> {
  const filled = taken(places).map(({ place }) => place);
  const labels = labelsFor(filled, look.hasNames);
  return {
    value: filled.map(({ value }) => value),
    ...(labels.length > 0 && { label: labels }),
    ...lookQuery(look),
  };
}

/**
 * The n-th label belongs to the n-th value, so that those before the last that is given must be
 * given too: as the name itself, which is what the service would write there.
 */
function labelsFor(places: readonly Place[], hasNames: boolean): readonly string[] {
  if (!hasNames) return places.map(() => '');
  const last = places.findLastIndex(({ label }) => label !== '');
  return places.slice(0, last + 1).map(({ value, label }) => {
    if (label !== '') return label;
    return /^[\w-]{1,32}$/.test(value) ? value : '';
  });
}

function lookQuery({ renderType, crop, heightPx, passed }: Look): Record<string, ExampleValue> {
  return {
    ...(renderType !== usualLook.renderType && { render_type: renderType }),
    ...(crop !== usualLook.crop && { crop }),
    ...(heightPx !== usualLook.heightPx && { height: heightPx }),
    ...passed,
  };
}

/** The picture as a request: by its address where that is not too long, else with the items as JSON. */
export function lineupRequest(base: string, lineup: Lineup): Asked {
  const url = `${base}${exampleTarget(compositionPath, { title: '', query: lineupQuery(lineup) })}`;
  if (url.length <= longestUrl) return { method: 'GET', url };
  return {
    method: 'POST',
    url: `${base}${exampleTarget(compositionPath, { title: '', query: lookQuery(lineup.look) })}`,
    body: taken(lineup.places).map(({ place: { value, label } }) => {
      if (!lineup.look.hasNames) return { value, label: '' };
      return label === '' ? { value } : { value, label };
    }),
  };
}

/** The lineup in the address of the page: the same query as that of the picture. */
export function readLineup(search: string): Lineup | null {
  const query = new URLSearchParams(search);
  const values = query.getAll('value');
  const labels = query.getAll('label');
  if (values.length === 0) return null;
  const heightPx = Number(query.get('height') ?? usualLook.heightPx);
  return {
    places: values.map((value, index) => ({ value, label: labels[index] ?? '' })),
    look: {
      renderType: query.get('render_type') ?? usualLook.renderType,
      crop: query.get('crop') ?? usualLook.crop,
      heightPx: Number.isInteger(heightPx) ? heightPx : usualLook.heightPx,
      hasNames: labels.length < values.length || labels.some((label) => label !== ''),
      passed: passedOn(query),
    },
  };
}

/** What the service would not understand is left out: nobody could mend it on the page. */
function passedOn(query: URLSearchParams): Passed {
  const gap = query.get('gap') ?? '';
  const fallback = query.get('fallback') ?? '';
  return {
    ...(/^\d{1,3}$/.test(gap) && Number(gap) <= 256 && { gap }),
    ...(/^(none|default)$/.test(fallback) && { fallback }),
  };
}

/** `query.value[2]: There is …` or `items[2].value: There is …` → the third item, and the rest. */
export function blamedItem(
  detail: string,
): { readonly item: number; readonly sentence: string } | null {
  const match = /^(?:query\.\w+\[(\d+)\]|items\[(\d+)\](?:\.\w+)?): (.+)$/s.exec(detail);
  if (match === null) return null;
  return { item: Number(match[1] ?? match[2]), sentence: asSentence(match[3] ?? '') };
}

/** The place in the request means nothing to somebody who has filled in a form. */
export function asSentence(detail: string): string {
  const bare = detail.replace(/^(query|path|body|items)[\w.[\]"]*: /, '');
  const sentence = bare.charAt(0).toUpperCase() + bare.slice(1);
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}
