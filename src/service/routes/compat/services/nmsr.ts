import type { EarsOption } from '../../../../engine/options/figure-values.ts';
import type { BoxPx } from '../../../../engine/options/spec.ts';
import { defineService, type CompatQuery } from '../define-service.ts';
import {
  around,
  maxPx,
  capeRow,
  isThere,
  modelOf,
  pictureRows,
  sheet,
  turnedFrom,
  views,
  withoutOf,
  type Angles,
  type Look,
} from '../read-values.ts';

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
  const max = Math.min(2, maxPx / standard.heightPx);
  const scale = requested === 0 ? 1 : Math.min(max, Math.max(1 / 32, requested));
  return {
    widthPx: Math.round(standard.widthPx * scale),
    heightPx: Math.round(standard.heightPx * scale),
  };
}

/** The features of a picture, without those in `no=` or `exclude=`. */
function featuresOf(query: CompatQuery) {
  const no = withoutOf(query, 'no', 'exclude');
  const ears: EarsOption = isThere(query, 'deadmau5ears') ? 'deadmau5' : 'auto';
  const layers = ['overlay', 'overlays', 'layers', 'body_layers'];
  return {
    overlay: !layers.some((name) => no.has(name)) && !isThere(query, 'nolayers'),
    cape: !no.has('cape'),
    ears: no.has('ears') ? ('none' as const) : ears,
    shading: !no.has('shading') && !isThere(query, 'noshading'),
    hasShadow: !no.has('shadow'),
  };
}

function turnedTo(query: CompatQuery, angles: Angles) {
  const turn = turnedFrom(angles, {
    yaw: query.yaw ?? query.y,
    pitch: query.pitch ?? query.p,
    roll: query.roll ?? query.r,
  });
  return { ...turn, yaw: isThere(query, 'back') ? around(turn.yaw + 180) : turn.yaw };
}

const posed = { angles: { yaw: 20, pitch: -10 } };
const iso = { angles: { yaw: 45, pitch: -35 } };

const modes: Readonly<Record<string, ModeLook>> = {
  fullbody: {
    ...views.figure,
    ...posed,
    standard: tall,
    aliases: ['full_body', 'full', 'custom'],
  },
  bodybust: { ...views.bust, ...posed, standard: even, aliases: ['body_bust', 'bust'] },
  frontfull: { ...views.flat, standard: tall, aliases: ['front_full'] },
  frontbust: { ...views.flatBust, standard: even, aliases: ['front_bust', 'front'] },
  face: { ...views.face, standard: even },
  head: { ...views.head, ...posed, standard: even },
  fullbodyiso: { ...views.isometric, ...iso, standard: tall, aliases: ['full_body_iso'] },
  headiso: { ...views.isometricHead, ...iso, standard: even, aliases: ['head_iso'] },
};

/** Its modes with all their names. Armour, arms and models are not drawn. */
export const nmsr = defineService({
  host: 'nmsr.nickac.dev',
  rows: {
    ...pictureRows(modes, ({ looks: [, crop], standard, angles }) => ({
      after: `/{player}?w=${standard.widthPx}&no=shadow,cape`,
      size: `\`w\` or \`h\`, ${standard.widthPx} × ${standard.heightPx}; from a 32nd of it to 1024 high`,
      hasFallback: false,
      draw: ({ query }) => {
        const { hasShadow, ...features } = featuresOf(query);
        const shadow = hasShadow && crop === 'full' && standard === tall;
        const turn = angles && { ...turnedTo(query, angles), shadow };
        return { ...boxOf(query, standard), ...features, ...modelOf(query), ...turn };
      },
    })),
    skin: {
      after: '/{player}?process',
      shows: 'the skin sheet; with `process` as the game uses it',
      size: 'as it is',
      read: (player, { query }) =>
        sheet(player, { form: isThere(query, 'process') ? 'processed' : 'original' }),
    },
    cape: capeRow,
  },
});
