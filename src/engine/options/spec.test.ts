import fc from 'fast-check';
import { Type } from 'typebox';
import { describe, expect, it, test } from 'vitest';
import * as keys from '../../../test/support/key-tables.ts';
import type { KeyTable } from '../../../test/support/keys.ts';
import { coercerFor } from '../../common/schemas/coerce-parameters.ts';
import { LineupError } from '../../common/errors/lineup-error.ts';
import { crops } from '../figure/camera/crops.ts';
import { cropsOf, hasAngles, isRenderType, renderTypeNames } from '../figure/render-types.ts';
import { planKey } from '../workers/worker-plans.ts';
import { figureOptions, figureTable } from './figure-options.ts';
import { defaultFigure } from './jobs.ts';
import { variedPose, variedPoses } from './figure-values.ts';
import { fieldsOn } from './option-row.ts';
import { pictureOptions, pictureTable } from './picture-options.ts';
import { groupJsonFields, renderQuery } from './request-schemas.ts';
import {
  kindOf,
  posedFor,
  readAlone,
  readAvatar,
  readGroup,
  validatorOf,
  type Place,
  type SpecFigure,
} from './spec.ts';

const place: Place = (option, item) =>
  item === undefined ? `query.${option}` : `items[${item}].${option}`;
const group = (own: object, all: object = {}) => readGroup([own, {}], all, place);
const etag = (spec: Parameters<typeof validatorOf>[0]) => JSON.stringify(validatorOf(spec));

/** What clients write of an option, as in a query, the simplest last; that changes the picture. */
function textsOf(name: string): readonly string[] {
  const tables: readonly KeyTable<string>[] = [keys.render, keys.posted, keys.short];
  const rows = tables.flatMap((table) => [table[name] ?? {}, table[`${name}.1`] ?? {}]);
  const parts = (text: string): number => text.split('&').length;
  return [
    ...rows.flatMap(({ equal = [] }) => equal.flat()),
    ...rows
      .flatMap(({ different = [] }) => different)
      .toSorted((one, other) => parts(other) - parts(one)),
  ]
    .map((text) => text.replaceAll('.1=', '='))
    .filter((text) => new RegExp(`(^|&)${name}=`).test(text));
}

/** The options of a query, coerced as there. */
function valuesOf(text: string): Record<string, unknown> {
  const values = Object.fromEntries(new URLSearchParams(text));
  coerce?.(values);
  return values;
}
const itemFields = fieldsOn(figureOptions, 'item');
const coerce = coercerFor(
  Type.Object({ ...renderQuery.properties, ...groupJsonFields, ...itemFields }),
);

const options = Object.entries({ ...figureOptions, ...pictureOptions }).map(([name, row]) => {
  const { [name]: value, ...beside } = valuesOf(textsOf(name).at(-1)!);
  const of = 'of' in row ? row.of : 'pixels';
  return { name, of, on: row.on, value, beside };
});
const named = (surface: string) =>
  options.filter(({ on }) => surface in on).map((one) => [one.name, one] as const);

/** Without where a cape was named. */
const bare = ({ worn: { cape, named: own }, ...figure }: SpecFigure) => ({
  ...figure,
  worn: [cape, own?.value],
});

