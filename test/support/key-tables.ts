import { figureOptions } from '../../src/engine/options/figure-options.ts';
import type { KeyTable } from './keys.ts';
import { dataUrl, skinFile } from './skin-files.ts';

// What the options of pictures do to their validators: each change is a piece of a query.

export const skin = (seed: number) => encodeURIComponent(dataUrl(skinFile(seed)));

const cape = encodeURIComponent(dataUrl(skinFile(1, { widthPx: 64, heightPx: 32 })));

const wave = 'motion=wave';
const outlines = ['outline=f00', 'outline=f00&outline_width=5', 'outline=0f0'];
const animations = [wave, 'motion=walk', `${wave}&frame=0`, `${wave}&frame=1`];
const mattes = [`${wave}&format=gif`, `${wave}&format=gif&matte=f00`];
const formats = ['format=webp', 'format=avif', `${wave}&format=apng`];

export const card = {
  theme: { different: ['theme=light', 'theme=transparent'], equal: [['', 'theme=dark']] },
  scale: { different: ['scale=2'], equal: [['', 'scale=1']] },
  title: { different: ['title=a', 'title=b'], equal: [['', 'title=']] },
  lang: { different: ['lang=de', 'lang=ar'], equal: [['', 'lang=en']] },
} as const satisfies KeyTable<string>;

export const badge = {
  style: { different: ['style=for-the-badge', 'style=flat-square'], equal: [['', 'style=flat']] },
  label: { different: ['label=a', 'label=b', 'label='] },
  color: { different: ['color=f00', 'color=0f0'] },
  logo: { different: ['logo=false'], equal: [['', 'logo=true']] },
} as const satisfies KeyTable<string>;

export const icon = {
  size: { different: ['size=64', 'size=128'], equal: [['', 'size=256']] },
} as const satisfies KeyTable<string>;

export const oembed = {
  url: { different: ['url=http://localhost/a%2Bc', 'url=http://localhost/live/java/a.example'] },
  maxwidth: { different: ['maxwidth=600', 'maxwidth=601'], equal: [['', 'maxwidth=1200']] },
  maxheight: { different: ['maxheight=300'], equal: [['', 'maxheight=630']] },
  format: { different: ['format=xml'], equal: [['', 'format=json']] },
} as const satisfies KeyTable<string>;

export const sheet = {
  processed: { different: ['processed=true'], equal: [['', 'processed=false']] },
  barebones: { different: ['barebones=true'], equal: [['', 'barebones=false']] },
} as const satisfies KeyTable<string>;

const stillFormat = {
  format: { different: ['format=webp', 'format=avif'], equal: [['', 'format=png']] },
} as const satisfies KeyTable<string>;

