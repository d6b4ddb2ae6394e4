import type { Crop, RenderType } from '../../drawing/render-names.ts';
import type { CompatRow } from './picture.ts';
import {
  boxed,
  clampedNumber,
  drawn,
  formatOf,
  modelOf,
  sheet,
  turnedFrom,
  withoutOf,
  type Angles,
} from './read-values.ts';

type Look = {
  readonly name: string;
  readonly shows: string;
  readonly looks: readonly [RenderType, Crop];
  /** When none is said. */
  readonly standardPx: number;
  /** Of the picture: its width as a share of its height, which the size is. */
  readonly wide: number;
  /** Their own angles, where it can be turned. */
  readonly angles?: Angles;
};

/** `/{size}/{player}` or `/{player}`: a lone place is the player. */
function row({ name, shows, looks, standardPx, wide, angles }: Look): CompatRow {
  const range = { least: 16, most: 1024, standard: standardPx };
  return {
    path: `/${name}/${standardPx}/{player}.png?no=shadow,overlay`,
    shows,
    size: `16–1024 in steps of 8, ${standardPx}${wide === 1 ? '' : ': the height'}`,
    read: ({ places, extension, query }) => {
      const [size, player, ...rest] = places.length === 1 ? ['', ...places] : places;
      if (player === undefined || rest.length > 0) return null;
      const heightPx = Math.round(clampedNumber(size, range) / 8) * 8;
      const no = withoutOf(query, 'no');
      const box = { widthPx: Math.round(heightPx * wide), heightPx };
      const render = boxed(looks, box, {
        format: formatOf(extension),
        overlay: !no.has('overlay'),
        cape: !no.has('cape'),
        shadow: angles !== undefined && !no.has('shadow') && looks[1] === 'full' && wide < 1,
        model: modelOf(query),
        ...(angles && turnedFrom(angles, { yaw: query['y'], pitch: query['p'], roll: query['r'] })),
      });
      return drawn(player, render);
    },
  };
}

function sheetRow(name: string, form: 'original' | 'processed'): CompatRow {
  return {
    path: `/${name}/{player}`,
    shows: form === 'original' ? 'the skin sheet' : 'the skin sheet as the game uses it',
    size: 'as it is',
    read: ({ places: [player, ...rest] }) =>
      player === undefined || rest.length > 0 ? null : sheet(player, form),
  };
}

/** vzge.me, formerly Visage. `.jxl` gets a PNG; ears are not drawn. */
export const vzge = {
  face: row({
    name: 'face',
    shows: 'the face, flat',
    looks: ['front', 'face'],
    standardPx: 256,
    wide: 1,
  }),
  front: row({
    name: 'front',
    shows: 'head and chest, flat',
    looks: ['front', 'bust'],
    standardPx: 256,
    wide: 1,
  }),
  frontfull: row({
    name: 'frontfull',
    shows: 'the figure, flat',
    looks: ['front', 'full'],
    standardPx: 384,
    wide: 0.5,
  }),
  head: row({
    name: 'head',
    shows: 'the head, turned by `y`, `p` and `r`',
    looks: ['head', 'full'],
    standardPx: 256,
    wide: 1,
    angles: { yaw: -35, pitch: -20 },
  }),
  bust: row({
    name: 'bust',
    shows: 'head and chest, turned by `y`, `p` and `r`',
    looks: ['default', 'bust'],
    standardPx: 256,
    wide: 1,
    angles: { yaw: 20, pitch: -20 },
  }),
  full: row({
    name: 'full',
    shows: 'the figure, turned by `y`, `p` and `r`',
    looks: ['default', 'full'],
    standardPx: 384,
    wide: 0.6,
    angles: { yaw: 20, pitch: -20 },
  }),
  skin: sheetRow('skin', 'original'),
  processedskin: sheetRow('processedskin', 'processed'),
} as const satisfies Readonly<Record<string, CompatRow>>;
