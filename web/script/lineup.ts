import type { ExampleValue } from '../../src/http/route-docs.ts';
import { exampleTarget } from '../../src/features/docs/paths.ts';
import type { Asked } from './ask.ts';

/** One place of the lineup, as it stands in the form. */
export type Place = {
  readonly value: string;
  /** Empty: the player's own name. */
  readonly label: string;
  /** No name at all is drawn below this one. */
  readonly isNameless?: boolean;
};

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
    .map((place, index) => ({ place: { ...place, value: place.value.trim() }, index }))
    .filter(({ place }) => place.value !== '');
}

/** The query of the picture: what is usual is left out. */
export function lineupQuery({ places, look }: Lineup): Record<string, ExampleValue> {
  const filled = taken(places).map(({ place }) => place);
  return {
    value: filled.map(({ value }) => value),
    ...labelQuery(filled.map((place) => labelOf(place, look.hasNames))),
    ...lookQuery(look),
  };
}

/** What is asked to stand below a player; `null` leaves it to the service: the account's own name. */
function labelOf({ label, isNameless }: Place, hasNames: boolean): string | null {
  if (!hasNames || (label === '' && isNameless === true)) return '';
  return label === '' ? null : label;
}

/** The n-th label belongs to the n-th value; where there are gaps, each is given by its index. */
function labelQuery(labels: readonly (string | null)[]): Record<string, ExampleValue> {
  const given = labels.flatMap((label, index) => (label === null ? [] : [{ label, index }]));
  if (given.length === 0) return {};
  const hasGaps = given.some(({ index }, place) => index !== place);
  if (!hasGaps) return { label: given.map(({ label }) => label) };
  return Object.fromEntries(given.map(({ label, index }) => [`label.${index}`, label]));
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
    body: taken(lineup.places).map(({ place }) => {
      const label = labelOf(place, lineup.look.hasNames);
      return label === null ? { value: place.value } : { value: place.value, label };
    }),
  };
}

/** The lineup in the address of the page: the same query as that of the picture. */
export function readLineup(search: string): Lineup | null {
  const query = new URLSearchParams(search);
  const values = query.getAll('value');
  const listed = query.getAll('label');
  if (values.length === 0) return null;
  const labels = values.map((_, index) => query.get(`label.${index}`) ?? listed[index] ?? null);
  const hasNames = labels.some((label) => label !== '');
  const heightPx = Number(query.get('height') ?? usualLook.heightPx);
  return {
    places: values.map((value, index) => {
      const label = labels[index] ?? '';
      const isNameless = hasNames && labels[index] === '';
      return isNameless ? { value, label, isNameless } : { value, label };
    }),
    look: {
      renderType: query.get('render_type') ?? usualLook.renderType,
      crop: query.get('crop') ?? usualLook.crop,
      heightPx: Number.isInteger(heightPx) ? heightPx : usualLook.heightPx,
      hasNames,
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
    ...(/^(none|default|silhouette)$/.test(fallback) && { fallback }),
  };
}

/** An item of the request that could not be drawn. */
export type Fault = { readonly item: number; readonly sentence: string };

const placeInRequest = String.raw`(?:query\.\w+\[(\d+)\]|items\[(\d+)\](?:\.\w+)?): `;
const betweenFaults = new RegExp(`; (?=${placeInRequest.replaceAll('(\\d', '(?:\\d')})`, 'u');

/**
 * `query.value[2]: There is …; query.value[5]: …` → the third and the sixth item; empty when no item
 * is to blame.
 */
export function faultsIn(detail: string): readonly Fault[] {
  return detail.split(betweenFaults).flatMap((part) => {
    const match = new RegExp(`^${placeInRequest}(.+)$`, 'su').exec(part);
    if (match === null) return [];
    return [{ item: Number(match[1] ?? match[2]), sentence: plainly(match[3] ?? '') }];
  });
}

/** The service speaks to programs: what a visitor of the page can do about it is said in other words. */
const plainWords: readonly (readonly [RegExp, string])[] = [
  [
    /^must be a player name/i,
    'That isn’t a Minecraft name: letters, digits and _ only, 16 at most.',
  ],
  [/^there is no player/i, 'There is no player with this name. Is it spelt right?'],
  [/^a service that/i, 'Mojang isn’t answering right now.'],
];

function plainly(detail: string): string {
  return plainWords.find(([pattern]) => pattern.test(detail))?.[1] ?? asSentence(detail);
}

/** The place in the request means nothing to somebody who has filled in a form. */
export function asSentence(detail: string): string {
  const bare = detail.replace(/^(query|path|body|items)[\w.[\]"]*: /, '');
  const sentence = bare.charAt(0).toUpperCase() + bare.slice(1);
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}