/** What figures have alone and in groups. */
const figure = {
  render_type: {
    different: ['render_type=back', 'render_type=head'],
    // What a pose holds by itself, and what a view without hands is asked to hold.
    equal: [
      ['render_type=archer', 'render_type=archer&hold_left=bow'],
      ['render_type=reading', 'render_type=reading&hold=book&hold_left=none'],
      ['render_type=dungeons', 'render_type=dungeons&hold=sword&hold_left=torch'],
      ['render_type=front', 'render_type=front&hold=cake&hold_left=banner'],
      ['render_type=head', 'render_type=head&hold=cake&hold_left=banner'],
    ],
  },
  crop: { different: ['crop=bust', 'crop=face'], equal: [['', 'crop=full']] },
  model: { different: ['model=slim'] },
  overlay: {
    different: ['overlay=none', 'overlay=raised'],
    equal: [
      ['', 'overlay=flat', 'overlay=true'],
      ['overlay=none', 'overlay=false'],
    ],
  },
  ears: { different: ['ears=deadmau5', 'ears=none'], equal: [['', 'ears=auto']] },
  cape: { different: [`cape=${cape}`], equal: [['', 'cape=false']] },
  elytra: { different: [`cape=${cape}&elytra=true`], equal: [['', 'elytra=false']] },
  hold: { different: ['hold=sword', 'hold=torch'], equal: [['', 'hold=none&hold_left=none']] },
  hold_left: { different: ['hold_left=sword', 'hold_left=torch', 'hold=sword&hold_left=torch'] },
  yaw: {
    different: ['yaw=10', 'yaw=-10', 'yaw=10.1'],
    equal: [
      ['', 'yaw=0', 'yaw=-0', 'yaw=0.04'],
      ['yaw=10', 'yaw=10.04'],
      ['yaw=180', 'yaw=-180'],
    ],
  },
  pitch: {
    different: ['pitch=10', 'pitch=-10'],
    equal: [
      ['', 'pitch=0'],
      ['pitch=90', 'pitch=89'],
    ],
  },
  mirror: { different: ['mirror=true'], equal: [['', 'mirror=false']] },
  motion: { different: [wave, 'motion=walk'], equal: [['', 'motion=none']] },
  pose: { different: ['pose=head:10,0,0', 'pose=head:0,10,0'] },
  frame: { different: animations },
  matte: {
    different: mattes,
    equal: [
      ['', 'matte=f00'],
      ...['format=webp', 'frame=1'].map((still) => [
        `${wave}&${still}`,
        `${wave}&${still}&matte=f00`,
      ]),
    ],
  },
  format: {
    different: formats,
    equal: [
      ['', 'format=png'],
      [wave, `${wave}&format=webp`],
    ],
  },
  fallback: { equal: [['', 'fallback=default', 'fallback=silhouette', 'fallback=none']] },
  background: { different: ['background=f00', 'background=0f0', 'background=f008'] },
  outline: { different: outlines },
  outline_width: { different: outlines, equal: [['outline=f00', 'outline=f00&outline_width=4']] },
} as const satisfies KeyTable<string>;

export const render = {
  ...figure,
  background: {
    ...figure.background,
    // In a picture of a group, a transparent one is an arrangement of its own.
    equal: [
      ['', 'background=0000'],
      ['background=abc', 'background=%23AABBCC', 'background=aabbccff'],
    ],
  },
  crop: {
    ...figure.crop,
    equal: [
      ['', 'crop=full', 'render_type=Default&crop=FULL&format=PNG&model=Classic&overlay=TRUE'],
    ],
  },
  model: {
    different: ['model=slim'],
    equal: [
      ['', 'model=classic', 'model=steve'],
      ['model=slim', 'model=alex'],
    ],
  },
  height: { different: ['height=64', 'height=65'], equal: [['', 'height=48']] },
  shading: { different: ['shading=false'], equal: [['', 'shading=true']] },
  shadow: { different: ['shadow=true'], equal: [['', 'shadow=false']] },
  roll: { different: ['roll=10', 'roll=-10'], equal: [['', 'roll=0']] },
  fov: { different: ['fov=40', 'fov=60'] },
} as const satisfies KeyTable<string>;

/** Poses that only are seen from elsewhere are models of their own, too. */
export const model3d = {
  model: render.model,
  overlay: render.overlay,
  ears: render.ears,
  cape: render.cape,
  elytra: render.elytra,
  hold: render.hold,
  hold_left: render.hold_left,
  pose: render.pose,
  fallback: render.fallback,
  render_type: {
    different: ['render_type=walking', 'render_type=head'],
    equal: [['', 'render_type=Default']],
  },
  motion: {
    different: ['motion=walk', 'motion=wave', 'motion=walk,wave', 'motion=all'],
    equal: [
      ['', 'motion=none', 'motion='],
      ['motion=walk,wave', 'motion=wave,%20WALK,,wave'],
    ],
  },
} as const satisfies KeyTable<string>;

export const avatar = {
  ...stillFormat,
  size: { different: ['size=17', 'size=24'], equal: [['', 'size=16']] },
  overlay: { different: ['overlay=none'], equal: [['', 'overlay=flat']] },
  background: figure.background,
  fallback: figure.fallback,
} as const satisfies KeyTable<string>;

export const heads = {
  ...stillFormat,
  value: { different: ['value=sample-dj', 'value=sample-fox'] },
  columns: { different: ['columns=1', 'columns=2'], equal: [['', 'columns=10']] },
  height: { different: ['height=16', 'height=33'], equal: [['', 'height=32']] },
} as const satisfies KeyTable<string>;

