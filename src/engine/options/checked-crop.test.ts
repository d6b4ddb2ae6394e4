import { describe, expect, it } from 'vitest';
import { LineupError } from '../../common/errors/lineup-error.ts';
import { checkedCrop } from './checked-crop.ts';
import { crops as cropNames, isCrop } from '../figure/camera/crops.ts';
import { cropsOf, isRenderType, renderTypeNames } from '../figure/render-types.ts';

describe('checkedCrop', () => {
  it('takes exactly the crops that a render type has', () => {
    for (const renderType of renderTypeNames) {
      for (const crop of cropNames) {
        const check = () => checkedCrop(renderType, crop, 'query.crop');
        if (cropsOf(renderType).includes(crop)) expect(check()).toBe(crop);
        else expect(check).toThrow(LineupError);
      }
    }
  });

  it.each([
    ['head', 'face', 'path.crop: must be full for the render type head'],
    ['default', 'feet', 'path.crop: must be full, bust or face for the render type default'],
    ['sleeping', 'FULL', 'path.crop: must be full or bust for the render type sleeping'],
  ] as const)('%s with %s: 400 that lists the allowed ones', (renderType, crop, sentence) => {
    const check = () => checkedCrop(renderType, crop, 'path.crop');
    expect(check).toThrow(new LineupError('bad-request', sentence));
  });
});

describe('names', () => {
  it.each(['constructor', '__proto__', '', 'Default', 'full '])('%j is neither', (name) => {
    expect([isRenderType(name), isCrop(name)]).toEqual([false, false]);
  });
});
