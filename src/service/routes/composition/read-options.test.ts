import { expect, test } from 'vitest';
import { figureOptionFields } from '../../../engine/options/scene-option-schemas.ts';
import { readFigureOptions } from '../../../engine/options/read-group-options.ts';

/** Two values of each option of a figure; one is often that which it has by itself. */
const values = {
  render_type: ['walking', 'default'],
  crop: ['bust', 'full'],
  ears: ['none', 'deadmau5'],
  overlay: ['none', 'flat'],
  cape: [true, false],
  elytra: [true, false],
  hold: ['sword', 'none'],
  hold_left: ['cake', 'none'],
  yaw: [33, 0],
  pitch: [-12, 0],
  mirror: [true, false],
  motion: ['walk', 'none'],
  pose: ['head:0,20,0', 'head:0,0,10'],
} as const;

const paths = {
  index: 1,
  fieldPath: (index: number, field: string) => `items[${index}].${field}`,
  optionPath: (name: string) => `query.${name}`,
};

/** How it is drawn; `own` is what its item says, `all` what is said for all. */
const read = (own: object, all: object) =>
  readFigureOptions({ value: 'a', ...own }, { scene: 'none', ...all }, paths);

test('every option of a figure is in the table, but the model, which its skin has', () => {
  const named = Object.keys(figureOptionFields).filter((name) => name !== 'model');
  expect(Object.keys(values)).toEqual(expect.arrayContaining(named));
});

test.each(Object.entries(values))(
  '%s of an item counts, not that for all',
  (name, [one, other]) => {
    for (const [own, all] of [
      [one, other],
      [other, one],
    ]) {
      const alone = read({ [name]: own }, {});
      expect(read({ [name]: own }, { [name]: all })).toEqual(alone);
      expect(read({}, { [name]: own })).toEqual(alone);
      expect(read({ [name]: all }, {})).not.toEqual(alone);
    }
  },
);
