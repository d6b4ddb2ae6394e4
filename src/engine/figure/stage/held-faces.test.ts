import { describe, expect, it } from 'vitest';
import { compileFigure, frameFigure } from '../../../../test/support/compile-figure.ts';
import { drawnPlan } from '../../../../test/support/draw-scene.ts';
import { paintSheet } from '../../../../test/support/pattern-sheets.ts';
import type { Figure } from '../figure.ts';
import { hasHands, renderTypeNames, renderTypes, type RenderType } from '../render-types.ts';
import { heldItems, type HeldItem, type HeldItemName } from '../held-items/held-items.ts';

/** A face of a colour that nothing else has. */
const sheet = paintSheet('classic', 1, ({ layer, part, face }) => {
  if (layer === 'overlay') return [0, 0, 0, 0];
  return part === 'head' && face === 'front' ? [255, 0, 255, 255] : [0, 0, 0, 255];
});

/** How much of the face is seen, in units of the figure, whatever its picture frames. */
function seenFace(renderType: RenderType, hold: HeldItemName): number {
  const figure: Figure = {
    renderType,
    crop: 'full',
    model: 'classic',
    heightPx: 48,
    texelsPerUnit: 1,
    hold,
    holdLeft: hold,
  };
  const { data } = drawnPlan(compileFigure(figure), sheet);
  let pixels = 0;
  for (let at = 0; at < data.length; at += 4) {
    if (data[at]! > 100 && data[at + 2]! > 100 && data[at + 1]! < 40) pixels++;
  }
  return pixels / frameFigure(figure).scale ** 2;
}

/** A hand at the face hides it with whatever it holds. */
const handsAtFaces: Partial<Record<RenderType, readonly HeldItem[]>> = {
  facepalm: heldItems,
  // The bow is drawn, with its string at the cheek.
  archer: ['bow'],
  // A face seen from aside is as narrow as a blade before it.
  profile: ['sword', 'fishing_rod'],
};

const holding = renderTypeNames.filter((name) => hasHands(renderTypes[name]));

describe.each(holding)('%s with something in both hands', (renderType) => {
  it('shows its face', () => {
    const bare = seenFace(renderType, 'none');
    const hidden = heldItems.filter((heldItem) => seenFace(renderType, heldItem) < bare * 0.85);
    const allowed = handsAtFaces[renderType] ?? [];
    expect(hidden.filter((heldItem) => !allowed.includes(heldItem))).toEqual([]);
  });
});
