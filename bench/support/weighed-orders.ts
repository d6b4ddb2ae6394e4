import { figureCost, rowCost } from '../../src/drawing/cost.ts';
import { sceneCost } from '../../src/drawing/cost-of-scenes.ts';
import type { FigureOptions, FigureOrder, RowOrder } from '../../src/drawing/order.ts';
import {
  arrangementNames,
  cropsOf,
  facings,
  formats,
  hasAngles,
  hasPerspective,
  labelStyles,
  overlayStyles,
  renderTypeNames,
  sceneNames,
  sizes,
  type SizePx,
} from '../../src/drawing/render-names.ts';
import type { SceneFigure, SceneOrder } from '../../src/drawing/scene-order.ts';
import type { Chance } from './chance.ts';
import type { Maker, WeighedOrder } from './weighed-order.ts';
import {
  capeOf,
  pictureOf,
  sampleSkinOf,
  sampleSkinsOf,
  skinOf,
  skinsOf,
  textOf,
} from './weighed-parts.ts';
import { flatPicture, otherWidget, serverCard } from './weighed-widgets.ts';

/**
 * Creates a random order of any kind with random options, small and large alike.
 * @param variant increases the size by so many pixels, and selects other sheets, so that nothing is
 *   cached from another variant
 */
export function weighedOrder(chance: Chance, variant: number): WeighedOrder {
  return chance.of(kinds)(chance, variant);
}

const kinds: readonly Maker[] = [
  figure,
  figure,
  figure,
  row,
  row,
  row,
  scene,
  scene,
  scene,
  serverCard,
  otherWidget,
  flatPicture,
];

/** How many of the figures and rows have plans that were compiled before. */
const plannedShare = 0.4;

/** Plans of raised overlays, rare cameras and large sheets may not be kept. */
const plainView = {
  overlay: 'flat',
  wings: false,
  yawDegrees: 0,
  pitchDegrees: 0,
  rollDegrees: 0,
  fovDegrees: null,
} as const;

/** Smallest and largest figure, apart from the variants. */
const [leastPx, mostPx] = [16, 1000];

function options(chance: Chance, variant: number): FigureOptions {
  const renderType = chance.of(renderTypeNames);
  const isSeldom = (): boolean => chance.share() < 0.2;
  const overlay = chance.of(overlayStyles);
  const heightPx = chance.size(leastPx, mostPx) + variant;
  return {
    renderType,
    crop: chance.of(cropsOf(renderType)),
    heightPx,
    overlay: overlay === 'raised' && !hasAngles(renderType) ? 'flat' : overlay,
    shading: !isSeldom(),
    shadow: isSeldom(),
    mirror: isSeldom(),
    wings: isSeldom(),
    yawDegrees: isSeldom() ? chance.share() * 360 - 180 : 0,
    pitchDegrees: isSeldom() ? chance.share() * 60 - 30 : 0,
    rollDegrees: isSeldom() ? chance.share() * 360 - 180 : 0,
    fovDegrees: isSeldom() && hasPerspective(renderType) ? 20 + chance.share() * 40 : null,
    ...(isSeldom() && { box: { widthPx: heightPx, heightPx } }),
  };
}

function figure(chance: Chance, variant: number): WeighedOrder {
  const hasPlans = chance.share() < plannedShare;
  const order: FigureOrder = {
    ...options(chance, hasPlans ? 0 : variant),
    ...(hasPlans && plainView),
    model: chance.of(['classic', 'slim']),
    upsideDown: chance.share() < 0.1,
    skin: hasPlans ? sampleSkinOf(chance, variant) : skinOf(chance, variant),
    cape: !hasPlans && chance.share() < 0.3 ? capeOf(chance) : null,
    background: chance.share() < 0.3 ? '1e90ffff' : null,
    outline: outlineOf(chance),
    format: chance.of(formats),
  };
  return {
    kind: `${order.format} of ${order.renderType} ${order.heightPx} px, ${order.overlay}`,
    costMs: figureCost(order, Number(hasPlans)),
    hasPlans,
    draw: (drawing) => drawing.figure(order),
  };
}

function outlineOf(chance: Chance): FigureOrder['outline'] {
  const widthPx = 1 + Math.floor(chance.share() * 16);
  return chance.share() < 0.15 ? { colour: [30, 144, 255, 255], widthPx } : null;
}