describe('each option', () => {
  test.each(named('single'))('%s of one player is part of the validator', (name, one) => {
    const changed = etag(readAlone({ ...one.beside, [name]: one.value }, place));
    const equal = changed === etag(readAlone({ ...one.beside }, place));
    // What is only about sheets is told by the sheets.
    expect(equal).toBe(one.of === 'source');
  });

  test.each(named('group'))('%s of a group is part of the validator', (name, one) => {
    const all = { labels: 'none', ...one.beside };
    const changed = etag(group({}, { ...all, [name]: one.value }));
    expect(changed === etag(group({}, all))).toBe(one.of === 'source');
  });

  test.each(named('item'))('%s of an item is part of the validator', (name, one) => {
    const changed = etag(group({ [name]: one.value }, { labels: 'none' }));
    expect(changed === etag(group({}, { labels: 'none' }))).toBe(one.of === 'source');
  });

  it('a cape that nobody has is no plain row, and another picture', () => {
    expect(etag(group({}, { cape: true }))).not.toBe(etag(group({})));
  });

  const geometry = figureTable.rows.flatMap(({ of, field }) => (of === 'geometry' ? [field] : []));
  test.each(geometry)('%s is part of the key of a plan', (field) => {
    const of = options.filter(({ name }) => name in figureOptions);
    const all = of.map(({ name, value }) => [name, value]);
    const [other] = readAlone(
      { ...Object.fromEntries(all), render_type: 'walking' },
      place,
    ).figures;
    const changed = { ...defaultFigure, [field]: new Map(Object.entries(other!)).get(field) };
    const both = [defaultFigure, changed].map((figure) =>
      planKey({
        ...figure,
        ears: null,
        motion: null,
        heightPx: 512,
        model: 'slim',
        texelsPerUnit: 1,
      }),
    );
    expect(both[0]).not.toBe(both[1]);
  });

  const inRow = new Set([
    'render_type',
    'crop',
    'ears',
    'height',
    'gap',
    'format',
    'model',
    'label',
  ]);
  test.each([...named('group'), ...named('item')])('%s leaves the plain row', (name, one) => {
    const spec = readGroup([{}], { ...one.beside, [name]: one.value }, place);
    if ('group' in one.on)
      expect(kindOf(spec) === 'row').toBe(inRow.has(name) || name === 'fallback');
    if ('item' in one.on) {
      expect(kindOf(readGroup([{ [name]: one.value }], {}, place)) === 'row').toBe(inRow.has(name));
    }
  });

  test.each(named('item'))('%s of an item counts, not that for all', (name, { on, value }) => {
    if (!('group' in on)) return;
    const others = textsOf(name).map((text) => valuesOf(text)[name]);
    const other = others.findLast((one) => one !== value);
    const read = (own: object, all: object) => bare(group(own, all).figures[0]!);
    for (const [own, all] of [
      [value, other],
      [other, value],
    ]) {
      const alone = read({ [name]: own }, {});
      expect(read({ [name]: own }, { [name]: all })).toEqual(alone);
      expect(read({}, { [name]: own })).toEqual(alone);
      expect(read({ [name]: all }, {})).not.toEqual(alone);
    }
  });
});

