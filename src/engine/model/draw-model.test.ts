import { NodeIO, type Document } from '@gltf-transform/core';
import { validateBytes } from 'gltf-validator';
import { describe, expect, test } from 'vitest';
import { modelJob, modelSheets, type ModelSheets } from '../../../test/support/model-sheets.ts';
import { motleySheet, plainSheet } from '../../../test/support/pattern-sheets.ts';
import { motionNames } from '../figure/motions.ts';
import type { ModelJob } from '../options/jobs.ts';
import type { TextureSet } from '../pictures/draw-figure.ts';
import { prepareSheet } from '../skin/sheet.ts';
import { drawModel } from './draw-model.ts';

const kinds: readonly (readonly [ModelSheets, Partial<ModelJob>])[] = [
  ['classic', {}],
  ['slim', { model: 'slim' }],
  ['translucent', {}],
  ['bare', { overlay: 'none' }],
  ['fine', { renderType: 'archer' }],
  ['old', { renderType: 'head' }],
  ['noise', { upsideDown: true }],
  ['ears', { renderType: 'walking' }],
  ['cape', { hold: 'sword', holdLeft: 'shield' }],
];

async function open(file: Uint8Array): Promise<Document> {
  return new NodeIO().readBinary(file);
}

async function modelOf(sheets: TextureSet, changes: Partial<ModelJob> = {}): Promise<Document> {
  return open(await drawModel(modelJob(changes), sheets));
}

/** Number of triangles by mesh. */
function trianglesIn(document: Document): Record<string, number> {
  const meshes = document.getRoot().listMeshes();
  return Object.fromEntries(
    meshes.map((mesh) => [
      mesh.getName(),
      mesh.listPrimitives().reduce((sum, one) => sum + one.getIndices()!.getCount() / 3, 0),
    ]),
  );
}

describe("Khronos' validator has nothing to say", () => {
  for (const overlay of ['flat', 'raised'] as const) {
    for (const motions of [[], motionNames]) {
      for (const [kind, changes] of kinds) {
        test(`about ${kind}, ${overlay}, ${motions.length} motions`, async () => {
          const job = modelJob({ overlay, ...changes, motions });
          const file = await drawModel(job, modelSheets[kind]());
          const { issues } = await validateBytes(new Uint8Array(file));
          expect(issues.messages).toEqual([]);
        });
      }
    }
  }

  test('about wings', async () => {
    const file = await drawModel(modelJob({ wings: true }), modelSheets.cape());
    expect((await validateBytes(new Uint8Array(file))).issues.messages).toEqual([]);
  });
});

test('a flat figure has at most 60 kB, a raised one 400 kB', async () => {
  for (const kind of ['classic', 'slim', 'old', 'ears', 'cape'] as const) {
    const flat = await drawModel(modelJob(), modelSheets[kind]());
    expect(flat.byteLength, kind).toBeLessThanOrEqual(60_000);
    const raised = await drawModel(modelJob({ overlay: 'raised' }), modelSheets[kind]());
    expect(raised.byteLength, kind).toBeLessThanOrEqual(400_000);
  }
});

test('the worst raised skin that is allowed has at most 200,000 triangles', async () => {
  const checked = motleySheet('classic', 'opaque', 2);
  for (let at = 0; at < checked.data.length / 4; at++) {
    const [x, y] = [at % checked.widthPx, Math.floor(at / checked.widthPx)];
    if ((x + y) % 2 === 0) checked.data[at * 4 + 3] = 0;
  }
  const document = await modelOf(
    { skin: prepareSheet(checked), cape: null },
    { overlay: 'raised' },
  );
  const { player_overlay: overlay = 0 } = trianglesIn(document);
  expect(overlay).toBeGreaterThan(10_000);
  expect(overlay).toBeLessThanOrEqual(200_000);
  // More corners than two bytes can number are all used.
  const primitives = document
    .getRoot()
    .listMeshes()
    .flatMap((mesh) => mesh.listPrimitives());
  const corners = primitives.map((one) => one.getAttribute('POSITION')!.getCount());
  expect(Math.max(...corners)).toBeGreaterThan(65_536);
  expect(primitives.map((one) => one.getIndices()!.getMax([])[0]! + 1)).toEqual(corners);
});

test('the worst flat skin is bounded, too', async () => {
  const checked = motleySheet('classic', 'opaque', 16);
  for (let at = 0; at < checked.data.length / 4; at += 2) checked.data[at * 4 + 3] = 128;
  const textures = { skin: prepareSheet(checked), cape: null };
  const { player_overlay: overlay = 0 } = trianglesIn(await modelOf(textures));
  expect(overlay).toBeLessThanOrEqual(40_000);
});

test('a limb is a node with a pivot, and what it carries hangs on it', async () => {
  const document = await modelOf(modelSheets.cape(), { hold: 'sword' });
  const parents = new Map(
    document
      .getRoot()
      .listNodes()
      .map((node) => [node.getName(), node.getParentNode()?.getName() ?? null]),
  );
  expect(Object.fromEntries(parents)).toMatchObject({
    player: null,
    hips: 'player',
    body: 'hips',
    head: 'body',
    arm_R: 'body',
    forearm_R: 'arm_R',
    leg_L: 'hips',
    shin_L: 'leg_L',
    cape: 'body',
    sword_R: 'forearm_R',
    player_base: null,
    player_cape: null,
    player_held_items: null,
  });
});

