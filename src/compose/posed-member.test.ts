import { expect, it } from 'vitest';
import { createImage } from '../render/image/canvas.ts';
import { renderTypeNames, renderTypes, type RenderTypeRow } from '../render/render-types.ts';
import type { PosedFigure } from '../options/scene-order.ts';
import { stagingOf } from './posed-member.ts';

const figure: PosedFigure = {
  kind: 'posed',
  skin: 0,
  cape: null,
  model: 'classic',
  upsideDown: false,
  renderType: 'default',
  crop: 'full',
  wings: false,
  hold: 'none',
  holdLeft: 'none',
  overlay: 'flat',
  yawDegrees: 0,
  pitchDegrees: 0,
  mirror: false,
  scale: 1,
  label: '',
  caption: '',
};
const turn = { mirror: false, yawDegrees: 0 };
const image = createImage(64, 64);
const dressed = { textures: { skin: { image, texelsPerUnit: 1 }, cape: null }, ears: null };

/** The pitch of a figure's view; `null` for flat types and views without perspective. */
function pitchOf(changes: Partial<PosedFigure>, hasGround: boolean): number | null {
  const posed = { ...figure, ...changes };
  const row: RenderTypeRow = renderTypes[posed.renderType];
  if (row.kind === 'flat' || row.view.distanceUnits === null) return null;
  const at = { turn, hasGround, moment: null };
  return row.view.pitchDegrees + (stagingOf(posed, dressed, at).pitchDegrees ?? 0);
}

it('all figures of a scene are seen from one height, unless told otherwise', () => {
  const pitches = renderTypeNames.map((renderType) => pitchOf({ renderType }, true));
  const [one, ...others] = new Set(pitches.filter((pitch) => pitch !== null));
  expect(others).toEqual([]);
  expect(pitchOf({ renderType: 'dungeons', pitchDegrees: 20 }, true)).toBe(one! + 20);
});

it('without a scene each pose keeps its own view', () => {
  for (const renderType of ['default', 'dungeons', 'sleeping'] as const) {
    const { view } = renderTypes[renderType];
    expect(pitchOf({ renderType }, false)).toBe(view.pitchDegrees);
  }
});
