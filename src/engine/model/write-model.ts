import {
  Document,
  Extension,
  TextureInfo,
  WebIO,
  type Accessor,
  type Buffer as GltfBuffer,
  type Node,
  type Skin,
  type WriterContext,
} from '@gltf-transform/core';
import { memoized } from '../../common/cache/memoized.ts';
import { cross, dot, subtract, type Affine } from '../figure/vector.ts';
import type { Face, Mixing } from './faces.ts';
import { inverse, metres, type Transform } from './skeleton.ts';

/** What a file of glTF says of a figure. */
export type ModelParts = {
  /** All nodes with their parents, parents first. */
  readonly nodes: ReadonlyMap<string, string | null>;
  /** Where the nodes are while the figure stands as its meshes do: those that carry texels. */
  readonly bind: ReadonlyMap<string, Affine>;
  readonly rest: ReadonlyMap<string, Transform>;
  readonly animations: readonly ModelAnimation[];
  readonly faces: readonly Face[];
  readonly texture: {
    readonly png: Uint8Array<ArrayBuffer>;
    readonly widthPx: number;
    readonly heightPx: number;
    readonly topPxOf: (sheet: Face['sheet']) => number;
  };
};

/** Its first transforms are its last ones, too. */
type ModelAnimation = {
  readonly name: string;
  readonly seconds: readonly number[];
  readonly frames: readonly ReadonlyMap<string, Transform>[];
};

/** Writes `KHR_materials_unlit` for all materials: a skin has its light painted on it. */
class Unlit extends Extension {
  static override readonly EXTENSION_NAME = 'KHR_materials_unlit';
  override readonly extensionName = Unlit.EXTENSION_NAME;

  override read(): this {
    return this;
  }

  override write({ jsonDoc, materialIndexMap }: WriterContext): this {
    for (const index of materialIndexMap.values()) {
      jsonDoc.json.materials![index]!.extensions = { [Unlit.EXTENSION_NAME]: {} };
    }
    return this;
  }
}

/** Writes a file of binary glTF 2.0. */
export async function writeModel(parts: ModelParts): Promise<Uint8Array> {
  const document = new Document();
  document.createExtension(Unlit).setRequired(false);
  document.getRoot().getAsset().generator = 'Lineup';
  const buffer = document.createBuffer();
  const nodes = createNodes(document, parts);
  const skin = createSkin(document, parts, nodes, buffer);
  const scene = document.createScene('player').addChild(nodes.get('player')!);
  document.getRoot().setDefaultScene(scene);
  const materialOf = createMaterials(document, parts);
  for (const [layer, faces] of Map.groupBy(parts.faces, ({ mesh }) => mesh)) {
    const name = `player_${layer}`;
    const mesh = document.createMesh(name);
    for (const some of Map.groupBy(faces, materialKey).values()) {
      const primitive = document.createPrimitive().setMaterial(materialOf(some[0]!));
      for (const [semantic, accessor] of attributesOf(document, some, parts)) {
        primitive.setAttribute(semantic, accessor.setBuffer(buffer));
      }
      const indices = document.createAccessor('', buffer).setArray(indicesOf(some));
      mesh.addPrimitive(primitive.setIndices(indices));
    }
    // Its place follows from its nodes alone.
    scene.addChild(document.createNode(name).setMesh(mesh).setSkin(skin));
  }
  for (const animation of parts.animations)
    addAnimation(document, animation, { parts, nodes, buffer });
  return new WebIO().registerExtensions([Unlit]).writeBinary(document);
}

function createNodes(document: Document, { nodes, rest }: ModelParts): Map<string, Node> {
  const created = new Map<string, Node>();
  for (const [name, parent] of nodes) {
    const { translation, rotation, scale } = rest.get(name)!;
    const node = document.createNode(name);
    node.setTranslation(translation).setRotation(rotation).setScale(scale);
    if (parent !== null) created.get(parent)!.addChild(node);
    created.set(name, node);
  }
  return created;
}

function createSkin(
  document: Document,
  { bind }: ModelParts,
  nodes: ReadonlyMap<string, Node>,
  buffer: GltfBuffer,
): Skin {
  const skin = document.createSkin('player').setSkeleton(nodes.get('player')!);
  for (const name of bind.keys()) skin.addJoint(nodes.get(name)!);
  const matrices = [...bind.values()].flatMap((frame) => matrixOf(inverse(frame)));
  const accessor = document.createAccessor('', buffer).setType('MAT4');
  return skin.setInverseBindMatrices(accessor.setArray(Float32Array.from(matrices)));
}

/** A rigid move in glTF's space, column by column. */
function matrixOf([a, b, c, x, d, e, f, y, g, h, i, z]: Affine): number[] {
  return [a, -d, g, 0, -b, e, -h, 0, c, -f, i, 0, ...metres([x, y, z]), 1];
}

function materialKey({ mixing, isTwoSided }: Face): string {
  return `${mixing} ${isTwoSided}`;
}

const alphaModes = {
  opaque: 'OPAQUE',
  cutout: 'MASK',
  translucent: 'BLEND',
} as const satisfies Record<Mixing, string>;