function row(chance: Chance, variant: number): WeighedOrder {
  const renderType = chance.of(renderTypeNames);
  const count = chance.size(1, 10);
  const hasPlans = chance.share() < plannedShare;
  const sheetsOf = hasPlans ? sampleSkinsOf : skinsOf;
  const sheets = sheetsOf(chance, chance.size(1, Math.min(5, count)), variant);
  const isLabelled = chance.share() < 0.5;
  const order: RowOrder = {
    renderType,
    crop: chance.of(cropsOf(renderType)),
    heightPx: hasPlans ? chance.size(leastPx, 600) : chance.size(leastPx, mostPx) + variant,
    gapPx: chance.share() < 0.2 ? 8 : null,
    format: chance.of(formats),
    sheets,
    figures: Array.from({ length: count }, (_, index) => ({
      sheet: index % sheets.length,
      model: chance.of(['classic', 'slim']),
      label: isLabelled ? textOf(chance, 16) : '',
      upsideDown: chance.share() < 0.1,
    })),
  };
  return {
    kind: `${order.format} of ${count} in a row, ${renderType} ${order.heightPx} px, ${sheets.length} sheets`,
    // As many as there are models and directions.
    costMs: rowCost(order, hasPlans ? 4 : 0),
    hasPlans,
    draw: (drawing) => drawing.row(order),
  };
}

const sceneSizes: readonly (SizePx | null)[] = [...Object.values(sizes), [800, 400], null];

function scene(chance: Chance, variant: number): WeighedOrder {
  const sizePx = chance.of(sceneSizes);
  // A scene may have no figures, but a picture sized by its figures needs some.
  const count = Math.floor(chance.share() * 11) || Number(sizePx === null);
  const outline = outlineOf(chance);
  const name = chance.of([null, ...sceneNames]);
  // Every second figure is the picture.
  const hasPictures = count > 1 && chance.share() < 0.2;
  const skins = skinsOf(chance, count, variant);
  const pictures = hasPictures ? [pictureOf(chance)] : [];
  const order: SceneOrder = {
    scene: name,
    arrangement: chance.of(arrangementNames),
    facing: chance.of(facings),
    sizePx: sizePx && [sizePx[0] + 8 * variant, sizePx[1]],
    heightPx: chance.size(leastPx, 512) + variant,
    gapPx: null,
    title: chance.share() < 0.3 ? textOf(chance, 80) : '',
    subtitle: chance.share() < 0.3 ? textOf(chance, 80) : '',
    labels: chance.of(labelStyles),
    shadow: chance.share() < 0.7,
    background: null,
    outline,
    format: chance.of(formats),
    skins,
    capes: [],
    pictures,
    figures: figuresOf(chance, { count, hasPictures, variant }),
  };
  return {
    kind: `${order.format} of ${name ?? 'no place'}, ${sizePx?.join('×') ?? `${order.heightPx} px`}, ${count} figures`,
    costMs: sceneCost(order),
    draw: (drawing) => drawing.scene(order),
  };
}

function figuresOf(
  chance: Chance,
  {
    count,
    hasPictures,
    variant,
  }: { readonly count: number; readonly hasPictures: boolean; readonly variant: number },
): SceneFigure[] {
  const isMixed = chance.share() < 0.3;
  const overlay = chance.of(overlayStyles);
  const renderType = chance.of(renderTypeNames);
  return Array.from({ length: count }, (_, index): SceneFigure => {
    const common = {
      crop: 'full',
      mirror: chance.share() < 0.2,
      scale: 1,
      label: textOf(chance, 16),
      caption: chance.share() < 0.3 ? textOf(chance, 16) : '',
    } as const;
    if (hasPictures && index % 2 === 1) return { ...common, kind: 'picture', picture: 0 };
    const own = isMixed ? chance.of(renderTypeNames) : renderType;
    return {
      ...common,
      kind: 'posed',
      skin: index,
      cape: null,
      model: chance.of(['classic', 'slim']),
      upsideDown: false,
      renderType: own,
      wings: false,
      overlay: overlay === 'raised' && !hasAngles(own) ? 'flat' : overlay,
      // Another width alone may not change the size of the figures.
      yawDegrees: variant / 100,
      pitchDegrees: 0,
    };
  });
}