test('an elbow stays closed where its forearm is turned alone', async () => {
  const root = (await modelOf(modelSheets.bare(), { overlay: 'none' })).getRoot();
  const [base] = root.listMeshes()[0]!.listPrimitives();
  const joints = root
    .listSkins()[0]!
    .listJoints()
    .map((node) => node.getName());
  const [numbers, weights] = (['JOINTS_0', 'WEIGHTS_0'] as const).map((semantic) =>
    base!.getAttribute(semantic)!,
  );
  const shared = Array.from({ length: numbers!.getCount() }, (_, at) =>
    [0, 1].map((one) => [
      joints[numbers!.getElement(at, [])[one]!],
      Math.round(weights!.getElement(at, [])[one]! * 10) / 10,
    ]),
  ).filter(([first]) => first?.[0] === 'elbow_R_upper_skew');
  // Four sides of two halves, two corners each, all of which follow both.
  expect(shared).toEqual(
    Array.from({ length: 16 }, () => [
      ['elbow_R_upper_skew', 0.5],
      ['elbow_R_lower_skew', 0.5],
    ]),
  );
});

test('metres, y up, facing +z, the right arm at -x, on the ground', async () => {
  const document = await modelOf(modelSheets.bare(), { overlay: 'none' });
  const node = (name: string) =>
    document
      .getRoot()
      .listNodes()
      .find((one) => one.getName() === name)!;
  expect(node('head').getWorldTranslation()[1]).toBeCloseTo(1.5, 1);
  expect(node('arm_R').getWorldTranslation()[0]).toBeLessThan(0);
  const [base] = document.getRoot().listMeshes();
  const positions = base!.listPrimitives()[0]!.getAttribute('POSITION')!;
  expect(positions.getMin([])[1]).toBeCloseTo(0);
  expect(positions.getMax([])[1]).toBeCloseTo(2);
});

test('materials: unlit, whole texels, mixed only where the overlay is translucent', async () => {
  const modesOf = async (sheets: ModelSheets | TextureSet) => {
    const document = await modelOf(typeof sheets === 'string' ? modelSheets[sheets]() : sheets);
    return document
      .getRoot()
      .listMaterials()
      .map((material) => {
        expect(material.getBaseColorTextureInfo()!.getMagFilter()).toBe(9728);
        expect(material.getMetallicFactor()).toBe(0);
        return material.getAlphaMode();
      });
  };
  expect(await modesOf('bare')).toEqual(['OPAQUE']);
  expect(await modesOf('classic')).toEqual(['OPAQUE', 'MASK']);
  expect(await modesOf('translucent')).toEqual(['OPAQUE', 'BLEND']);
  const partly = plainSheet([200, 150, 100, 255], [40, 60, 80, 255]);
  // In the middle of the front of the hat.
  partly.data[(11 * 64 + 43) * 4 + 3] = 128;
  const modes = await modesOf({ skin: prepareSheet(partly), cape: null });
  // An overlay is seen from both sides.
  expect(modes).toEqual(['OPAQUE', 'OPAQUE', 'MASK', 'BLEND']);
  const text = Buffer.from(await drawModel(modelJob(), modelSheets.bare())).toString('latin1');
  expect(text).toContain('"KHR_materials_unlit":{}');
});

test('texels are shown from inside of their borders', async () => {
  const root = (await modelOf(modelSheets.bare(), { overlay: 'none' })).getRoot();
  const uvs = root.listMeshes()[0]!.listPrimitives()[0]!.getAttribute('TEXCOORD_0')!;
  for (let at = 0; at < uvs.getCount(); at++) {
    for (const share of uvs.getElement(at, [])) {
      const texels = share * 64;
      expect(Math.abs(texels - Math.round(texels))).toBeCloseTo(0.02, 2);
    }
  }
});

test('the texture of a skin alone is that skin', async () => {
  const document = await modelOf(modelSheets.classic());
  const [texture] = document.getRoot().listTextures();
  expect(texture!.getSize()).toEqual([64, 64]);
});