/** One material for each way to mix texels, all with the same texture. */
function createMaterials(document: Document, { texture: { png } }: ModelParts) {
  const texture = document.createTexture('skin').setImage(png).setMimeType('image/png');
  const { MagFilter, MinFilter, WrapMode } = TextureInfo;
  return memoized((face: Face) => {
    const material = document
      .createMaterial(face.isTwoSided ? `${face.mixing}_two_sided` : face.mixing)
      .setBaseColorTexture(texture)
      .setMetallicFactor(0)
      .setAlphaMode(alphaModes[face.mixing])
      .setDoubleSided(face.isTwoSided);
    // Only whole texels: the others are drawn by themselves.
    if (face.mixing === 'cutout') material.setAlphaCutoff(0.999);
    const info = material.getBaseColorTextureInfo()!;
    info.setMagFilter(MagFilter.NEAREST!).setMinFilter(MinFilter.NEAREST!);
    info.setWrapS(WrapMode.CLAMP_TO_EDGE!).setWrapT(WrapMode.CLAMP_TO_EDGE!);
    return material;
  }, materialKey);
}

const cornersOfFace = 4;

function attributesOf(document: Document, faces: readonly Face[], { bind, texture }: ModelParts) {
  const count = faces.length * cornersOfFace;
  const positions = new Float32Array(count * 3);
  const uvs = new Uint16Array(count * 2);
  const joints = new Uint8Array(count * 4);
  const weights = new Uint8Array(count * 4);
  const numbers = new Map([...bind.keys()].map((name, index) => [name, index]));
  const { widthPx, heightPx, topPxOf } = texture;
  faces.forEach((face, index) => {
    const topPx = topPxOf(face.sheet);
    face.corners.forEach((corner, at) => {
      const vertex = index * cornersOfFace + at;
      positions.set(metres(corner), vertex * 3);
      const [u, v] = insideUv(face, at);
      uvs.set([unit(u / widthPx, 65535), unit((v + topPx) / heightPx, 65535)], vertex * 2);
      const { node, joint, jointShare } = face.weightsAt(corner);
      const share = unit(jointShare, 255);
      // What has no weight has no number, either.
      joints.set(
        [share === 255 ? 0 : numbers.get(node)!, share === 0 ? 0 : numbers.get(joint)!],
        vertex * 4,
      );
      weights.set([255 - share, share], vertex * 4);
    });
  });
  const accessor = (type: 'VEC2' | 'VEC3' | 'VEC4', array: Parameters<Accessor['setArray']>[0]) =>
    document.createAccessor().setType(type).setArray(array);
  return [
    ['POSITION', accessor('VEC3', positions)],
    ['TEXCOORD_0', accessor('VEC2', uvs).setNormalized(true)],
    ['JOINTS_0', accessor('VEC4', joints)],
    ['WEIGHTS_0', accessor('VEC4', weights).setNormalized(true)],
  ] as const;
}

/** Smoothed edges are sampled up to half a pixel outside of a face, where its neighbours on the sheet are. */
const insetTexels = 0.02;

/** A corner of a face on its sheet, so far inside of it. */
function insideUv({ uvs }: Face, corner: number): readonly [number, number] {
  const [opposite, own] = [uvs[3 - corner]!, uvs[corner]!];
  const inside = (axis: 0 | 1): number =>
    own[axis] + Math.sign(opposite[axis] - own[axis]) * insetTexels;
  return [inside(0), inside(1)];
}

function unit(share: number, max: number): number {
  return Math.round(share * max);
}

/** Two triangles a face, counter-clockwise as seen from outside. */
function indicesOf(faces: readonly Face[]): Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer> {
  const indices = faces.flatMap(({ corners, normal }, index) => {
    const [a, b, c] = corners;
    const isMirrored = dot(cross(subtract(b, a), subtract(c, a)), normal) > 0;
    const order = isMirrored ? [0, 1, 3, 0, 3, 2] : [0, 2, 3, 0, 3, 1];
    return order.map((corner) => index * cornersOfFace + corner);
  });
  return faces.length * cornersOfFace > 65535
    ? Uint32Array.from(indices)
    : Uint16Array.from(indices);
}

type Created = {
  readonly parts: ModelParts;
  readonly nodes: ReadonlyMap<string, Node>;
  readonly buffer: GltfBuffer;
};

const paths = ['translation', 'rotation', 'scale'] as const;

/** Key frames of all nodes that ever leave their rest. */
function addAnimation(
  document: Document,
  { name, seconds, frames }: ModelAnimation,
  { parts, nodes, buffer }: Created,
): void {
  const animation = document.createAnimation(name);
  const input = document.createAccessor('', buffer).setArray(Float32Array.from(seconds));
  for (const [node, rest] of parts.rest) {
    for (const path of paths) {
      const values = frames.map((frame) => frame.get(node)![path]);
      const isAtRest = values.every((value) =>
        value.every((part, at) => Math.abs(part - rest[path][at]!) < 1e-6),
      );
      if (isAtRest) continue;
      const output = keysOf(document, path, values.flat()).setBuffer(buffer);
      const sampler = document.createAnimationSampler().setInput(input).setOutput(output);
      const channel = document.createAnimationChannel().setTargetNode(nodes.get(node)!);
      animation.addSampler(sampler).addChannel(channel.setTargetPath(path).setSampler(sampler));
    }
  }
}

function keysOf(document: Document, path: (typeof paths)[number], values: readonly number[]) {
  const accessor = document.createAccessor();
  if (path !== 'rotation') return accessor.setType('VEC3').setArray(Float32Array.from(values));
  const shorts = Int16Array.from(values, (value) => Math.round(value * 32767));
  return accessor.setType('VEC4').setArray(shorts).setNormalized(true);
}
