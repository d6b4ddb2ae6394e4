import { describe, expect, it } from 'vitest';
import type { GroupOptions } from '../options/spec.ts';
import { findCrowd, maxCrowd, readCrowd } from './crowd.ts';

const read = (options: GroupOptions = {}) => readCrowd(3, options, (name) => `query.${name}`);

describe('a crowd', () => {
  it('stands as a crowd, or as its query says', () => {
    expect(read().arrangement).toBe('crowd');
    expect(read({ arrangement: 'auto' }).arrangement).toBe('crowd');
    expect(read({ arrangement: 'podium' }).arrangement).toBe('podium');
  });

  it('looks away and stands still, whatever the others do', () => {
    for (const { motion, pose, yawDegrees } of read({ motion: 'dance' }).figures) {
      expect([motion, pose]).toEqual([null, null]);
      expect(Math.abs((yawDegrees ?? 0) - 180)).toBeLessThanOrEqual(30);
    }
  });

  it('has no more than its most', () => {
    expect(findCrowd(3)).toHaveLength(3);
    expect(findCrowd(100)).toHaveLength(maxCrowd);
  });
});