export const robloxAvatar = {
  ...stillFormat,
  size: { different: ['size=60', 'size=61'], equal: [['', 'size=420']] },
  circle: { different: ['circle=true'], equal: [['', 'circle=false']] },
  background: figure.background,
  outline: figure.outline,
  outline_width: { different: outlines, equal: [['outline=f00', 'outline=f00&outline_width=2']] },
  fallback: { equal: [['', 'fallback=default', 'fallback=none']] },
} as const satisfies KeyTable<string>;

const sized = 'size=200x120';
const walk = 'motion=walk&frame=1';
const gradient = 'background=f00,0f0';

const things = {
  as: {
    different: [
      'as=card',
      'as=card&scene=night',
      'as=card&arrangement=row',
      'as=card&size=100x140',
    ],
    equal: [['as=card', 'as=Card&scene=meadow&arrangement=deck', 'as=card&height=64&gap=3']],
  },
  rarity: {
    different: ['as=card&rarity=rare', 'as=card&rarity=f00', 'as=card&rarity=0f0'],
    equal: [
      ['as=card', 'as=card&rarity=common'],
      ['as=card&rarity=rare', 'as=card&rarity=RARE'],
      ['as=card&rarity=f00', 'as=card&rarity=%23FF0000'],
    ],
  },
} as const satisfies KeyTable<string>;

/** Options of a picture with several figures, and what each of them may have otherwise. */
const ofAll = {
  ...figure,
  // One of the two is slim.
  model: { different: ['model=slim', 'model=classic'] },
  // In an animation of a given size, the height bounds the figures.
  height: {
    different: [
      'height=64',
      `${sized}&${wave}&frame=1&height=32`,
      `${sized}&${wave}&frame=1&height=200`,
    ],
    equal: [[`${sized}&height=32`, `${sized}&height=200`]],
  },
  gap: { different: ['gap=3', 'gap=4', 'gap=0'], equal: [[sized, `${sized}&gap=9`]] },
  scene: { different: ['scene=night', 'scene=meadow'], equal: [['', 'scene=none']] },
  arrangement: {
    different: ['arrangement=podium', 'arrangement=arc'],
    equal: [['', 'arrangement=row']],
  },
  facing: { different: ['facing=centre'], equal: [['', 'facing=same']] },
  journey: {
    different: [`scene=meadow&${walk}`, `scene=meadow&${walk}&journey=false`],
    equal: [
      [`scene=meadow&${walk}`, `scene=meadow&${walk}&journey=true`],
      ['', 'journey=false'],
      ...['scene=stage', 'scene=meadow&arrangement=podium', 'scene=meadow&yaw=9'].map((still) => [
        `${still}&${walk}`,
        `${still}&${walk}&journey=false`,
      ]),
    ],
  },
  size: { different: [sized, 'size=120x200', 'size=200x121'] },
  title: { different: ['title=a', 'title=b'], equal: [['', 'title=']] },
  subtitle: { different: ['subtitle=a', 'subtitle=b'], equal: [['', 'subtitle=']] },
  labels: { different: ['labels=none', 'labels=plate'], equal: [['', 'labels=below']] },
  shadow: { different: ['shadow=true'], equal: [['', 'shadow=false']] },
  angle: {
    different: [gradient, `${gradient}&angle=90`, `${gradient}&angle=91`],
    equal: [
      [gradient, `${gradient}&angle=180`],
      ['', 'angle=90'],
      ['background=ff0000', 'background=ff0000&angle=90', 'background=f00,f00&angle=45'],
    ],
  },
} as const satisfies KeyTable<string>;

/** Options that one figure of a group has, and all of them; the model of one is that of its skin at first. */
const ofEach = Object.entries(figureOptions).flatMap(([name, { on }]) =>
  'item' in on && 'group' in on && name !== 'model' ? [name] : [],
);

/** The same for the second figure alone. */
function ofSecond(table: KeyTable<string>): KeyTable<string> {
  const rows = ofEach.map((name) => {
    const different = (table[name]?.different ?? []).map((change) =>
      change.replaceAll(/(?<=^|&)\w+/g, '$&.1'),
    );
    return [`${name}.1`, { different }] as const;
  });
  return Object.fromEntries(rows);
}

