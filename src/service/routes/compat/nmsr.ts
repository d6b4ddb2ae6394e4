import type { CompatQuery, CompatRow, CompatRows, Look } from './picture.ts';
import {
  around,
  bounds,
  boxed,
  drawn,
  isThere,
  modelOf,
  namedRows,
  ofPlayer,
  sheet,
  capeRow,
  turnedFrom,
  withoutOf,
  type Angles,
} from './read-values.ts';
import type { BoxPx } from '../../../engine/options/spec.ts';
import type { EarsOption } from '../../../engine/options/figure-values.ts';

type ModeLook = Look & {
  /** Size without `w` and `h`. */
  readonly standard: BoxPx;
  /** The original's own angles, if it can be turned. */
  readonly angles?: Angles;
};

const tall: BoxPx = { widthPx: 512, heightPx: 869 };
const even: BoxPx = { widthPx: 512, heightPx: 512 };

/** One side is given and the other follows; from a 32nd of the standard size to twice that. */
function boxOf(query: CompatQuery, standard: BoxPx): BoxPx {
  type Name = keyof CompatQuery;
  const side = (long: Name, short: Name): number => Number(query[long] ?? query[short]) || 0;
  const requested = Math.max(
    side('width', 'w') / standard.widthPx,
    side('height', 'h') / standard.heightPx,
  );
  const max = Math.min(2, bounds.maxPx / standard.heightPx);
  const scale = requested === 0 ? 1 : Math.min(max, Math.max(1 / 32, requested));
  return {
    widthPx: Math.round(standard.widthPx * scale),
    heightPx: Math.round(standard.heightPx * scale),
  };
}

/** The features of a picture, without those in `no=` or `exclude=`. */
function featuresOf(query: CompatQuery) {
  const no = withoutOf(query, 'no', 'exclude');
  const layers = ['overlay', 'overlays', 'layers', 'body_layers'];
  return {
    overlay: !layers.some((name) => no.has(name)) && !isThere(query, 'nolayers'),
    cape: !no.has('cape'),
    ears: earsOf(query, no),
    shading: !no.has('shading') && !isThere(query, 'noshading'),
    hasShadow: !no.has('shadow'),
  };
}

function earsOf(query: CompatQuery, no: ReadonlySet<string>): EarsOption {
  if (no.has('ears')) return 'none';
  return isThere(query, 'deadmau5ears') ? 'deadmau5' : 'auto';
}

function row({ names: [name], shows, looks, standard, angles }: ModeLook): CompatRow {
  const { widthPx, heightPx } = standard;
  return {
    path: `/${name}/{player}?w=${widthPx}&no=shadow,cape`,
    shows,
    size: `\`w\` or \`h\`, ${widthPx} × ${heightPx}; from a 32nd of it to 1024 high`,
    read: ofPlayer((player, { query }) => {
      const { hasShadow, ...features } = featuresOf(query);
      const turn = angles && {
        ...turnedTo(query, angles),
        shadow: hasShadow && looks[1] === 'full' && standard === tall,
      };
      const render = boxed(looks, boxOf(query, standard), {
        ...features,
        ...modelOf(query),
        ...turn,
      });
      return drawn(player, render, { hasFallback: false });
    }),
  };
}

const posed = { angles: { yaw: 20, pitch: -10 } } as const;
const iso = { angles: { yaw: 45, pitch: -35 } } as const;

const looks: readonly ModeLook[] = [
  {
    ...posed,
    names: ['fullbody', 'full_body', 'full', 'custom'],
    shows: 'the figure',
    looks: ['default', 'full'],
    standard: tall,
  },
  {
    ...posed,
    names: ['bodybust', 'body_bust', 'bust'],
    shows: 'head and chest',
    looks: ['default', 'bust'],
    standard: even,
  },
  {
    names: ['frontfull', 'front_full'],
    shows: 'the figure, flat',
    looks: ['front', 'full'],
    standard: tall,
  },
  {
    names: ['frontbust', 'front_bust', 'front'],
    shows: 'head and chest, flat',
    looks: ['front', 'bust'],
    standard: even,
  },
  { names: ['face'], shows: 'the face, flat', looks: ['front', 'face'], standard: even },
  { ...posed, names: ['head'], shows: 'the head', looks: ['head', 'full'], standard: even },
  {
    ...iso,
    names: ['fullbodyiso', 'full_body_iso'],
    shows: 'the figure, isometric',
    looks: ['isometric', 'full'],
    standard: tall,
  },
  {
    ...iso,
    names: ['headiso', 'head_iso'],
    shows: 'the head, isometric',
    looks: ['isometric_head', 'full'],
    standard: even,
  },
];

function turnedTo(query: CompatQuery, angles: Angles) {
  const turn = turnedFrom(angles, {
    yaw: query['yaw'] ?? query['y'],
    pitch: query['pitch'] ?? query['p'],
    roll: query['roll'] ?? query['r'],
  });
  return { ...turn, yaw: isThere(query, 'back') ? around(turn.yaw + 180) : turn.yaw };
}

const skin: CompatRow = {
  path: '/skin/{player}?process',
  shows: 'the skin sheet; with `process` as the game uses it',
  size: 'as it is',
  read: ofPlayer((player, { query }) =>
    sheet(player, isThere(query, 'process') ? 'processed' : 'original'),
  ),
};

/** nmsr.nickac.dev: its modes with all their names. Armour, arms and models are not drawn. */
export const nmsr: CompatRows = { ...namedRows(looks, row), skin, cape: capeRow('/cape/{player}') };
