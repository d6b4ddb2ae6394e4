import type { Crop, RenderType } from '../../drawing/render-names.ts';
import type { BoxPx, CompatQuery, CompatRow } from './picture.ts';
import {
  bounds,
  boxed,
  drawn,
  isThere,
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
  /** Without `w` and `h`. */
  readonly standard: BoxPx;
  /** Their own angles, where it can be turned. */
  readonly angles?: Angles;
};

const tall: BoxPx = { widthPx: 512, heightPx: 869 };
const even: BoxPx = { widthPx: 512, heightPx: 512 };

/** One side is said and the other follows; from a 32nd of the standard to twice as much. */
function boxOf(query: CompatQuery, standard: BoxPx): BoxPx {
  const side = (long: string, short: string): number => Number(query[long] ?? query[short]) || 0;
  const asked = Math.max(
    side('width', 'w') / standard.widthPx,
    side('height', 'h') / standard.heightPx,
  );
  const most = Math.min(2, bounds.mostPx / standard.heightPx);
  const scale = asked === 0 ? 1 : Math.min(most, Math.max(1 / 32, asked));
  return {
    widthPx: Math.round(standard.widthPx * scale),
    heightPx: Math.round(standard.heightPx * scale),
  };
}

/** What a picture is to have, unless `no=` or `exclude=` names it. */
function featuresOf(query: CompatQuery) {
  const no = withoutOf(query, 'no', 'exclude');
  const layers = ['overlay', 'overlays', 'layers', 'body_layers'];
  return {
    overlay: !layers.some((name) => no.has(name)) && !isThere(query, 'nolayers'),
    cape: !no.has('cape'),
    shading: !no.has('shading') && !isThere(query, 'noshading'),
    hasShadow: !no.has('shadow'),
  };
}

function row({ name, shows, looks, standard, angles }: Look): CompatRow {
  const { widthPx, heightPx } = standard;
  return {
    path: `/${name}/{player}?w=${widthPx}&no=shadow,cape`,
    shows,
    size: `\`w\` or \`h\`, ${widthPx} × ${heightPx}; from a 32nd of it to 1024 high`,
    read: ({ places: [player, ...rest], query }) => {
      if (player === undefined || rest.length > 0) return null;
      const { hasShadow, ...features } = featuresOf(query);
      const turn = angles && {
        ...turnedTo(query, angles),
        shadow: hasShadow && looks[1] === 'full' && standard === tall,
      };
      const render = boxed(looks, boxOf(query, standard), {
        ...features,
        model: modelOf(query),
        ...turn,
      });
      return drawn(player, render, false);
    },
  };
}

const posed = { angles: { yaw: 20, pitch: -10 } } as const;
const iso = { angles: { yaw: 45, pitch: -35 } } as const;

const rows = {
  fullbody: { shows: 'the figure', looks: ['default', 'full'], standard: tall, ...posed },
  bodybust: { shows: 'head and chest', looks: ['default', 'bust'], standard: even, ...posed },
  frontfull: { shows: 'the figure, flat', looks: ['front', 'full'], standard: tall },
  frontbust: { shows: 'head and chest, flat', looks: ['front', 'bust'], standard: even },
  face: { shows: 'the face, flat', looks: ['front', 'face'], standard: even },
  head: { shows: 'the head', looks: ['head', 'full'], standard: even, ...posed },
  fullbodyiso: {
    shows: 'the figure, isometric',
    looks: ['isometric', 'full'],
    standard: tall,
    ...iso,
  },
  headiso: {
    shows: 'the head, isometric',
    looks: ['isometric_head', 'full'],
    standard: even,
    ...iso,
  },
} as const satisfies Record<string, Omit<Look, 'name'>>;

function turnedTo(query: CompatQuery, angles: Angles) {
  const turn = turnedFrom(angles, {
    yaw: query['yaw'] ?? query['y'],
    pitch: query['pitch'] ?? query['p'],
    roll: query['roll'] ?? query['r'],
  });
  return { ...turn, yawDegrees: turn.yawDegrees + (isThere(query, 'back') ? 180 : 0) };
}

const skin: CompatRow = {
  path: '/skin/{player}?process',
  shows: 'the skin sheet; with `process` as the game uses it',
  size: 'as it is',
  read: ({ places: [player, ...rest], query }) =>
    player === undefined || rest.length > 0
      ? null
      : sheet(player, isThere(query, 'process') ? 'processed' : 'original'),
};

const cape: CompatRow = {
  path: '/cape/{player}',
  shows: 'the cape; 404 for who has none',
  size: 'as it is',
  read: ({ places: [player, ...rest] }) =>
    player === undefined || rest.length > 0 ? null : { kind: 'cape', player, hasFallback: false },
};

/** nmsr.nickac.dev: its modes, by each of their names. Armour, ears, arms and models are not drawn. */
export const nmsr = {
  fullbody: row({ name: 'fullbody', ...rows.fullbody }),
  full_body: row({ name: 'full_body', ...rows.fullbody }),
  full: row({ name: 'full', ...rows.fullbody }),
  bodybust: row({ name: 'bodybust', ...rows.bodybust }),
  body_bust: row({ name: 'body_bust', ...rows.bodybust }),
  bust: row({ name: 'bust', ...rows.bodybust }),
  frontfull: row({ name: 'frontfull', ...rows.frontfull }),
  front_full: row({ name: 'front_full', ...rows.frontfull }),
  frontbust: row({ name: 'frontbust', ...rows.frontbust }),
  front_bust: row({ name: 'front_bust', ...rows.frontbust }),
  front: row({ name: 'front', ...rows.frontbust }),
  face: row({ name: 'face', ...rows.face }),
  head: row({ name: 'head', ...rows.head }),
  fullbodyiso: row({ name: 'fullbodyiso', ...rows.fullbodyiso }),
  full_body_iso: row({ name: 'full_body_iso', ...rows.fullbodyiso }),
  headiso: row({ name: 'headiso', ...rows.headiso }),
  head_iso: row({ name: 'head_iso', ...rows.headiso }),
  custom: row({ name: 'custom', ...rows.fullbody }),
  skin,
  cape,
} as const satisfies Readonly<Record<string, CompatRow>>;