export const posted: KeyTable<string> = { ...ofAll, ...things };

export const short: KeyTable<string> = {
  ...posted,
  ...ofSecond(ofAll),
  type: { equal: [['', 'type=nick']] },
  'type.1': { equal: [['', 'type.1=nick']] },
  label: { different: ['label=Ann', 'label='] },
  caption: { different: ['caption=Ann', 'caption=Bo'], equal: [['', 'caption=']] },
  // The height of a figure to others.
  size: { ...ofAll.size, equal: [['', 'size=64']] },
  'label.1': { different: ['label.1=Ann'] },
  'caption.1': { different: ['caption.1=a', 'caption.1=b'], equal: [['', 'caption.1=']] },
  'scale.1': { different: ['scale.1=0.5', 'scale.1=1.5'], equal: [['', 'scale.1=1']] },
  'model.1': {
    equal: [
      ['', 'model.1=slim'],
      ['model=classic', 'model.1=classic'],
    ],
  },
};

export const group: KeyTable<string> = {
  ...short,
  value: { different: ['value=sample-dj', 'value=sample-fox', `value=${skin(1)}`] },
  type: { equal: [[`value=${skin(1)}`, `value=${skin(1)}&type.2=url`]] },
};

const unseen = Object.entries(figureOptions).flatMap(([name, row]) =>
  // A motion for all is that of the scene, too.
  'ofPictures' in row || !('group' in row.on) || name === 'motion' ? [] : [name],
);

/** What finished pictures do not show of a figure is not in the key. */
function ofPictures(table: KeyTable<string>): KeyTable<string> {
  const names = new Set([...unseen, ...unseen.map((name) => `${name}.1`), 'motion.1']);
  const rows = Object.entries(table).map(([name, row]) =>
    names.has(name)
      ? ([name, { equal: [['', ...(row.different ?? [])]] }] as const)
      : ([name, row] as const),
  );
  return Object.fromEntries(rows);
}

/** Finished pictures do not walk. */
const noJourney = { equal: [[`scene=meadow&${walk}`, `scene=meadow&${walk}&journey=false`]] };

export const robloxPosted = { ...ofPictures(posted), journey: noJourney };

export const robloxGroup: KeyTable<string> = {
  ...ofPictures(group),
  journey: noJourney,
  value: { different: ['value=1', 'value=2'] },
  type: { equal: [['', 'type=roblox']] },
  'type.1': { equal: [['', 'type.1=roblox']] },
};

/** Of one figure, which sleeps, at night, in a picture of a given size. */
export const lineup: KeyTable<string> = {
  ...ofAll,
  render_type: { equal: [['', 'render_type=back', 'render_type=varied']] },
  // Nobody sees what is behind a scene.
  background: {
    different: ['scene=none&background=f00', 'scene=none&background=0f0'],
    equal: [['', 'background=f00']],
  },
  angle: {
    different: [`scene=none&${gradient}`, `scene=none&${gradient}&angle=90`],
    equal: [['', `${gradient}&angle=90`]],
  },
  crop: { equal: [['', 'crop=bust', 'crop=face']] },
  model: { different: ['model=slim'], equal: [['', 'model=classic']] },
  cape: { different: [`cape=${cape}`], equal: [['', 'cape=true']] },
  scene: { different: ['scene=cave', 'scene=none'], equal: [['', 'scene=night']] },
  arrangement: { different: ['arrangement=podium'], equal: [['', 'arrangement=auto']] },
  gap: { equal: [['', 'gap=3', 'gap=0']] },
  height: { different: [`${wave}&frame=1&height=32`, `${wave}&frame=1&height=200`] },
  size: { different: ['size=200x121', 'size=120x200'] },
  title: { different: ['title=a', 'title='], equal: [['', 'title=offline.invalid']] },
  subtitle: { different: ['subtitle=a', 'subtitle='], equal: [['', 'subtitle=Offline']] },
  shadow: { different: ['shadow=false'], equal: [['', 'shadow=true']] },
  lang: { different: ['lang=fr', 'lang=ar'], equal: [['', 'lang=en', 'lang=de']] },
};