describe('a raised overlay', () => {
  const raised = { overlay: 'raised' } as const;

  test('of one texel is a block with five sides', async () => {
    const sheet = motleySheet('classic', 'none');
    // In the middle of the front of the hat.
    sheet.data.set([255, 0, 0, 255], (11 * 64 + 43) * 4);
    const textures = { skin: prepareSheet(sheet), cape: null };
    const document = await modelOf(textures, raised);
    expect(trianglesIn(document).player_overlay).toBe(10);
    const meshes = document.getRoot().listMeshes();
    const [block] = meshes.find((one) => one.getName() === 'player_overlay')!.listPrimitives();
    const front = block!.getAttribute('POSITION')!.getMax([])[2];
    // As far in front of the face as in a picture: three quarters of a unit, of which a metre has sixteen.
    expect(front).toBeCloseTo(4.75 / 16);
  });

  test.each([
    ['opaque', 255],
    ['translucent', 128],
  ])('has no faces between %s blocks, and large ones where texels go on', async (_, alpha) => {
    const sheet = plainSheet([200, 150, 100, 255], [40, 60, 80, alpha]);
    const textures = { skin: prepareSheet(sheet), cape: null };
    const { player_overlay: overlay = 0 } = trianglesIn(await modelOf(textures, raised));
    // Six parts whose outsides are six sides and their edges, limbs in two halves.
    expect(overlay).toBeLessThan(1200);
  });

  test('bends in the middle of a limb: no half carries texels of the other', async () => {
    const sheet = plainSheet([200, 150, 100, 255], [40, 60, 80, 255]);
    const textures = { skin: prepareSheet(sheet), cape: null };
    const root = (await modelOf(textures, raised)).getRoot();
    const overlay = root.listMeshes().find((mesh) => mesh.getName() === 'player_overlay')!;
    const joints = root.listSkins()[0]!.listJoints();
    const found = new Set<string>();
    for (const primitive of overlay.listPrimitives()) {
      const read = (semantic: string, at: number): number[] =>
        primitive.getAttribute(semantic)!.getElement(at, []);
      for (let at = 0; at < primitive.getAttribute('POSITION')!.getCount(); at++) {
        const up = read('POSITION', at)[1]!;
        read('WEIGHTS_0', at).forEach((weight, one) => {
          const name = joints[read('JOINTS_0', at)[one]!]!.getName();
          const middle = /^(?:fore)?arm/.test(name) ? 18 / 16 : 6 / 16;
          if (weight === 0 || !/^(?:arm|forearm|leg|shin)_/.test(name)) return;
          found.add(name);
          const isLower = /^(?:forearm|shin)/.test(name);
          expect(isLower ? middle - up : up - middle, name).toBeGreaterThan(-1e-6);
        });
      }
    }
    expect(found.size).toBe(8);
  });

  test('has the cape behind it', async () => {
    const hinge = async (changes: Partial<ModelJob>) => {
      const nodes = (await modelOf(modelSheets.cape(), changes)).getRoot().listNodes();
      return nodes.find((node) => node.getName() === 'cape')!.getTranslation()[2];
    };
    expect(await hinge(raised)).toBeLessThan((await hinge({ overlay: 'flat' })) - 0.01);
  });

  test('none has no mesh for it', async () => {
    expect(trianglesIn(await modelOf(modelSheets.bare(), raised))).not.toHaveProperty(
      'player_overlay',
    );
  });
});

test('motions are animations that end as they begin', async () => {
  const document = await modelOf(modelSheets.classic(), { motions: ['walk', 'turn'] });
  const animations = document.getRoot().listAnimations();
  const lengths = animations.map((one) => {
    const times = one.listSamplers().map((sampler) => sampler.getInput()!.getMax([])[0]!);
    return [one.getName(), ...new Set(times)];
  });
  // In seconds, as pictures of them take.
  expect(lengths).toEqual([
    ['walk', expect.closeTo(0.8)],
    ['turn', expect.closeTo(1.8)],
  ]);
  for (const sampler of animations.flatMap((one) => one.listSamplers())) {
    const output = sampler.getOutput()!;
    const [first, last] = [0, output.getCount() - 1].map((at) => output.getElement(at, []));
    const sign = Math.sign(first!.reduce((sum, value, at) => sum + value * last![at]!, 0)) || 1;
    last!.forEach((value, at) => expect(value * sign).toBeCloseTo(first![at]!, 3));
  }
  const [, turn] = animations;
  expect(turn!.listChannels().map((one) => one.getTargetNode()!.getName())).toEqual(['player']);
});

test('what moves but a little in a motion is in its animation', async () => {
  const [idle] = (await modelOf(modelSheets.bare(), { motions: ['idle'] }))
    .getRoot()
    .listAnimations();
  const moved = idle!.listChannels().map((one) => one.getTargetNode()!.getName());
  expect(moved).toEqual(expect.arrayContaining(['body', 'head', 'arm_L', 'arm_R']));
});

test('what a pose alone holds is hidden in motions that hold it otherwise', async () => {
  const document = await modelOf(modelSheets.bare(), { renderType: 'archer', motions: ['walk'] });
  const scaleOf = (name: string) =>
    document
      .getRoot()
      .listNodes()
      .find((one) => one.getName() === name)!
      .getScale();
  expect(scaleOf('drawn_bow_L')).toEqual([1, 1, 1]);
  expect(scaleOf('bow_L')).toEqual([0, 0, 0]);
});

test('the same job gives the same bytes', async () => {
  const job = modelJob({ motions: ['wave'], overlay: 'raised' });
  const one = await drawModel(job, modelSheets.cape());
  expect(Buffer.from(one).equals(await drawModel(job, modelSheets.cape()))).toBe(true);
});