describe('canonical values', () => {
  it('are equal with what is written out and what is left out', () => {
    const written = {
      overlay: true,
      cape: 'TRUE',
      elytra: false,
      yaw: 0,
      pitch: -0,
      motion: 'none',
    };
    expect(etag(readAlone(written as object, place))).toBe(etag(readAlone({}, place)));
    const own = { yaw: 0.04, hold: 'none', scale: 1, caption: '' } as const;
    expect(etag(group(own))).toBe(etag(group({})));
  });

  it('of what cannot be seen are those of nothing', () => {
    const given = {
      yaw: 9,
      pitch: 9,
      roll: 9,
      fov: 40,
      mirror: true,
      hold: 'cake',
    } as const;
    const flat = { render_type: 'front', overlay: 'flat' } as const;
    expect(etag(readAlone({ ...flat, ...given }, place))).toBe(etag(readAlone(flat, place)));
  });

  it('are the same however often they are read', () => {
    const value = fc.record(
      {
        render_type: fc.constantFrom(...renderTypeNames),
        yaw: fc.double({ min: -180, max: 180, noNaN: true }),
        pitch: fc.double({ min: -90, max: 90, noNaN: true }),
        overlay: fc.constantFrom('flat', 'raised', 'none', true, false),
        mirror: fc.boolean(),
        elytra: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(value, (values) => {
        const [figure] = readAlone(values as object, place).figures;
        const again = { ...values, yaw: figure!.yawDegrees, overlay: figure!.overlay };
        if (!hasAngles(figure!.renderType)) return;
        const kept = figureTable.keyOf(readAlone(again, place).figures[0]!, 'geometry');
        expect(kept).toEqual(figureTable.keyOf(figure!, 'geometry'));
      }),
    );
  });

  it('have a row for each field of a picture', () => {
    const fields = new Set(pictureTable.rows.map(({ field }) => field));
    const {
      figures: _figures,
      isAlone: _isAlone,
      box: _box,
      props: _props,
      ...picture
    } = readAlone({}, place);
    expect(new Set(Object.keys(picture))).toEqual(fields);
  });
});

describe('a crop', () => {
  it('is one that the render type has', () => {
    for (const renderType of renderTypeNames) {
      for (const crop of crops) {
        const read = () => readAlone({ render_type: renderType, crop }, place).figures[0]!.crop;
        if (cropsOf(renderType).includes(crop)) expect(read()).toBe(crop);
        else expect(read).toThrow(LineupError);
      }
    }
  });

  it.each([
    ['head', 'face', 'query.crop: must be full for the render type head'],
    ['default', 'feet', 'query.crop: must be full, bust or face for the render type default'],
    ['sleeping', 'FULL', 'query.crop: must be full or bust for the render type sleeping'],
  ] as const)('%s with %s: 400 that lists the allowed ones', (renderType, crop, sentence) => {
    const read = () => readAlone({ render_type: renderType, crop }, place);
    expect(read).toThrow(new LineupError('bad-request', sentence));
  });

  it('is a mistake of the item if that names it, or a pose that has it not', () => {
    const read = (own: object, all: object) => () => group(own, all);
    expect(read({ render_type: 'head' }, { crop: 'face' })).toThrow('items[0].crop: must be full');
    expect(read({ crop: 'face' }, { render_type: 'head' })).toThrow('items[0].crop: must be full');
    expect(read({}, { render_type: 'head', crop: 'face' })).toThrow('query.crop: must be full');
  });

  it.each(['constructor', '__proto__', '', 'Default', 'full '])('%j is no name', (name) => {
    expect(isRenderType(name)).toBe(false);
    expect(() => readAlone({ render_type: name }, place)).toThrow('query.render_type: must be one');
  });
});

describe('a varied pose', () => {
  it('has the crops of the default pose', () => {
    for (const pose of variedPoses) expect(cropsOf(pose)).toEqual(cropsOf('default'));
  });

  it('is the same for the same player, and each is about as frequent', () => {
    const players = Array.from({ length: 700 }, (_, index) => `player_${index}`);
    const poses = players.map(variedPose);
    expect(players.map(variedPose)).toEqual(poses);
    for (const pose of variedPoses) {
      expect(poses.filter((one) => one === pose).length).toBeGreaterThan(60);
    }
  });

  it('is that of its player, and of nobody else', () => {
    const [varied, other] = group({ render_type: 'varied' }).figures;
    expect(posedFor(varied!, 'Notch').renderType).toBe(variedPose('Notch'));
    expect(posedFor(other!, 'Notch')).toBe(other);
  });
});

test.each([
  [8, 16],
  [32, 32],
  [33, 40],
])('a face of %d px is drawn at %d px, whose texels are whole pixels', (size, heightPx) => {
  const box = { widthPx: size, heightPx: size };
  expect(readAvatar({ size }, place)).toMatchObject({ box, heightPx });
});

test.each([
  [{}, true],
  [{ yaw: 20 }, false],
  [{ pitch: 20 }, false],
  [{ mirror: true }, false],
  [{ motion: 'run' }, false],
  [{ type: 'roblox' }, false],
] as const)('a walking group with one of them at %j is on a journey: %s', (own, isSo) => {
  expect(group(own, { motion: 'walk', scene: 'meadow' }).journey).toBe(isSo);
});

it('has one key, in whatever order its values come', () => {
  const [figure] = readAlone({ yaw: 20, pitch: 10 }, place).figures;
  const reversed = Object.fromEntries(Object.entries(figure!).toReversed());
  const keyOf = (spec: typeof reversed) => JSON.stringify(figureTable.keyOf(spec, 'geometry'));
  expect(keyOf(reversed)).toBe(keyOf({ ...figure }));
});
